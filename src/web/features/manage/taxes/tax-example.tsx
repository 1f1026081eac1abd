import { useState } from 'react';
import { beforePoints } from '#domain/line-price.ts';
import { displayMoney, minus, sum, toCents, ZERO_CENTS } from '#domain/money.ts';
import { toMilli } from '#domain/quantity.ts';
import { totalSale } from '#domain/sale.ts';
import type { TaxedGoods } from '#domain/sale-taxes.ts';
import { type TaxRate, taxWords } from '#domain/tax.ts';
import { readMoney, typedSentence } from '#domain/typed.ts';
import { Select } from '#web/ui/fields/select.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';

export interface ExampleGoods extends Omit<TaxedGoods, 'taxable'> {
  /** 'goods' or 'Edibles'. */
  readonly name: string;
}

/** The sums of an example sale with these taxes, line by line, computed as the till does. */
export function TaxExample({
  taxes,
  goods,
  isDefault,
  defaultRate,
}: {
  /** In the order of charging. */
  taxes: readonly TaxRate[];
  /** Goods for the example, starting with those of the tax itself. */
  goods: readonly [ExampleGoods, ...ExampleGoods[]];
  /** True if the location has no tax of its own. */
  isDefault: boolean;
  /** The percentage that is charged without a tax. */
  defaultRate: string;
}) {
  const [typed, setTyped] = useState({ price: '40.00', points: '10.00', goods: '' });
  const kind = goods.find(({ name }) => name === typed.goods) ?? goods[0];
  const price = readMoney(typed.price);
  const points = readMoney(typed.points);
  const amount = price.ok ? price.value : ZERO_CENTS;
  const knowsPoints = taxes.some((tax) => tax.beforePoints);
  const off = toCents(Math.min(amount, knowsPoints && points.ok ? points.value : 0));
  const sold = { kind: 'unit', priceCents: amount, quantityMilli: toMilli(1000) } as const;
  const totals = totalSale(
    [{ ...kind, taxable: true, productId: 0, variationId: null, sold, changes: {} }],
    taxes,
    off,
  );
  const hasIncluded = taxes.some(({ included }) => included);
  return (
    <section aria-label="Example" className="sticky top-0 rounded-lg border border-line bg-panel p-4 text-sm">
      <TextField
        label={`Example: ${kind.name} for`}
        inputMode="decimal"
        leading="$"
        value={typed.price}
        error={price.ok ? undefined : typedSentence(price.refused)}
        onChange={({ target }) => setTyped({ ...typed, price: target.value })}
      />
      {goods.length > 1 && (
        <Select
          label="Goods of the example"
          className="mt-3 w-full"
          value={kind.name}
          options={goods.map(({ name }) => ({ value: name, label: name }))}
          onChange={(name) => setTyped({ ...typed, goods: name })}
        />
      )}
      {knowsPoints && (
        <TextField
          label="Points take off"
          className="mt-3"
          inputMode="decimal"
          leading="$"
          value={typed.points}
          error={points.ok ? undefined : typedSentence(points.refused)}
          onChange={({ target }) => setTyped({ ...typed, points: target.value })}
        />
      )}
      <dl className="mt-3 flex flex-col gap-1 tabular-nums">
        {off > 0 && <Row name="Points used" amount={displayMoney(minus(ZERO_CENTS, off))} />}
        {(hasIncluded || off > 0) && <Row name="Subtotal" amount={displayMoney(totals.subtotalCents)} />}
        {totals.taxes.map((tax) => (
          <Row key={tax.code} name={taxWords(tax)} amount={displayMoney(tax.taxCents)} />
        ))}
        <div className="flex justify-between gap-4 border-t border-line pt-1.5 font-medium text-ink">
          <dt>Total</dt>
          <dd className="tabular-nums">{displayMoney(totals.totalCents)}</dd>
        </div>
      </dl>
      {hasIncluded && sum(totals.lines.map(beforePoints)) === totals.totalCents && (
        <p className="mt-3 text-ink-3">The customer pays the price: its taxes are taken out of it.</p>
      )}
      {isDefault && (
        <p className="mt-3 text-ink-3">
          Without a tax of its own a location charges the default of {defaultRate}%. To charge none, set a tax of 0%.
        </p>
      )}
    </section>
  );
}

function Row({ name, amount }: { name: string; amount: string }) {
  return (
    <div className="flex justify-between gap-4 text-ink-2">
      <dt className="min-w-0">{name}</dt>
      <dd className="tabular-nums">{amount}</dd>
    </div>
  );
}
