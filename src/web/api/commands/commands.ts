import { useEffect, useEffectEvent } from 'react';
import { create, useStore } from 'zustand';
import { LONGEST_TITLE, withdrawCommandRoute } from '#contract/commands.ts';
import type { Route } from '#contract/route.ts';
import { call, type CallOptions } from '../call/call.ts';
import { isCallError } from '../call/call-error.ts';
import { reportError } from '../reports/error-reports.ts';
import { newUuid } from '../call/new-uuid.ts';
import { recheckSession, useSession } from '../session/session.ts';
import type { AnyDefinition, CommandDefinition, CommandOutcome, NewCommand } from './definition.ts';
import { type CommandsState, createCommands, type Trouble } from './engine.ts';
import { type CommandOwner, type CommandRecord, concerns, isOpen, isOwnedBy } from './record.ts';
import { browserStorage } from './storage.ts';

/** A database that does not answer must not keep a customer waiting: the sale is sent all the same. */
const STORAGE_TIMEOUT_MS = 3000;
const HUNG_FOR_MS = 60_000;

const waiting = new Set<() => void>();
const WAKE = 'wake';

/** Asks at once what is waiting to be asked again. */
export function askNow(): void {
  wake();
  // Another window of this browser may be the one that asks.
  announce(WAKE);
}

function wake(): void {
  for (const one of waiting) one();
  commands.resume();
}

function wait(ms: number): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      waiting.delete(end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    waiting.add(end);
  });
}

/** Who is signed in, and where, as commands remember it. */
export function ownerNow(): CommandOwner | null {
  const session = useSession.getState();
  if (session.status !== 'signed-in') return null;
  const { id, name, location_id: locationId, location } = session.me.user;
  return { userId: id, name, locationId, location };
}

/** One window at a time asks for a command. Without locks (a page without TLS) all may: its key makes that harmless. */
function lock(key: string, work: () => Promise<void>): Promise<void> {
  if (!('locks' in navigator)) return work();
  return navigator.locks.request(`tillwright.command.${key}`, work);
}

type Loaders = Record<string, () => Promise<AnyDefinition>>;
let loaders: Loaders = {};

/** Says where the code of each kind of command is. The shell does: a command outlives the view that sent it. */
export function defineCommands(all: Loaders): void {
  loaders = all;
}

/** Since when the browser keeps nothing of what is sent; null while it does. */
// For everybody: the disk is that of the browser.
export const useNotKept = create<{ since: number | null }>(() => ({ since: null }));

let hungAt = -Infinity;

/** One that hung just now is not waited for by each command anew. */
async function within<Value>(work: () => Promise<Value>): Promise<Value> {
  if (performance.now() - hungAt < HUNG_FOR_MS) throw new Error('The database of the browser does not answer.');
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      hungAt = performance.now();
      reject(new Error('The database of the browser does not answer.'));
    }, STORAGE_TIMEOUT_MS);
  });
  try {
    const value = await Promise.race([work(), late]);
    useNotKept.setState({ since: null });
    return value;
  } finally {
    clearTimeout(timer);
  }
}

const kept = browserStorage();
const windows = 'BroadcastChannel' in globalThis ? new BroadcastChannel('tillwright.commands') : null;

function announce(message: string): void {
  // A channel has no origin to name.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  windows?.postMessage(message);
}

export const commands = createCommands({
  storage: {
    all: () => within(() => kept.all()),
    get: (key) => within(() => kept.get(key)),
    add: (record) => within(() => kept.add(record)),
    amend: (key, by) => within(() => kept.amend(key, by)),
    settle: (record, nextOf) => within(() => kept.settle(record, nextOf)),
    remove: (keys) => within(() => kept.remove(keys)),
  },
  load: async (kind) => (await loaders[kind]?.()) ?? null,
  post: async ({ route, timeoutMs }, { key, owner, sentAt, request }) => {
    let replayed = false;
    const frozen: unknown = {
      ...request,
      idempotencyKey: key,
      sentBy: owner,
      // By this clock, which may be wrong by years, but wrong alike at both ends.
      sentBeforeMs: Math.max(0, Date.now() - sentAt),
      retries: 0,
      ...(timeoutMs !== undefined && { timeoutMs }),
      onReplayed: () => {
        replayed = true;
      },
    };
    try {
      const reply: unknown = await call(route as Route, frozen as CallOptions<Route>);
      return { reply, replayed };
    } catch (error) {
      // Another window has signed somebody else in, or gone to another location.
      if (isCallError(error, 'sent_by_another')) void recheckSession();
      throw error;
    }
  },
  withdraw: ({ key, owner, title }) =>
    call(withdrawCommandRoute, { body: { key, owner_id: owner.userId, title: title.slice(0, LONGEST_TITLE) } }),
  whoNow: ownerNow,
  newKey: newUuid,
  now: () => Date.now(),
  wait,
  lock,
  announce,
  onNotKept: (error) => {
    reportError(error, { context: 'keep a command' });
    useNotKept.setState(({ since }) => ({ since: since ?? Date.now() }));
  },
  onFailed: (error) => reportError(error, { context: 'ask for a command' }),
});

