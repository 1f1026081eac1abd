import type { PoSummary } from '#contract/purchasing.ts';
import { cx } from '#web/ui/cx.ts';
import { percentReceived, progressWords } from '../order-words.ts';

/** The share of an order that has arrived, in figures and as a bar. */
export function Progress({ order, className }: { order: PoSummary; className?: string }) {
  const percent = percentReceived(order);
  return (
    <span className={cx('flex min-w-0 items-center gap-2', className)}>
      <span aria-hidden className="h-1.5 w-16 shrink-0 overflow-hidden rounded-full bg-press">
        <span
          className={cx('block h-full rounded-full', order.status === 'cancelled' ? 'bg-ink-3' : 'bg-accent')}
          style={{ width: `${percent}%` }}
        />
      </span>
      <span className="truncate text-ink-2 tabular-nums">{progressWords(order)}</span>
    </span>
  );
}
