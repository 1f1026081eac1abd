import { scrollStop } from './scroll-stop.ts';
import type { ReactNode } from 'react';
import { Button } from '../controls/button.tsx';
import { cx } from '../cx.ts';
import { type ColumnHead, ColumnHeads } from './column-heads.tsx';
import { NearEnd } from './near-end.tsx';

/** The state of a list that is fetched page by page. */
interface GrowingPages {
  readonly error: Error | null;
  readonly isPending: boolean;
  readonly isFetchNextPageError: boolean;
  readonly hasNextPage: boolean;
  readonly isFetchingNextPage: boolean;
  readonly fetchNextPage: () => unknown;
  readonly refetch: () => unknown;
}

interface Words {
  readonly loading: string;
  readonly failed: string;
  readonly empty: string;
  readonly end: string;
}

/**
 * A table of limited height that fetches more rows as it is scrolled, with a title and a total.
 * @param total such as "3 orders"; null until it is known
 * @param minWidth in a narrower space the table scrolls sideways
 * @param children the bodies of the table; not drawn while `rows` is 0
 */
export function GrowingTable({
  label,
  total,
  pages,
  words,
  heads,
  minWidth,
  rows,
  children,
}: {
  label: string;
  total: string | null;
  pages: GrowingPages;
  words: Words;
  heads: readonly ColumnHead[];
  minWidth: string;
  rows: number;
  children: ReactNode;
}) {
  const { error, isPending, isFetchNextPageError, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = pages;
  return (
    <section aria-label={label} className="min-w-0">
      <h3 className="mb-1.5 flex items-baseline gap-2 text-sm font-medium">
        {label}
        {total !== null && <span className="text-xs font-normal text-ink-3 tabular-nums">{total}</span>}
      </h3>
      <div ref={scrollStop} data-scrolls role="group" aria-label={label} className="max-h-96 overflow-auto">
        {rows > 0 && (
          <table className={cx('w-full text-sm', minWidth)}>
            <thead>
              <ColumnHeads heads={heads} className="sticky top-0 z-1 bg-panel py-1.5 pr-3 last:pr-0" />
            </thead>
            {children}
          </table>
        )}
        <NearEnd
          more={hasNextPage}
          busy={isFetchingNextPage || isFetchNextPageError}
          onMore={() => void fetchNextPage()}
        >
          {error ? (
            <>
              {words.failed}{' '}
              <Button size="sm" onClick={() => void (isFetchNextPageError ? fetchNextPage() : refetch())}>
                Retry
              </Button>
            </>
          ) : isPending ? (
            words.loading
          ) : isFetchingNextPage ? (
            'Loading more...'
          ) : rows === 0 ? (
            words.empty
          ) : hasNextPage ? (
            ''
          ) : (
            words.end
          )}
        </NearEnd>
      </div>
    </section>
  );
}
