import type { CommandRecord } from './record.ts';

const AGAIN = '~';

const workOf = (key: string) => key.split(AGAIN)[0] ?? key;

/**
 * The key under which work goes on after a withdrawal, which spends its key. It is made of the old one: an older copy of
 * the work, which is all that a killed browser may have kept, comes to the same key, and cannot be done once more.
 */
export function keyAfterWithdrawal(key: string): string {
  const times = Number(key.slice(workOf(key).length + 1));
  return `${workOf(key)}${AGAIN}${times + 1}`;
}

/** Whether both are keys of one piece of work, before and after a withdrawal. */
export function isSameWork(key: string, other: string | null): boolean {
  return other !== null && workOf(key) === workOf(other);
}

/**
 * Whether the work with this key is done. The browser's storage reaches the disk seconds late, so a till that was killed
 * may find work again that was sent; the mark of its command has not been lost.
 */
export function isDone(records: ReadonlyMap<string, Pick<CommandRecord, 'key' | 'state'>>, key: string): boolean {
  for (const record of records.values()) if (record.state === 'done' && isSameWork(record.key, key)) return true;
  return false;
}
