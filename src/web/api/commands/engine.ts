import { createStore } from 'zustand/vanilla';
import type { BodySent, ParamsSent, QuerySent, ReplyOf, Route } from '#contract/route.ts';
import { type CallError, isCallError } from '../call-error.ts';
import { backoffMs } from '../retry.ts';
import { isKnownRefusal, whyUnanswered } from './outcome.ts';
import { type CommandOwner, type CommandRecord, isOpen, isOwnedBy } from './record.ts';
import type { CommandStorage } from './storage.ts';

/** What the server answered for good. */
export type CommandOutcome<R extends Route = Route> =
  /** It happened. `first` is false when the answer was given before: figures in it are those of back then. */
  | { readonly kind: 'done'; readonly reply: ReplyOf<R>; readonly first: boolean }
  /** It happened in another form: this key was used with another request (`idempotency_key_reused`). */
  | { readonly kind: 'otherwise'; readonly error: CallError }
  /** It did not happen. */
  | { readonly kind: 'refused'; readonly error: CallError }
  /** Another window of this browser has the answer. */
  | { readonly kind: 'elsewhere'; readonly state: 'done' | 'refused' };

/** A kind of command: its call, its name, and what follows from its answer wherever that arrives. */
export interface CommandDefinition<R extends Route = Route, Memo = unknown> {
  readonly kind: string;
  readonly route: R;
  /** Reads back what its form kept; null for what another build wrote. */
  readonly readMemo: (kept: unknown) => Memo | null;
  /** Request and memo hold personal data: they go as soon as the outcome is known. */
  readonly personal?: boolean;
  readonly timeoutMs?: number;
  /** The request as somebody else sends it; left out when it names nobody. */
  readonly inNameOf?: (request: KeptRequest, owner: CommandOwner) => KeptRequest;
  /**
   * Runs once in the window that got the answer, before its form hears of it. Without a form on the screen (`watched`)
   * it is the one to tell people.
   */
  readonly onOutcome?: (outcome: CommandOutcome<R>, command: CommandRecord, watched: boolean) => void;
}

/** Names a definition whose code is fetched (`load`) once there is something to send. */
export type CommandKind<R extends Route, Memo> = Pick<CommandDefinition<R, Memo>, 'kind'>;

// oxlint-disable-next-line typescript/no-explicit-any -- definitions of all routes stand in one map
export type AnyDefinition = CommandDefinition<any, any>;

export type KeptRequest = NonNullable<CommandRecord['request']>;

type Requested<Name extends string, Sent> = [Sent] extends [undefined]
  ? { readonly [name in Name]?: undefined }
  : { readonly [name in Name]: Sent };

export type CommandRequest<R extends Route> = Requested<'params', ParamsSent<R>> &
  Requested<'query', QuerySent<R>> &
  Requested<'body', BodySent<R>>;

export type NewCommand<R extends Route, Memo> = CommandRequest<R> & {
  readonly subject: string;
  readonly title: string;
  readonly memo: Memo;
  /** Made here when left out; the sale has had its own since the first line of its cart. */
  readonly key?: string;
};

/** Why there is no answer yet. */
export interface Trouble {
  readonly sentence: string;
  readonly code: string;
  readonly asked: number;
}

export interface CommandsState {
  /** Whether what the browser kept has been read: before that nobody knows what may have happened. */
  readonly ready: boolean;
  readonly records: ReadonlyMap<string, CommandRecord>;
  readonly troubles: ReadonlyMap<string, Trouble>;
  /** Keys that another window of this browser sent. */
  readonly elsewhere: ReadonlySet<string>;
}

export interface CommandDeps {
  readonly storage: CommandStorage;
  /** Finds the definition of a kind, whose code may have to be fetched first. */
  readonly load: (kind: string) => Promise<AnyDefinition | null>;
  /** One try. @throws CallError */
  readonly post: (definition: AnyDefinition, command: CommandRecord) => Promise<{ reply: unknown; replayed: boolean }>;
  readonly whoNow: () => CommandOwner | null;
  readonly newKey: () => string;
  readonly now: () => number;
  /** Settles after the time, or sooner when the returned function of `wake` is called. */
  readonly wait: (ms: number) => Promise<void>;
  /** Holds the others off, in every window of this browser, while it runs. */
  readonly lock: (key: string, work: () => Promise<void>) => Promise<void>;
  /** Tells the other windows that a command changed. */
  readonly announce: (key: string) => void;
  /** The browser did not keep a command: it is sent all the same, and lost if the page goes before the answer. */
  readonly onNotKept: (error: unknown) => void;
}