/** The window that changed it asks on; this one finds out when it asks itself. */
function reportHeard(error: unknown): void {
  reportError(error, { context: 'hear of a command' });
}

/** Reads what the browser kept. Runs once at start; nothing that may have been sent is shown as new before. */
export async function openCommands(): Promise<void> {
  windows?.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    if (data === WAKE) wake();
    else if (typeof data === 'string') void commands.reread(data).catch(reportHeard);
  });
  // What waits for a network asks as soon as there is one.
  window.addEventListener('online', wake);
  let before = ownerNow();
  useSession.subscribe(() => {
    const owner = ownerNow();
    if (owner?.userId === before?.userId && owner?.locationId === before?.locationId) return;
    before = owner;
    commands.resume();
  });
  await commands.open();
}

export function useCommands<Part>(select: (state: CommandsState) => Part): Part {
  return useStore(commands.store, select);
}

/** Why an open command has no answer yet. */
export function useTrouble(command: CommandRecord | null): Trouble | null {
  const trouble = useCommands(({ troubles }) => (command ? (troubles.get(command.key) ?? null) : null));
  if (!command || isOwnedBy(command, ownerNow())) return trouble;
  const sentence = `${command.owner.name} has taken this over, and finds out what became of it.`;
  return { sentence, code: 'taken_over', stuck: false };
}

/** Why `send` has sent nothing, for whoever pressed. */
export function whyNotSent(key: string | undefined): string {
  const used = key === undefined ? undefined : commands.store.getState().records.get(key);
  if (used && isOpen(used) && !concerns(used, ownerNow())) {
    return `${used.owner.name} has sent this, and it has no answer yet. Do not send it again.`;
  }
  return 'This was sent before. Look at the history before you send it again.';
}

export interface FormCommand<R extends Route, Memo> {
  /** What was sent and is not answered yet: the form shows this, and cannot be edited. */
  readonly open: CommandRecord | null;
  /** What the form kept with it. */
  readonly memo: Memo | null;
  /** The answer has not come: it may or may not have happened. */
  readonly unknown: boolean;
  readonly trouble: Trouble | null;
  readonly send: (command: Omit<NewCommand<R, Memo>, 'subject'>) => Promise<boolean>;
}

/**
 * The command of one form, found again after a reload or when the form is opened anew.
 * @param onOutcome hears the answer, while the form is on the screen. `here` is false when another window sent the
 * command: what is typed in this one is no part of it.
 */
export function useCommand<R extends Route, Memo>(
  definition: CommandDefinition<R, Memo>,
  subject: string,
  onOutcome: (outcome: CommandOutcome<R>, memo: Memo | null, here: boolean) => void,
): FormCommand<R, Memo> {
  const owner = ownerNow();
  const open = useCommands(({ records }) => {
    for (const record of records.values()) {
      const isIts = record.kind === definition.kind && record.subject === subject;
      if (isIts && isOpen(record) && concerns(record, owner)) return record;
    }
    return null;
  });
  const trouble = useTrouble(open);
  const heard = useEffectEvent((outcome: CommandOutcome<R>, command: CommandRecord) =>
    onOutcome(outcome, definition.readMemo(command.memo), !commands.store.getState().elsewhere.has(command.key)),
  );
  useEffect(
    () => commands.watch(definition, subject, (outcome, command) => heard(outcome, command)),
    [definition, subject],
  );
  return {
    open,
    memo: open && definition.readMemo(open.memo),
    unknown: open?.state === 'unknown',
    trouble,
    send: (command) => commands.send(definition, { ...command, subject } as NewCommand<R, Memo>),
  };
}
