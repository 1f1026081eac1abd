// One file, because sending, settling, taking over and withdrawing read and write the same state of a command.
import type { Route } from '#contract/route.ts';
import { type CallError, isCallError } from '../call/call-error.ts';
import { backoffMs, isKnownRefusal } from '../call/retry.ts';
import type { AnyDefinition, CommandDefinition, CommandKind, CommandOutcome, NewCommand } from './definition.ts';
import { createKeptCommands, type KeepingDeps } from './kept-commands.ts';
import { isDone, isForgotten } from './keys.ts';
import { endOfWithdrawn, isHappenedOtherwise, isServerFault, whyUnanswered } from './outcome.ts';
import { beginnerOf, concerns, type CommandOwner, type CommandRecord, isOpen, isOwnedBy } from './record.ts';

export interface CommandDeps extends KeepingDeps {
  /** Finds the definition of a kind, fetching its code if needed. */
  readonly load: (kind: string) => Promise<AnyDefinition | null>;
  /**
   * Sends the command once.
   * @throws CallError
   */
  readonly post: (definition: AnyDefinition, command: CommandRecord) => Promise<{ reply: unknown; replayed: boolean }>;
  /**
   * Makes the server guarantee that the command is not carried out any more, or say that it was.
   * @throws CallError
   */
  readonly withdraw: (command: CommandRecord) => Promise<{ happened: boolean; partly: boolean }>;
  /**
   * Asks somebody to approve a command that was refused for want of a permission, under its key. True when it is to be
   * sent again.
   */
  readonly approve?: (record: CommandRecord, refusal: CallError) => Promise<boolean>;
  readonly whoNow: () => CommandOwner | null;
  readonly newKey: () => string;
  /** Runs alone among all windows of this browser. */
  readonly lock: (key: string, work: () => Promise<void>) => Promise<void>;
  /** Sending itself failed, and is tried again. */
  readonly onFailed: (error: unknown) => void;
}

/**
 * A command may be withdrawn after this many tries that ended with a server error: half a minute, or sooner if somebody
 * keeps pressing.
 */
const STUCK_AFTER = 10;
/** The longest wait, whatever a server or a proxy asks for: by a till's wrong clock a date may be years ahead. */
const LONGEST_WAIT_MS = 5 * 60_000;
/** Stands on the disk in place of a sentence that may name people. */
const PERSONAL_REFUSAL = 'It was refused, and nothing was changed. Send it again to see why.';

/** Returns 'keep' to keep a refused command until somebody opens it. */
export type Watcher<R extends Route = Route> = (outcome: CommandOutcome<R>, command: CommandRecord) => 'keep' | void;

/**
 * Sends commands so that each happens once, even if the answer, the page, the window or the person is lost. A command
 * is stored on disk before it is sent, and repeated with the same key and body until the answer is known.
 */
