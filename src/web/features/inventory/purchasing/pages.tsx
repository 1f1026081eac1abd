import { ChevronLeft, ChevronRight } from 'lucide-react';
import { Button } from '#web/ui/button.tsx';
import { counted } from './figures.ts';
import type { PoPage } from './purchasing-queries.ts';

/** Only when there is more than one page. */
export function Pages({
  meta: { page, pages, total },
  busy,
  onPage,
}: {
  meta: PoPage['meta'];
  busy: boolean;
  onPage: (page: number) => void;
}) {
  if (pages <= 1) return null;
  return (
    <nav
      aria-label="Pages"
      className="flex h-12 shrink-0 items-center justify-between gap-3 border-t border-line bg-panel px-4 text-sm"
    >
      <span aria-live="polite" className="text-ink-2 tabular-nums">
        Page {page.toLocaleString('en-US')} of {pages.toLocaleString('en-US')} ({counted(total, 'purchase order')})
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
