import { ChevronLeft, ChevronRight } from 'lucide-react';
import { Button } from '../controls/button.tsx';

interface PagesProps {
  page: number;
  pages: number;
  /** The total over all pages, such as "1,200 orders". */
  count: string;
  /** There are more pages than are counted. */
  orMore?: boolean;
  /** The requested page is being fetched. */
  busy?: boolean;
  onPage: (page: number) => void;
}

/** Below a list that has pages. Rule: display/pages. */
export function Pages({ page, pages, count, orMore = false, busy = false, onPage }: PagesProps) {
  return (
    <nav
      aria-label="Pages"
      className="flex h-12 shrink-0 items-center justify-between gap-3 border-t border-line bg-panel px-3 text-sm"
    >
      <span aria-live="polite" className="text-ink-2 tabular-nums">
        Page {page.toLocaleString('en-US')} of {pages.toLocaleString('en-US')}
        {orMore && '+'} ({count})
      </span>
      <span className="flex gap-2">
        <Button
          disabled={page <= 1}
          aria-busy={busy}
          icon={<ChevronLeft aria-hidden className="size-4" />}
          onClick={() => onPage(page - 1)}
        >
          Previous
        </Button>
        <Button disabled={page >= pages} aria-busy={busy} onClick={() => onPage(page + 1)}>
          Next
          <ChevronRight aria-hidden className="size-4" />
        </Button>
      </span>
    </nav>
  );
}