export function createCommands(deps: CommandDeps) {
  const { storage, whoNow, now, announce } = deps;
  const kept = createKeptCommands(deps, (key) => reread(key));
  const { store, sentHere, get, set, forget, setTrouble, change, dismiss } = kept;
  const watchers: { readonly kind: string; readonly subject: string | null; readonly notify: Watcher }[] = [];
  const beingSent = new Set<string>();
  /** Keys that were to be sent while they were being sent already: that sending may be about to stop, because the owner was away. */
  const wantedAgain = new Set<string>();
  /** Answered, while the disk is still being written. */
  const settling = new Set<string>();
  const definitions = new Map<string, AnyDefinition>();
  async function definitionOf(kind: string): Promise<AnyDefinition | null> {
    const known = definitions.get(kind) ?? (await deps.load(kind));
    if (known) definitions.set(kind, known);
    return known;
  }

  /** The form that gets the answer: the one opened last. */
  function watcherOf(record: CommandRecord): Watcher | undefined {
    if (!isOwnedBy(record, whoNow())) return undefined;
    const fits = watchers.filter(
      ({ kind, subject }) => kind === record.kind && (subject ?? record.subject) === record.subject,
    );
    return fits.at(-1)?.notify;
  }

  /** Returns whether a form took the answer, so that the command need not be kept. */
  function tell(definition: AnyDefinition, outcome: CommandOutcome, record: CommandRecord): boolean {
    const watcher = watcherOf(record);
    // The person here now may have nothing to do with it.
    const quiet = watcher !== undefined || !isOwnedBy(record, whoNow());
    attempt(() => definition.onOutcome?.(outcome, record, quiet));
    return watcher !== undefined && attempt(() => watcher(outcome, record) !== 'keep') === true;
  }

  /** A defect of a form must not keep an answer from the disk: a refused command would be sent again after a reload. */
  function attempt<Value>(work: () => Value): Value | undefined {
    try {
      return work();
    } catch (error) {
      deps.onFailed(error);
      return undefined;
    }
  }

  /** Marks the command as answered, here and on disk, and tells its form. */
  async function settle(definition: AnyDefinition, key: string, outcome: CommandOutcome): Promise<void> {
    const record = get(key);
    // A withdrawal and a try may both bring the answer.
    if (!record || !isOpen(record) || settling.has(key)) return;
    setTrouble(key, null);
    const bare = { ...record, request: null, memo: null };
    if (outcome.kind !== 'refused') {
      const memo = definition.doneMemo?.(outcome, record) ?? null;
      const done: CommandRecord = { ...bare, state: 'done', memo, ...(memo !== null && { sentAt: now() }) };
      const next = definition.next ? await settleWithNext(done, record, definition.next) : null;
      // Marked before the listeners run, so that they find the key used.
      set(done);
      if (next !== null) sentHere.add(set(next).key);
      tell(definition, outcome, record);
      if (next !== null) announce(next.key);
      await kept.keepAnswer(done);
      if (next !== null) void sendUntilAnswered(next.key);
      return kept.dropOldMarks();
    }
    const { status, code, message, details } = outcome.error;
    const isPersonal = definition.personal === true;
    const left = isPersonal ? bare : { ...record, request: null };
    const refused: CommandRecord = { ...left, state: 'refused', refusal: { status, code, message, details } };
    set(refused);
    if (tell(definition, outcome, record)) return dismiss(record.key);
    // The sentence and the details may name other people than those of the request.
    await kept.keepAnswer(
      isPersonal ? { ...refused, refusal: { status, code, message: PERSONAL_REFUSAL, details: {} } } : refused,
    );
  }

  /**
   * Writes the answer and the command that follows from it in one transaction, so that a kill between them loses
   * nothing.
   */
  async function settleWithNext(
    done: CommandRecord,
    here: CommandRecord,
    next: NonNullable<AnyDefinition['next']>,
  ): Promise<CommandRecord | null> {
    const nextOf = (stored: CommandRecord | null): CommandRecord | null => {
      const command = stored ?? get(done.key) ?? here;
      const wanted = next(command);
      return wanted && { ...command, ...wanted, state: 'sending', refusal: null, sentAt: now() };
    };
    settling.add(done.key);
    try {
      return await storage.settle(done, nextOf);
    } catch (error) {
      deps.onNotKept(error);
      const wanted = nextOf(null);
      return wanted && get(wanted.key) === undefined ? wanted : null;
    } finally {
      settling.delete(done.key);
    }
  }

  async function tryOnce(definition: AnyDefinition, record: CommandRecord): Promise<CommandOutcome | CallError> {
    try {
      const { reply, replayed } = await deps.post(definition, record);
      return { kind: 'done', reply, first: !replayed };
    } catch (error) {
      if (!isCallError(error)) throw error;
      if (isHappenedOtherwise(error)) return { kind: 'otherwise', error };
      return isKnownRefusal(error, true) ? { kind: 'refused', error } : error;
    }
  }

  async function isApproved(key: string, refusal: CallError): Promise<boolean> {
    const record = get(key);
    if (refusal.code !== 'approval_needed' || !record || !deps.approve) return false;
    return deps.approve(record, refusal);
  }

  /** Sends the same key and body until the answer is known, while the owner is signed in. */
  async function tryUntilAnswered(key: string): Promise<void> {
    for (let asked = 1, faults = 0; ; asked += 1) {
      const record = get(key);
      if (!record || !isOpen(record) || !isOwnedBy(record, whoNow())) return;
      const definition = await definitionOf(record.kind);
      if (!definition || record.request === null) return;
      const outcome = await tryOnce(definition, record);
      if ('kind' in outcome) {
        if (outcome.kind === 'refused' && (await isApproved(key, outcome.error))) continue;
        return settle(definition, key, outcome);
      }
      void change(key, (current) => (current.state === 'sending' ? { ...current, state: 'unknown' } : current));
      if (isServerFault(outcome)) faults += 1;
      setTrouble(key, { sentence: whyUnanswered(outcome), code: outcome.code, stuck: faults >= STUCK_AFTER });
      await deps.wait(Math.min(Math.max(outcome.retryAfterMs ?? 0, backoffMs(asked)), LONGEST_WAIT_MS));
    }
  }

  const isToBeSent = (key: string): boolean => {
    const record = get(key);
    return record !== undefined && isOpen(record) && isOwnedBy(record, whoNow());
  };

  async function sendUntilAnswered(key: string): Promise<void> {
    if (beingSent.has(key)) return void wantedAgain.add(key);
    beingSent.add(key);
    try {
      for (let failures = 1; isToBeSent(key); failures += 1) {
        try {
          return await deps.lock(key, async () => {
            // Another window may have had the lock, and got the answer, before.
            if (!sentHere.has(key)) await reread(key);
            await tryUntilAnswered(key);
          });
        } catch (error) {
          // The form's code could not be fetched, or the browser's database did not answer. It is tried again.
          deps.onFailed(error);
          setTrouble(key, { sentence: 'This page could not check it.', code: 'not_asked', stuck: false });
          await deps.wait(backoffMs(failures));
        }
      }
    } finally {
      beingSent.delete(key);
      if (wantedAgain.delete(key)) void sendUntilAnswered(key);
    }
  }

  /** Reads a command that another window changed. */
  async function reread(key: string): Promise<void> {
    const record = await storage.get(key);
    const before = get(key);
    // A command that is done here stays done, even if an older copy says otherwise.
    if (before?.state === 'done') return;
    if (record === null) {
      if (before && isOpen(before) && (await kept.keptAgain(before)) !== null) return;
      return forget([key]);
    }
    // The disk may lack what was entered here since.
    if (isOpen(record) && kept.isChanging(key)) return;
    store.setState(({ records, elsewhere }) => ({
      records: new Map(records).set(key, record),
      elsewhere: before === undefined ? new Set(elsewhere).add(key) : elsewhere,
    }));
    if (isOpen(record)) return void sendUntilAnswered(key);
    if (before === undefined || before.state === record.state) return;
    if (record.state !== 'done' && record.state !== 'refused') return;
    watcherOf(record)?.({ kind: 'elsewhere', state: record.state }, before);
  }

  function openOf(kind: string, subject: string, who = whoNow()): CommandRecord | null {
    for (const record of store.getState().records.values()) {
      const isIts = record.kind === kind && record.subject === subject;
      if (isIts && isOpen(record) && concerns(record, who)) return record;
    }
    return null;
  }

  /** Sends the open commands of the signed-in person. */
  function resume(): void {
    for (const key of store.getState().records.keys()) if (isToBeSent(key)) void sendUntilAnswered(key);
  }

  function takeUp(stored: readonly CommandRecord[]): void {
    // The window that was sending it is gone, so its outcome is unknown.
    const found = stored.map((record) =>
      record.state === 'sending' ? { ...record, state: 'unknown' as const } : record,
    );
    store.setState(({ records: here }) => ({
      ready: true,
      records: new Map([...found.map((record) => [record.key, record] as const), ...here]),
    }));
    void kept.dropOldMarks();
    resume();
  }

  /** The browser's database did not answer at start. The stored commands are read once it does. */
  async function openLater(): Promise<void> {
    for (let failures = 1; ; failures += 1) {
      await deps.wait(backoffMs(failures));
      try {
        return takeUp(await storage.all());
      } catch {
        // Reported at start. A private window may refuse its database for as long as it is open.
      }
    }
  }

  return {
    store,
    openOf,
    dismiss,
    reread,

    /**
     * Changes what the form of a command stores and what people read of it; the request never changes.
     * @param by is applied again to the command on the disk, which another window may have amended
     * @returns false when the command had been answered by then, so that the change is not part of it
     */
    amend: (key: string, by: (record: CommandRecord) => Partial<Pick<CommandRecord, 'memo' | 'title'>>) =>
      change(key, (current) => ({ ...current, ...by(current) })),

    /** Reads the stored commands and sends the open ones. Called once, at start. */
    async open(): Promise<void> {
      try {
        takeUp(await storage.all());
      } catch (error) {
        deps.onNotKept(error);
        takeUp([]);
        void openLater();
      }
    },

    resume,

    /**
     * Sends a command. Its form is locked from then on, and the form's watcher gets the answer. Returns false if
     * nothing was sent: nobody is signed in, the form already has an open command, or the key was used before. Nothing
     * on the screen changes then.
     */
    async send<R extends Route, Memo>(
      definition: CommandDefinition<R, Memo> | CommandKind<R, Memo>,
      { subject, title, memo, key = deps.newKey(), params, query, body }: NewCommand<R, Memo>,
    ): Promise<boolean> {
      const owner = whoNow();
      const used = get(key);
      if (owner === null || openOf(definition.kind, subject, owner) !== null || (used && used.state !== 'refused'))
        return false;
      if (isDone(store.getState().records, key)) return false;
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
      beingSent.add(key);
      try {
        const before = await kept.add(record);
        if (before !== null) {
          // Another window sent a command with this key first.
          sentHere.delete(key);
          store.setState(({ elsewhere }) => ({ elsewhere: new Set(elsewhere).add(key) }));
          set(before);
          beingSent.delete(key);
          if (isOpen(before)) void sendUntilAnswered(key);
          return false;
        }
      } catch (error) {
        deps.onNotKept(error);
      }
      announce(key);
      beingSent.delete(key);
      void sendUntilAnswered(key);
      return true;
    },

    /**
     * Asks whether another person's command happened. If it did, the server answers its key to a manager at the same
     * location. If not, asking does not carry it out, because the request still names its owner. After a week the
     * outcome can no longer be known, because the server may have forgotten the key.
     * @throws CallError when there is no answer
     */
    async findOut(key: string): Promise<'happened' | 'not recorded' | 'cannot tell' | 'settled'> {
      const record = get(key);
      const definition = record && (await definitionOf(record.kind));
      if (!definition || !isOpen(record) || record.request === null) return 'settled';
      const outcome = await tryOnce(definition, record);
      if (!('kind' in outcome)) {
        if (outcome.code !== 'sent_by_another') throw outcome;
        return isForgotten(record, now()) ? 'cannot tell' : 'not recorded';
      }
      if (outcome.kind === 'refused') return 'not recorded';
      await settle(definition, key, outcome);
      return 'happened';
    },

    /**
     * Ends a command that gets no answer. From then on the server refuses its request, however late it arrives. If it
     * was carried out before, its answer is used instead. A command older than a week may have been carried out, and
     * the outcome says so.
     * @throws CallError when the server could not be asked; nothing has changed then
     */
    async withdraw(key: string): Promise<'withdrawn' | 'partly' | 'happened' | 'cannot tell' | 'settled'> {
      const record = get(key);
      const definition = record && (await definitionOf(record.kind));
      if (!definition || !isOpen(record)) return 'settled';
      const answer = await deps.withdraw(record);
      const again = answer.happened && record.request !== null ? await tryOnce(definition, record) : null;
      // The server has said once that it happened, and this remains true.
      const isTold = again !== null && 'kind' in again && again.kind !== 'refused';
      await settle(definition, key, isTold ? again : endOfWithdrawn(answer, isForgotten(record, now())));
      if (answer.happened) return 'happened';
      if (answer.partly) return 'partly';
      return isForgotten(record, now()) ? 'cannot tell' : 'withdrawn';
    },

    /** Carries out another person's command in the name of the signed-in person, with the same key. */
    async takeOver(key: string): Promise<void> {
      const owner = whoNow();
      const record = get(key);
      const definition = record && (await definitionOf(record.kind));
      if (!definition || owner === null || record.request === null) return;
      const request = definition.inNameOf?.(record.request, owner) ?? record.request;
      void change(key, (current) => ({ ...current, owner, begunBy: beginnerOf(current), request, state: 'unknown' }));
      await sendUntilAnswered(key);
    },

    /**
     * Watches the commands of one form, or of all forms of a kind (`subject` null), while their owner is signed in.
     * Returns a function that stops it.
     */
    watch<R extends Route, Memo>(
      { kind }: CommandDefinition<R, Memo> | CommandKind<R, Memo>,
      subject: string | null,
      onOutcome: Watcher<R>,
    ): () => void {
      const watcher = { kind, subject, notify: onOutcome as Watcher };
      watchers.push(watcher);
      return () => void watchers.splice(watchers.indexOf(watcher), 1);
    },
  };
}

export type Commands = ReturnType<typeof createCommands>;
