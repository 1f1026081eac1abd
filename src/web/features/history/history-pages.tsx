import { ChevronLeft, ChevronRight } from 'lucide-react';
import { Button } from '#web/ui/button.tsx';
import { goToPage } from './history-state.ts';

/** Source: spec §2, "Pagination Previous/Next with 'Page X of Y'". */
export function HistoryPages({
  page,
  pages,
  total,
  atLeast,
}: {
  page: number;
  pages: number;
  total: number;
  atLeast: boolean;
}) {
  return (
    <nav
      aria-label="Pages"
      className="flex h-12 shrink-0 items-center gap-3 border-t border-line bg-panel px-3 text-sm tabular-nums"
    >
      <span aria-live="polite" className="text-ink-2">
        Page {page.toLocaleString('en-US')} of {pages.toLocaleString('en-US')}
      </span>
      <span className="text-ink-3">
        {total.toLocaleString('en-US')}
        {atLeast && '+'} {total === 1 ? 'entry' : 'entries'}
      </span>
      <span className="grow" />
      <Button
        disabled={page <= 1}
        icon={<ChevronLeft aria-hidden className="size-4" />}
        onClick={() => goToPage(page - 1)}
      >
        Previous
      </Button>
      <Button disabled={page >= pages} onClick={() => goToPage(page + 1)}>
        Next
        <ChevronRight aria-hidden className="size-4" />
      </Button>
    </nav>
  );
}