/** Keys on the server live this long; no longer needs to be known that one is used. */
const DONE_KEPT_MS = 7 * 24 * 60 * 60_000;
const MOST_DONE = 200;

/** Returns 'keep' to have a refused command stay until somebody opens it. */
export type Watcher<R extends Route = Route> = (outcome: CommandOutcome<R>, command: CommandRecord) => 'keep' | void;

/**
 * Sends commands so that each happens once, whatever becomes of the answer, the page, the window or the person: a
 * command is kept on disk before it is sent, and asked for with the same key and body until the answer is known.
 */
export function createCommands(deps: CommandDeps) {
  const { storage, whoNow, now, announce } = deps;
  const store = createStore<CommandsState>(() => ({
    ready: false,
    records: new Map(),
    troubles: new Map(),
    elsewhere: new Set(),
  }));
  const watchers: { readonly kind: string; readonly subject: string | null; readonly hear: Watcher }[] = [];
  const followed = new Set<string>();
  const sentHere = new Set<string>();
  const definitions = new Map<string, AnyDefinition>();
  const get = (key: string) => store.getState().records.get(key);

  function set(record: CommandRecord): void {
    store.setState(({ records }) => ({ records: new Map(records).set(record.key, record) }));
  }

  function forget(keys: readonly string[]): void {
    store.setState(({ records, troubles, elsewhere }) => {
      const [left, more, others] = [new Map(records), new Map(troubles), new Set(elsewhere)];
      for (const key of keys) {
        left.delete(key);
        more.delete(key);
        others.delete(key);
      }
      return { records: left, troubles: more, elsewhere: others };
    });
  }

  function setTrouble(key: string, trouble: Trouble | null): void {
    store.setState(({ troubles }) => {
      const next = new Map(troubles);
      if (trouble) next.set(key, trouble);
      else next.delete(key);
      return { troubles: next };
    });
  }

  async function keep(record: CommandRecord): Promise<void> {
    try {
      await storage.put(record);
    } catch (error) {
      deps.onNotKept(error);
    }
    announce(record.key);
  }

  function change(key: string, by: (record: CommandRecord) => CommandRecord): void {
    const before = get(key);
    const after = before && by(before);
    if (!after || after === before) return;
    set(after);
    void keep(after);
  }

  async function definitionOf(kind: string): Promise<AnyDefinition | null> {
    const known = definitions.get(kind) ?? (await deps.load(kind));
    if (known) definitions.set(kind, known);
    return known;
  }

  /** Who looks at this command now: the form opened last. */
  function watcherOf(record: CommandRecord): Watcher | undefined {
    if (!isOwnedBy(record, whoNow())) return undefined;
    const fits = watchers.filter(
      ({ kind, subject }) => kind === record.kind && (subject ?? record.subject) === record.subject,
    );
    return fits.at(-1)?.hear;
  }

  /** Returns whether a form heard of it and needs it no more. */
  function tell(definition: AnyDefinition, outcome: CommandOutcome, record: CommandRecord): boolean {
    // Whoever is here now has nothing to do with it.
    if (!isOwnedBy(record, whoNow())) return false;
    const watcher = watcherOf(record);
    definition.onOutcome?.(outcome, record, watcher !== undefined);
    return watcher !== undefined && watcher(outcome, record) !== 'keep';
  }

  /** Marks the command as answered, here and on disk, and tells its form. */
  async function settle(definition: AnyDefinition, key: string, outcome: CommandOutcome): Promise<void> {
    const record = get(key);
    if (!record) return;
    setTrouble(key, null);
    const bare = { ...record, request: null, memo: null };
    if (outcome.kind !== 'refused') {
      // Marked first: whoever hears of it must find the key used.
      set({ ...bare, state: 'done' });
      tell(definition, outcome, record);
      return keep({ ...bare, state: 'done' });
    }
    const { status, code, message, details } = outcome.error;
    const kept = definition.personal === true ? bare : { ...record, request: null };
    const refused: CommandRecord = { ...kept, state: 'refused', refusal: { status, code, message, details } };
    set(refused);
    if (tell(definition, outcome, record)) return dismiss(record.key);
    await keep(refused);
  }

  async function tryOnce(definition: AnyDefinition, record: CommandRecord): Promise<CommandOutcome | CallError> {
    try {
      const { reply, replayed } = await deps.post(definition, record);
      return { kind: 'done', reply, first: !replayed };
    } catch (error) {
      if (!isCallError(error)) throw error;
      if (error.code === 'idempotency_key_reused') return { kind: 'otherwise', error };
      return isKnownRefusal(error) ? { kind: 'refused', error } : error;
    }
  }

  /** Asks with one key and body until the answer is known, for as long as its owner is here. */
  async function ask(key: string): Promise<void> {
    for (let asked = 1; ; asked += 1) {
      const record = get(key);
      if (!record || !isOpen(record) || !isOwnedBy(record, whoNow())) return;
      const definition = await definitionOf(record.kind);
      if (!definition || record.request === null) return;
      const outcome = await tryOnce(definition, record);
      if ('kind' in outcome) return settle(definition, key, outcome);
      change(key, (now) => (now.state === 'sending' ? { ...now, state: 'unknown' } : now));
      setTrouble(key, { sentence: whyUnanswered(outcome), code: outcome.code, asked });
      await deps.wait(Math.max(outcome.retryAfterMs ?? 0, backoffMs(asked)));
    }
  }

  async function follow(key: string): Promise<void> {
    if (followed.has(key)) return;
    followed.add(key);
    try {
      await deps.lock(key, async () => {
        // Another window may have had the lock, and the answer, before.
        if (!sentHere.has(key)) await hear(key);
        await ask(key);
      });
    } finally {
      followed.delete(key);
    }
  }

  /** Another window changed this command: its state there is the state here. */
  async function hear(key: string): Promise<void> {
    const before = get(key);
    const record = await storage.get(key);
    if (record === null) return forget([key]);
    if (before && !isOpen(before)) return;
    store.setState(({ records, elsewhere }) => ({
      records: new Map(records).set(key, record),
      elsewhere: before === undefined ? new Set(elsewhere).add(key) : elsewhere,
    }));
    if (isOpen(record)) return void follow(key);
    if (before === undefined || (record.state !== 'done' && record.state !== 'refused')) return;
    watcherOf(record)?.({ kind: 'elsewhere', state: record.state }, before);
  }

  /** A refusal that was read, or a mark that nobody needs. */
  async function dismiss(key: string): Promise<void> {
    forget([key]);
    try {
      await storage.remove([key]);
    } catch (error) {
      deps.onNotKept(error);
    }
    announce(key);
  }

  function openOf(kind: string, subject: string): CommandRecord | null {
    const who = whoNow();
    for (const record of store.getState().records.values()) {
      const isIts = record.kind === kind && record.subject === subject;
      if (isIts && isOpen(record) && isOwnedBy(record, who)) return record;
    }
    return null;
  }

  return {
    store,
    openOf,
    dismiss,
    hear,

    /** Changes what the form of a command wants to know again; the request stays to the letter. */
    amend: (key: string, by: (memo: unknown) => unknown) => change(key, (now) => ({ ...now, memo: by(now.memo) })),

    /** Reads what the browser kept, and takes up what is open. Once, at start. */
    async open(): Promise<void> {
      let records: CommandRecord[] = [];
      try {
        records = await storage.all();
      } catch (error) {
        deps.onNotKept(error);
      }
      const done = records.filter(({ state }) => state === 'done').toSorted((a, b) => b.sentAt - a.sentAt);
      const old = done.filter(({ sentAt }, index) => index >= MOST_DONE || now() - sentAt > DONE_KEPT_MS);
      const gone = new Set(old.map(({ key }) => key));
      const found = records
        .filter(({ key }) => !gone.has(key))
        // Whoever was sending it is gone, and what became of it is not known.
        .map((record) => (record.state === 'sending' ? { ...record, state: 'unknown' as const } : record));
      store.setState(({ records: here }) => ({
        ready: true,
        records: new Map([...found.map((record) => [record.key, record] as const), ...here]),
      }));
      if (old.length > 0) void storage.remove([...gone]).catch(deps.onNotKept);
      this.resume();
    },

    /** Asks for what is open and belongs to whoever is signed in now. */
    resume(): void {
      const who = whoNow();
      for (const record of store.getState().records.values()) {
        if (isOpen(record) && isOwnedBy(record, who)) void follow(record.key);
      }
    },

    /**
     * Sends a command. Its form is locked from this moment on; the answer reaches whoever watches the form.
     * False when nothing was sent: nobody is signed in, the form has one on its way, or its key was used before.
     */
    async send<R extends Route, Memo>(
      definition: CommandDefinition<R, Memo> | CommandKind<R, Memo>,
      { subject, title, memo, key = deps.newKey(), params, query, body }: NewCommand<R, Memo>,
    ): Promise<boolean> {
      const owner = whoNow();
      if (owner === null || openOf(definition.kind, subject) !== null || get(key)?.state === 'done') return false;
      if ('route' in definition) definitions.set(definition.kind, definition);
      const record: CommandRecord = {
        key,
        kind: definition.kind,
        subject,
        title,
        owner,
        begunBy: null,
        request: { params, query, body },
        memo,
        state: 'sending',
        refusal: null,
        sentAt: now(),
      };
      set(record);
      sentHere.add(key);
      followed.add(key);
      try {
        const before = await storage.add(record);
        if (before !== null && before.state !== 'refused') {
          // Another window was quicker with this key.
          sentHere.delete(key);
          store.setState(({ elsewhere }) => ({ elsewhere: new Set(elsewhere).add(key) }));
          set(before);
          followed.delete(key);
          if (isOpen(before)) void follow(key);
          return false;
        }
        if (before !== null) await storage.put(record);
      } catch (error) {
        deps.onNotKept(error);
      }
      announce(key);
      followed.delete(key);
      void follow(key);
      return true;
    },

    /**
     * Asks whether somebody else's command happened. Its key answers a manager at its location if it did; if not, it
     * is not done either, because the request still names its owner.
     * @throws CallError when there is no answer
     */
    async askFor(key: string): Promise<'happened' | 'not recorded'> {
      const record = get(key);
      const definition = record && (await definitionOf(record.kind));
      if (!definition || !isOpen(record) || record.request === null) return 'happened';
      const outcome = await tryOnce(definition, record);
      if (!('kind' in outcome)) {
        if (outcome.code === 'sent_by_another') return 'not recorded';
        throw outcome;
      }
      if (outcome.kind === 'refused') return 'not recorded';
      await settle(definition, key, outcome);
      return 'happened';
    },

    /** Carries somebody else's command out in the name of whoever is signed in, with the same key. */
    async takeOver(key: string): Promise<void> {
      const owner = whoNow();
      const record = get(key);
      const definition = record && (await definitionOf(record.kind));
      if (!definition || owner === null || record.request === null) return;
      const request = definition.inNameOf?.(record.request, owner) ?? record.request;
      change(key, (now) => ({ ...now, owner, request, state: 'unknown' }));
      await follow(key);
    },

    /**
     * Hears the answers to the commands of one form, or of all forms of a kind (`subject` null), while their owner is
     * signed in. Returns what stops it.
     */
    watch<R extends Route, Memo>(
      { kind }: CommandDefinition<R, Memo> | CommandKind<R, Memo>,
      subject: string | null,
      hearIt: Watcher<R>,
    ): () => void {
      const watcher = { kind, subject, hear: hearIt as Watcher };
      watchers.push(watcher);
      return () => void watchers.splice(watchers.indexOf(watcher), 1);
    },
  };
}

export type Commands = ReturnType<typeof createCommands>;
