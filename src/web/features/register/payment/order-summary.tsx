import { ChevronDown } from 'lucide-react';
import { counted } from '#domain/counted.ts';
import { type Cart, cartCount, type CartLine, countOf } from '#domain/cart.ts';
import { beforePoints } from '#domain/line-price.ts';
import { pointsOff } from '#domain/cart-points.ts';
import { displayMoney, minus, sum, ZERO_CENTS } from '#domain/money.ts';
import type { SaleTotals } from '#domain/sale.ts';
import { quantityWords } from '#domain/unit.ts';
import { Badge } from '#web/ui/status/badge.tsx';
import { cx } from '#web/ui/cx.ts';
import { Truncate } from '#web/ui/controls/truncate.tsx';
import { useCart } from '../cart/state/cart-store.ts';
import { useShortages } from '../cart/use-cart-sums.ts';

/**
 * A short list of the lines. It scrolls with the payment, and the part below it stays in sight.
 * @param whole shows the first lines that fit, none of them cut; the others are behind the total
 */
export function OrderLines({ lines, totals, whole }: { lines: Cart; totals: SaleTotals; whole: boolean }) {
  const shortages = useShortages(lines);
  return (
    <ul
      aria-label="Order summary"
      // Lines that do not fit wrap into a further column, out of sight.
      className={cx(
        'grow px-4',
        whole ? 'flex min-h-0 basis-0 flex-col flex-wrap gap-x-4 overflow-hidden py-0.5' : 'py-2',
      )}
    >
      {priced(lines, totals).map(({ line, price }) => (
        <li key={line.key} className={cx('flex items-center gap-3 text-sm', whole ? 'h-7 w-full' : 'min-h-8')}>
          <span className="min-w-7 shrink-0 text-right text-ink-3">{howMany(line)}</span>
          <Truncate
            text={line.sold.kind === 'tier' ? `${line.name}, ${line.sold.chosen.tier.label}` : line.name}
            {...(!whole && { lines: 2 })}
            className="grow py-1 leading-4.5"
          />
          {shortages.has(line.key) && <Badge tone="yellow">Short</Badge>}
          <span className="shrink-0">{displayMoney(beforePoints(price))}</span>
        </li>
      ))}
    </ul>
  );
}

/** "2×", "2.5 g" */
function howMany({ sold }: CartLine): string {
  return sold.kind === 'unit' && sold.unit ? quantityWords(sold.quantityMilli, sold.unit) : `${countOf(sold)}×`;
}

function priced(lines: Cart, totals: SaleTotals) {
  return lines.flatMap((line, index) => {
    const price = totals.lines[index];
    return price ? [{ line, price }] : [];
  });
}

/**
 * The totals in one row, for a tablet where the number pad needs the room. A press shows all lines in place of the payment, or the
 * payment again. Points are shown where they are chosen, on a phone here.
 */
export function TotalBar({
  lines,
  totals,
  open,
  onOpen,
}: {
  lines: Cart;
  totals: SaleTotals;
  /** True while the lines have the place of the payment. */
  open: boolean;
  onOpen: (open: boolean) => void;
}) {
  const count = cartCount(lines);
  const points = useCart((cart) => cart.points);
  return (
    <button
      type="button"
      aria-expanded={open}
      onClick={() => onOpen(!open)}
      className="flex h-14 shrink-0 items-center gap-2 border-b border-line px-4 text-left hover:bg-hover active:bg-press"
    >
      <ChevronDown
        aria-hidden
        className={cx('-ml-1 size-5 shrink-0 text-ink-3 transition-transform', open && 'rotate-180')}
      />
      <span className="grow text-sm leading-4 text-ink-2">
        <span className="underline decoration-dotted underline-offset-2">{counted(count, 'item')}</span>{' '}
        {displayMoney(sum(totals.lines.map(beforePoints)))}
        <br />
        Tax {displayMoney(totals.taxCents)}
        {points && (
          <span className="block min-[641px]:hidden">Points {displayMoney(minus(ZERO_CENTS, pointsOff(points)))}</span>
        )}
      </span>
      <span className="text-base font-medium">Total</span>
      <span className="text-2xl font-semibold">{displayMoney(totals.totalCents)}</span>
    </button>
  );
}
