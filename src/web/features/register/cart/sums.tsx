import { pointsWords } from '#domain/cart-points.ts';
import { beforePoints } from '#domain/line-price.ts';
import { type Cents, displayMoney, minus, sum, ZERO_CENTS } from '#domain/money.ts';
import type { SaleTotals } from '#domain/sale.ts';
import { taxWords } from '#domain/tax.ts';
import { Kbd } from '#web/ui/controls/kbd.tsx';
import { useCart } from './state/cart-store.ts';

/** The name of a key, on the accent colour. */
export function KeyHint({ children }: { children: string }) {
  return (
    <span className="*:border-current *:text-current">
      <Kbd>{children}</Kbd>
    </span>
  );
}

/**
 * Subtotal, discounts and surcharges, the used points in one row, each tax of the location by name and rate, and the
 * total.
 */
export function Sums({ totals }: { totals: SaleTotals }) {
  const points = useCart((cart) => cart.points);
  const changes = totals.lines.map((line) => minus(beforePoints(line), line.originalCents));
  const off = sum(changes.filter((cents) => cents < 0));
  const on = sum(changes.filter((cents) => cents > 0));
  const redeemed = minus(ZERO_CENTS, totals.redeemedCents);
  return (
    <dl className="flex flex-col gap-0.5 text-sm text-ink-2">
      {(off < 0 || on > 0 || points) && (
        <Sum name="Items" cents={minus(sum(totals.lines.map(beforePoints)), sum([off, on]))} />
      )}
      {off < 0 && <Sum name="Discounts" cents={off} />}
      {on > 0 && <Sum name="Added to prices" cents={on} />}
      {points && <Sum name={`${pointsWords(points)} used`} cents={redeemed} />}
      <Sum name="Subtotal" cents={totals.subtotalCents} />
      {totals.taxes.map((tax) => (
        <Sum key={tax.id} name={taxWords(tax)} cents={tax.taxCents} />
      ))}
      <TotalRow cents={totals.totalCents} />
    </dl>
  );
}

/** Must be inside a `dl`. */
function TotalRow({ cents }: { cents: Cents }) {
  return (
    <div className="mt-1 flex items-baseline justify-between text-ink">
      <dt className="text-lg font-medium">Total</dt>
      <dd className="text-2xl font-semibold tabular-nums">{displayMoney(cents)}</dd>
    </div>
  );
}

function Sum({ name, cents }: { name: string; cents: Cents }) {
  return (
    <div className="flex justify-between gap-3">
      <dt className="min-w-0 truncate">{name}</dt>
      <dd className="tabular-nums">{displayMoney(cents)}</dd>
    </div>
  );
}
