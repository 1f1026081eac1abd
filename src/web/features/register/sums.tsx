import { type Cents, displayMoney, minus, plus, sum, ZERO_CENTS } from '#domain/money.ts';
import type { SaleTotals } from '#domain/sale.ts';
import { displayRate } from '#domain/tax.ts';
import { Kbd } from '#web/ui/kbd.tsx';

/** A key's name on the accent colour. */
export function KeyHint({ children }: { children: string }) {
  return (
    <span className="*:border-current *:text-current">
      <Kbd>{children}</Kbd>
    </span>
  );
}

/** Subtotal, what was taken off, each tax of the location by name and rate, and the total. */
export function Sums({ totals }: { totals: SaleTotals }) {
  const off = sum(totals.lines.map((line) => minus(line.originalCents, line.totalCents)));
  return (
    <dl className="flex flex-col gap-0.5 text-sm text-ink-2">
      {off > 0 && (
        <>
          <Sum name="Items" cents={plus(totals.subtotalCents, off)} />
          <Sum name="Discounts" cents={minus(ZERO_CENTS, off)} />
        </>
      )}
      <Sum name="Subtotal" cents={totals.subtotalCents} />
      {totals.taxes.map((tax) => (
        <Sum key={tax.id} name={`${tax.name} ${displayRate(tax.ratePpm)}`} cents={tax.taxCents} />
      ))}
      <TotalRow cents={totals.totalCents} />
    </dl>
  );
}

/** Inside a `dl`. */
function TotalRow({ cents }: { cents: Cents }) {
  return (
    <div className="mt-1 flex items-baseline justify-between text-ink">
      <dt className="text-lg font-medium">Total</dt>
      <dd className="text-2xl font-semibold">{displayMoney(cents)}</dd>
    </div>
  );
}

function Sum({ name, cents }: { name: string; cents: Cents }) {
  return (
    <div className="flex justify-between gap-3">
      <dt className="min-w-0 truncate">{name}</dt>
      <dd>{displayMoney(cents)}</dd>
    </div>
  );
}
