import { ChevronLeft, ChevronRight } from 'lucide-react';
import type { OrdersPage } from './orders-queries.ts';
import { Button } from '#web/ui/button.tsx';
import { goToPage } from './orders-state.ts';

/** Only when there is more than one page. Source: spec §2, "Pagination footer". */
export function Pages({ meta, busy }: { meta: OrdersPage['meta']; busy: boolean }) {
  const { page, pages, total, total_is_lower_bound: atLeast } = meta;
  if (pages <= 1) return null;
  const count = `${total.toLocaleString('en-US')}${atLeast ? '+' : ''}`;
  return (
    <nav
      aria-label="Pages"
      className="flex h-12 shrink-0 items-center justify-between gap-3 border-t border-line bg-panel px-3 text-sm"
    >
      <span aria-live="polite" className="text-ink-2 tabular-nums">
        Page {page.toLocaleString('en-US')} of {pages.toLocaleString('en-US')} ({count} orders)
      </span>
      <span className="flex gap-2">
        <Button
          disabled={page <= 1}
          aria-busy={busy}
          icon={<ChevronLeft aria-hidden className="size-4" />}
          onClick={() => goToPage(page - 1)}
        >
          Previous
        </Button>
        <Button disabled={page >= pages} aria-busy={busy} onClick={() => goToPage(page + 1)}>
          Next
          <ChevronRight aria-hidden className="size-4" />
        </Button>
      </span>
    </nav>
  );
}
