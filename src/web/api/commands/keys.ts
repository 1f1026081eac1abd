import type { CommandRecord } from './record.ts';

const AGAIN = '~';

const workOf = (key: string) => key.split(AGAIN)[0] ?? key;

/**
 * The key with which work goes on after a withdrawal, which uses up the former key. It is derived from the former key,
 * so that an older copy of the work, which may be all that a killed browser has stored, gets the same key and cannot be
 * done a second time.
 */
export function keyAfterWithdrawal(key: string): string {
  const times = Number(key.slice(workOf(key).length + 1));
  return `${workOf(key)}${AGAIN}${times + 1}`;
}

/** Says whether two keys belong to the same work, before and after a withdrawal. */
export function isSameWork(key: string, other: string | null): boolean {
  return other !== null && workOf(key) === workOf(other);
}

/**
 * Says whether the work with this key is done. localStorage reaches the disk seconds late, so a killed till may find work
 * that it had sent. The mark of its command is on the disk for certain.
 */
export function isDone(records: ReadonlyMap<string, Pick<CommandRecord, 'key' | 'state'>>, key: string): boolean {
  for (const record of records.values()) if (record.state === 'done' && isSameWork(record.key, key)) return true;
  return false;
}

/** The server forgets keys after this time. */
const KEY_KEPT_MS = 7 * 24 * 60 * 60_000;
/** Long before that, the answer is on the disk by another way. */
const DONE_MEMO_KEPT_MS = 24 * 60 * 60_000;

/** A clock that was set back by more does not tell how long ago something was sent. */
const MOST_SET_BACK_MS = 24 * 60 * 60_000;

/**
 * The time since the command was sent, in ms. This browser's clock measures it: it may be wrong, but is equally wrong at
 * both ends, unless it was set meanwhile. When it was set back by more than a day, nobody knows the time, and the
 * command counts as too old for the server to remember its key.
 */
export function ageMs({ sentAt }: Pick<CommandRecord, 'sentAt'>, now: number): number {
  const age = now - sentAt;
  return age < -MOST_SET_BACK_MS ? KEY_KEPT_MS + 1 : Math.max(0, age);
}

/** Says whether the server may have forgotten the key. The outcome of the command can then no longer be known. */
export function isForgotten(record: Pick<CommandRecord, 'sentAt'>, now: number): boolean {
  return ageMs(record, now) > KEY_KEPT_MS;
}

/** Says whether the mark of a done command can be dropped. */
export function isOldMark({ sentAt, memo }: Pick<CommandRecord, 'sentAt' | 'memo'>, now: number): boolean {
  return now - sentAt > (memo === null ? KEY_KEPT_MS : DONE_MEMO_KEPT_MS);
}
