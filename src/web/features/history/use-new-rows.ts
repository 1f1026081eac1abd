import { useState } from 'react';
import { type HistoryRow, newestOf } from './history-rows.ts';

interface Seen {
  readonly scope: string;
  readonly newest: number;
}

const NONE: ReadonlySet<string> = new Set();

/**
 * The keys of rows that arrived while the list was on the screen. Movement ids rise, so rows above the highest id seen
 * at first are new.
 * @param rows undefined while they belong to another scope
 * @param scope the list without its page; in another list nothing is new at first
 * @param isNewest true if this page begins with the newest movement; nothing is marked as new until that page was seen
 */
export function useNewRows(
  rows: readonly HistoryRow[] | undefined,
  scope: string,
  isNewest: boolean,
): ReadonlySet<string> {
  const [seen, setSeen] = useState<Seen | null>(null);
  const isSeen = seen !== null && seen.scope === scope;
  if (rows && isNewest && !isSeen) setSeen({ scope, newest: Math.max(0, ...rows.map(newestOf)) });
  if (!rows || !isSeen) return NONE;
  return new Set(rows.filter((row) => newestOf(row) > seen.newest).map(({ key }) => key));
}
