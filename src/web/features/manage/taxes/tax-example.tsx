import { useState } from 'react';
import { displayMoney, toCents } from '#domain/money.ts';
import { displayRate, ppmOf, taxLines, totalTax } from '#domain/tax.ts';
import { readMoney, typedSentence } from '#domain/typed.ts';
import { TextField } from '#web/ui/fields/text-field.tsx';

export interface ExampleTax {
  readonly code: string;
  readonly name: string;
  /** Percent. */
  readonly rate: string;
}

/** What a sale of taxable goods comes to with these taxes, line by line, by the sums of the till. */
export function TaxExample({
  taxes,
  defaultRate,
}: {
  taxes: readonly ExampleTax[];
  /** Percent, charged where there is no tax. */
  defaultRate: string;
}) {
  const [typed, setTyped] = useState('40.00');
  const read = readMoney(typed);
  const amount = read.ok ? read.value : toCents(0);
  const lines = taxLines(
    amount,
    (taxes.length > 0 ? taxes : [{ code: 'default', name: 'Sales Tax', rate: defaultRate }]).map(
      ({ code, name, rate }, id) => ({ id, code, name, ratePpm: ppmOf(rate) }),
    ),
  );
  return (
    <section aria-label="Example" className="rounded-lg border border-line bg-panel p-4 text-sm">
      <TextField
        label="Example: goods for"
        inputMode="decimal"
        leading="$"
        value={typed}
        error={read.ok ? undefined : typedSentence(read.refused)}
        onChange={({ target }) => setTyped(target.value)}
      />
      <dl className="mt-3 flex flex-col gap-1 tabular-nums">
        {lines.map(({ code, name, ratePpm, taxCents }) => (
          <div key={code} className="flex justify-between gap-4 text-ink-2">
            <dt>
              {name} {displayRate(ratePpm)}
            </dt>
            <dd>{displayMoney(taxCents)}</dd>
          </div>
        ))}
        <div className="flex justify-between gap-4 border-t border-line pt-1.5 font-medium text-ink">
          <dt>Total</dt>
          <dd>{displayMoney(toCents(amount + totalTax(lines)))}</dd>
        </div>
      </dl>
      {taxes.length === 0 && (
        <p className="mt-3 text-ink-3">
          Without a tax of its own a location charges the default of {defaultRate}%. To charge none, set a tax of 0%.
        </p>
      )}
    </section>
  );
}
