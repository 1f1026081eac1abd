import { scrollStop } from '#web/ui/rows/scroll-stop.ts';
import { displayInstant } from '#web/ui/dates.ts';
import { useEffect, useRef } from 'react';
import type { HistoryEntry } from '#contract/history.ts';
import { useMe } from '#web/api/session/session.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { cx } from '#web/ui/cx.ts';
import { Reference } from './stock-figure-reference.tsx';
import { ChangeType } from './stock-figure-type.tsx';
import { changeTone, displayChange, displayStock } from './stock-figure-words.ts';
import { Truncate } from '#web/ui/controls/truncate.tsx';

/** More is fetched this far from the end. Rule: display/endless-lists. */
const NEAR_END_PX = 100;

const HEAD = 'sticky top-0 z-10 h-8 bg-raised px-2 text-left font-medium text-ink-3';

/** Movements of one item, newest first. Older ones are fetched as the list is scrolled. */
export function MovementsTable({
  label,
  unit,
  movements,
  hasMore,
  isFetching,
  isUpdating,
  failed,
  onLeave,
  onMore,
}: {
  label: string;
  /** The unit of the item, such as "g"; nothing for pieces. */
  unit: string | undefined;
  movements: readonly HistoryEntry[];
  hasMore: boolean;
  isFetching: boolean;
  /** True during every fetch, also one of what is shown already. */
  isUpdating: boolean;
  failed: boolean;
  /** Called before another view opens. */
  onLeave: () => void;
  onMore: () => void;
}) {
  const { user } = useMe();
  const pane = useRef<HTMLDivElement>(null);
  const end = useRef<HTMLDivElement>(null);
  const more = useRef(onMore);
  useEffect(() => {
    more.current = onMore;
  });
  useEffect(() => scrollStop(pane.current), []);
  // Checked after every page, because a page that does not fill the pane must fetch the next, and after every other fetch: "more" that was asked
  // for meanwhile has joined it.
  useEffect(() => {
    if (!hasMore || failed || !end.current) return;
    const observer = new IntersectionObserver(([seen]) => seen?.isIntersecting && more.current(), {
      root: pane.current,
      rootMargin: `${NEAR_END_PX}px`,
    });
    observer.observe(end.current);
    return () => observer.disconnect();
  }, [hasMore, failed, isUpdating, movements.length]);

  return (
    <div ref={pane} role="region" aria-label={label} className="h-full overflow-auto rounded-md">
      <table className="phone-table w-full table-fixed text-sm [--phone-indent:0.5rem]">
        <thead data-phone-head className="text-xs">
          <tr>
            <th className={cx(HEAD, 'w-44')}>Date &amp; Time</th>
            <th className={cx(HEAD, 'w-43')}>Type</th>
            <th className={cx(HEAD, 'w-22 text-right')}>Change</th>
            <th className={cx(HEAD, 'w-36 text-right')}>Stock</th>
            <th className={cx(HEAD, 'w-26')}>User</th>
            <th className={HEAD}>Source</th>
          </tr>
        </thead>
        <tbody>
          {movements.map((entry) => (
            <tr key={entry.id} className="phone-row h-row border-t border-line">
              <td data-phone="2-left" className="truncate px-2 text-ink-2">
                {displayInstant(entry.created_at, user.time_zone)}
              </td>
              <td data-phone="1-left" className="px-2">
                <ChangeType entry={entry} />
              </td>
              <td data-phone="1-right" className={cx('px-2 text-right font-medium', changeTone(entry.quantity_change))}>
                {displayChange(entry.quantity_change, unit)}
              </td>
              <td data-phone="2-right" className="px-2 text-right whitespace-nowrap">
                <span className="text-ink-3">{displayStock(entry.old_stock)}</span>
                <span className="text-ink-3"> → </span>
                {displayStock(entry.new_stock, unit)}
              </td>
              <td data-phone="3-left" className="px-2">
                <Truncate text={entry.user_name} className="text-ink-2" />
              </td>
              <td data-phone="3-right" className="px-2">
                <Reference entry={entry} onLeave={onLeave} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <div ref={end} className="grid min-h-9 place-items-center py-1 text-sm text-ink-3">
        {failed ? (
          <span className="flex items-center gap-3">
            Older movements could not be loaded.
            <Button size="sm" onClick={onMore}>
              Retry
            </Button>
          </span>
        ) : hasMore || isFetching ? (
          'Loading more...'
        ) : (
          'No older movements'
        )}
      </div>
    </div>
  );
}
