import { useEffect } from 'react';
import { LONGEST_TITLE, MOST_REPORTED, reportUnsettledRoute } from '#contract/commands.ts';
import { call } from '#web/api/call.ts';
import { commands, ownerNow } from '#web/api/commands/commands.ts';
import { type CommandRecord, isOpen, isOwnedBy } from '#web/api/commands/record.ts';
import { useLive } from '#web/api/live.ts';
import { signOut } from '#web/api/session.ts';
import { ask } from '#web/ui/prompts.tsx';

/** Commands that nobody asks for: their owner is not here. */
function leftBehind(records: ReadonlyMap<string, CommandRecord>): CommandRecord[] {
  const owner = ownerNow();
  return [...records.values()].filter((record) => isOpen(record) && !isOwnedBy(record, owner));
}

/** Keys that the server was told of; they outlive the page, so that it is told of their end, too. */
const TOLD = 'tillwright.commands.told';

function readTold(): string[] {
  try {
    return localStorage.getItem(TOLD)?.split(' ').filter(Boolean) ?? [];
  } catch {
    return [];
  }
}

function writeTold(keys: readonly string[]): void {
  try {
    localStorage.setItem(TOLD, keys.join(' '));
  } catch {
    // Storage is full or switched off: the server is told again, which does no harm.
  }
}

const report = (unsettled: readonly CommandRecord[], settled: string[]) =>
  call(reportUnsettledRoute, {
    body: {
      unsettled: unsettled.slice(0, MOST_REPORTED).map(({ key, title, owner, sentAt }) => ({
        key,
        title: title.slice(0, LONGEST_TITLE),
        owner_id: owner.userId,
        location_id: owner.locationId,
        sent_at: new Date(sentAt).toISOString(),
      })),
      settled,
    },
    retries: 0,
  });

/**
 * Tells the server what was left at this till unanswered, so that managers elsewhere see it, and what of that is
 * settled since. What cannot be told now is told with the next change, or when the connection is back.
 */
export function useReportLeftBehind(records: ReadonlyMap<string, CommandRecord>): void {
  const reachable = useLive((state) => state.reachable);
  const keys = leftBehind(records)
    .map(({ key }) => key)
    .join(' ');
  useEffect(() => {
    const left = leftBehind(commands.store.getState().records);
    const told = readTold();
    const settled = told.filter((key) => !left.some((record) => record.key === key));
    const isTold = left.slice(0, MOST_REPORTED).every(({ key }) => told.includes(key));
    if (!reachable || (isTold && settled.length === 0)) return;
    void report(left, settled).then(
      () => writeTold(left.slice(0, MOST_REPORTED).map(({ key }) => key)),
      // The till keeps what it could not tell.
      () => undefined,
    );
  }, [keys, reachable]);
}

function sentenceFor(open: readonly CommandRecord[]): string {
  const what = open.length === 1 ? (open[0]?.title ?? '') : `${open.length.toLocaleString('en-US')} things you sent`;
  const [verb, it] = open.length === 1 ? ['has', 'it'] : ['have', 'them'];
  return `${what} ${verb} no answer yet. ${it === 'it' ? 'It is' : 'They are'} kept in this browser, but only you, or a manager at this till, can find out what became of ${it}. Stay until the answer is here if you can.`;
}

/**
 * Signs out, after a warning when something is still on its way. Managers are told of it if the server can be reached.
 * @throws CallError when the server could not be told: still signed in
 */
export async function leave(): Promise<boolean> {
  const owner = ownerNow();
  const open = [...commands.store.getState().records.values()].filter(
    (record) => isOpen(record) && isOwnedBy(record, owner),
  );
  if (open.length > 0) {
    const leaves = await ask({
      title: 'Not everything is saved yet',
      message: sentenceFor(open),
      confirmLabel: 'Sign out all the same',
      cancelLabel: 'Stay',
      tone: 'danger',
    });
    if (!leaves) return false;
    await report(open, []).then(
      () => writeTold([...readTold(), ...open.map(({ key }) => key)]),
      () => undefined,
    );
  }
  await signOut();
  return true;
}
