import { useEffect, useState } from 'react';
import { z } from 'zod';
import { LONGEST_TITLE, MOST_REPORTED, reportUnsettledRoute } from '#contract/commands.ts';
import { call } from '#web/api/call/call.ts';
import { commands, ownerNow } from '#web/api/commands/commands.ts';
import { type CommandRecord, isOpen, isOwnedBy } from '#web/api/commands/record.ts';
import { useLive } from '#web/api/queries/live.ts';
import { queryClient } from '#web/api/queries/query-client.ts';
import { signOut } from '#web/api/session/session.ts';
import { ask } from '#web/ui/layers/prompts.tsx';

/** Unanswered commands whose owner is not signed in here. */
function leftBehind(records: ReadonlyMap<string, CommandRecord>): CommandRecord[] {
  const owner = ownerNow();
  return [...records.values()].filter((record) => isOpen(record) && !isOwnedBy(record, owner));
}

/**
 * The commands that the server was told of, and the times. The record outlives the page, so that the server can be told
 * when one of them is settled.
 */
const TOLD = 'tillwright.commands.told';
type Told = ReadonlyMap<string, number>;

/** The server forgets a command that is not reported again within a week. */
const AGAIN_AFTER_MS = 24 * 60 * 60_000;
const LOOK_EVERY_MS = 60 * 60_000;

const toldSchema = z.record(z.string(), z.number());

function readTold(): Told {
  try {
    return new Map(Object.entries(toldSchema.parse(JSON.parse(localStorage.getItem(TOLD) ?? '{}'))));
  } catch {
    // The record is broken, from another build, or there is no storage. The server is told again, which does no harm.
    return new Map();
  }
}

function writeTold(told: Told): void {
  try {
    localStorage.setItem(TOLD, JSON.stringify(Object.fromEntries(told)));
  } catch {
    // The storage is full or switched off. The server is told again, which does no harm.
  }
}

/**
 * Says whether to tell the server: of commands that it does not know, that it was last told of a day ago, or that are
 * settled.
 */
export function isToBeTold(left: readonly string[], told: Told, now: number): boolean {
  const isFresh = (key: string) => Math.abs(now - (told.get(key) ?? -Infinity)) < AGAIN_AFTER_MS;
  return !left.every(isFresh) || [...told.keys()].some((key) => !left.includes(key));
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

/** The unanswered commands of all tills, as the server was told of them. */
export const UNSETTLED = ['unsettled'];

/** Rises each hour, so that a till that stays open tells the server again. */
function useHour(): number {
  const [hour, setHour] = useState(0);
  useEffect(() => {
    const timer = window.setInterval(() => setHour((before) => before + 1), LOOK_EVERY_MS);
    return () => window.clearInterval(timer);
  }, []);
  return hour;
}

/**
 * Tells the server which commands are unanswered at this till, so that managers elsewhere see them, and which of them
 * are settled since. It does so at each sign-in and once a day. If the server cannot be reached, it is told at the next
 * change or when the connection is back.
 */
export function useReportLeftBehind(records: ReadonlyMap<string, CommandRecord>): void {
  const reachable = useLive((state) => state.reachable);
  const hour = useHour();
  const keys = leftBehind(records)
    .map(({ key }) => key)
    .join(' ');
  useEffect(() => {
    const all = leftBehind(commands.store.getState().records);
    const left = all.slice(0, MOST_REPORTED);
    const told = readTold();
    const leftKeys = left.map(({ key }) => key);
    if (!reachable || !isToBeTold(leftKeys, told, Date.now())) return;
    const settled = [...told.keys()].filter((key) => !all.some((record) => record.key === key));
    void report(left, settled).then(
      () => {
        writeTold(new Map(leftKeys.map((key) => [key, Date.now()])));
        void queryClient.invalidateQueries({ queryKey: UNSETTLED });
      },
      // Not told: the next report includes it.
      () => undefined,
    );
  }, [keys, reachable, hour]);
}

type Leaving = 'sign out' | 'switch' | 'go there';

/** A command waits for its owner at its location, so moving to another location leaves it behind as well. */
function sentenceFor(open: readonly CommandRecord[], leaving: Leaving): string {
  const [first, ...others] = open;
  const isOne = others.length === 0;
  const what = isOne ? (first?.title ?? '') : `${open.length.toLocaleString('en-US')} things you sent`;
  const kept = `${what} ${isOne ? 'has' : 'have'} no answer yet. ${isOne ? 'It is' : 'They are'} kept in this browser`;
  const it = isOne ? 'it' : 'them';
  const place = first?.owner.location ?? 'this location';
  const until =
    leaving === 'go there'
      ? ` and checked again when you are back at ${place}`
      : `, but only you, or a manager at this till, can find out what became of ${it}`;
  return `${kept}${until}. Stay until the answer is here if you can.`;
}

/**
 * Warns a person who leaves the till, or its location, while a command of theirs has no answer. Managers are told of it
 * if the server can be reached. Rule: wire/left-behind.
 * @returns false to stay
 */
export async function mayLeave(leaving: Leaving): Promise<boolean> {
  const owner = ownerNow();
  const open = [...commands.store.getState().records.values()].filter(
    (record) => isOpen(record) && isOwnedBy(record, owner),
  );
  if (open.length === 0) return true;
  const leaves = await ask({
    title: 'Not everything is saved yet',
    message: sentenceFor(open, leaving),
    confirmLabel: `${leaving.charAt(0).toUpperCase()}${leaving.slice(1)} all the same`,
    cancelLabel: 'Stay',
    tone: 'danger',
  });
  if (!leaves) return false;
  await report(open, []).then(
    () => writeTold(new Map([...readTold(), ...open.map(({ key }) => [key, Date.now()] as const)])),
    () => undefined,
  );
  return true;
}

/**
 * Signs out, after a warning when something has no answer yet.
 * @throws CallError when signing out failed
 */
export async function leave(): Promise<boolean> {
  if (!(await mayLeave('sign out'))) return false;
  await signOut();
  return true;
}
