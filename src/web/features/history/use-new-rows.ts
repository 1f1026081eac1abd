import { useState } from 'react';
import { type HistoryRow, newestOf } from './history-rows.ts';

interface Seen {
  readonly scope: string;
  readonly newest: number;
}

const NONE: ReadonlySet<string> = new Set();

/**
 * Keys of the rows that came in while the list was looked at. Movements are numbered as they happen: what is above the
 * highest number seen first is new.
 * @param rows undefined while they are not those of the scope
 * @param scope the list without its page: another list is seen for the first time
 * @param isNewest whether this page begins with the newest; before it was seen nothing can be called new
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
