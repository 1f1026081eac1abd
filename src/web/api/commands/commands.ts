import { useEffect, useEffectEvent } from 'react';
import { create, useStore } from 'zustand';
import type { Route } from '#contract/route.ts';
import { call } from '../call/call.ts';
import type { CallError } from '../call/call-error.ts';
import { reportError } from '../reports/error-reports.ts';
import { newUuid } from '../call/new-uuid.ts';
import { recheckSession, useSession } from '../session/session.ts';
import type { AnyDefinition, CommandDefinition, CommandOutcome, NewCommand } from './definition.ts';
import { createCommands } from './engine.ts';
import type { CommandsState, Trouble } from './kept-commands.ts';
import { type CommandOwner, type CommandRecord, concerns, isOpen, isOwnedBy } from './record.ts';
import { overTheWire } from './over-the-wire.ts';
import { patient } from './patient-disk.ts';
import { browserStorage } from './disk.ts';

const waiting = new Set<() => void>();
const WAKE = 'wake';

/** Repeats now every command that waits for its next try. */
export function askNow(): void {
  wake();
  // Another window of this browser may be the one that is asking.
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

/** The signed-in person and their location, in the form that commands store. */
export function ownerNow(): CommandOwner | null {
  const session = useSession.getState();
  if (session.status !== 'signed-in') return null;
  const { id, name, location_id: locationId, location } = session.me.user;
  return { userId: id, name, locationId, location };
}

/**
 * Lets one window at a time ask for a command. Without locks (a page without TLS) several may ask, which its key makes
 * harmless.
 */
function lock(key: string, work: () => Promise<void>): Promise<void> {
  if (!('locks' in navigator)) return work();
  return navigator.locks.request(`tillwright.command.${key}`, work);
}

/** The code of each kind of command. */
export type Loaders = Readonly<Record<string, () => Promise<AnyDefinition>>>;
let loaders: Loaders = {};

type Approve = (
  request: Pick<CommandRecord, 'key' | 'title'> & { readonly owner: Pick<CommandOwner, 'userId' | 'locationId'> },
  refusal: CallError,
) => Promise<boolean>;
const early: (() => void)[] = [];
// Kept commands are sent before the shell is there. One that needs an approval waits for it.
const waitForShell: Approve = (record, refusal) =>
  new Promise((resolve) => void early.push(() => resolve(approve(record, refusal))));
let approve = waitForShell;

/** Sets what asks for the approval of a command. The shell calls it, because any view may send one that needs it. Null: when it goes. */
export function approveBy(ask: Approve | null): void {
  approve = ask ?? waitForShell;
  if (ask) for (const again of early.splice(0)) again();
}

/** Asks for the approval, under its key, of a request that was refused with `approval_needed` and is no command yet, such as a trial. */
export function approvedHere(request: Parameters<Approve>[0], refusal: CallError): Promise<boolean> {
  return approve(request, refusal);
}

/**
 * Names the code of each kind of command. The shell calls it, because a command outlives the view that sent it. The
 * open commands of a person who signed in before the shell was loaded are sent now.
 */
export function defineCommands(all: Loaders): void {
  loaders = all;
  commands.resume();
}

/** The time since which the browser could not keep commands; null while it can. */
// For everybody: the disk is that of the browser.
export const useNotKept = create<{ since: number | null }>(() => ({ since: null }));

const windows = 'BroadcastChannel' in globalThis ? new BroadcastChannel('tillwright.commands') : null;

function announce(message: string): void {
  // A channel has no target origin to name.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  windows?.postMessage(message);
}

export const commands = createCommands({
  storage: patient(browserStorage(), () => useNotKept.setState({ since: null })),
  load: async (kind) => (await loaders[kind]?.()) ?? null,
  // Another window has signed somebody else in, or switched the location.
  ...overTheWire(call, () => void recheckSession()),
  approve: (record, refusal) => approve(record, refusal),
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

/**
 * Another window changed a command and asks on for it. Failing to read it here is harmless: this window finds out at
 * its next try.
 */
function reportHeard(error: unknown): void {
  reportError(error, { context: 'hear of a command' });
}

/**
 * Reads the stored commands, once at start. No form is shown before that, because a form must know whether it was sent.
 */
export async function openCommands(): Promise<void> {
  windows?.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    if (data === WAKE) wake();
    else if (typeof data === 'string') void commands.reread(data).catch(reportHeard);
  });
  // Commands that wait for a network are repeated as soon as there is one.
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
  const sentence = `${command.owner.name} has taken this over and is checking it.`;
  return { sentence, code: 'taken_over', stuck: false };
}

/** Why `send` sent nothing, in words for the person who pressed. */
export function whyNotSent(key: string | undefined): string {
  const used = key === undefined ? undefined : commands.store.getState().records.get(key);
  if (used && isOpen(used) && !concerns(used, ownerNow())) {
    return `${used.owner.name} has sent this, and it has no answer yet. Do not send it again.`;
  }
  return 'This was sent before. Look at the history before you send it again.';
}

export interface FormCommand<R extends Route, Memo> {
  /** The command that was sent and has no answer yet: the form shows it and cannot be edited. */
  readonly open: CommandRecord | null;
  /** The data that the form stored with it. */
  readonly memo: Memo | null;
  /** No answer has arrived, so it may or may not have happened. */
  readonly unknown: boolean;
  readonly trouble: Trouble | null;
  readonly send: (command: Omit<NewCommand<R, Memo>, 'subject'>) => Promise<boolean>;
}

/**
 * The command of one form. It is found again after a reload, or when the form is opened again.
 * @param onOutcome receives the answer while the form is on the screen. `here` is false when another window sent the
 * command, which then does not contain what was typed in this one.
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
