import { useId } from 'react';
import { cx } from '#web/ui/cx.ts';
import { Checkbox } from '#web/ui/fields/checkbox.tsx';
import { Field } from '#web/ui/fields/field.tsx';
import { Select } from '#web/ui/fields/select.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { CategoryChoice } from '../edit/category-choice.tsx';
import type { Category } from '../edit/category-queries.ts';

/** The rules of a tax, as the form has them. */
export type RuleFields = Readonly<{
  /** The tax's place in the order, as typed. */
  order: string;
  goods: 'all' | 'some';
  categoryIds: readonly number[];
  priceClasses: readonly string[];
  prices: 'added' | 'included';
  compound: boolean;
  beforePoints: boolean;
}>;

const GOODS = [
  { value: 'all', label: 'All taxable goods' },
  { value: 'some', label: 'Some categories or price classes' },
] as const;
const PRICES = [
  { value: 'added', label: 'Added to prices' },
  { value: 'included', label: 'Included in prices' },
] as const;

/** The rules of a tax: the goods it is charged on, whether prices include it, and its place in the order. */
export function TaxRules({
  fields,
  problems,
  categories,
  classes,
  disabled,
  onChange,
}: {
  fields: RuleFields;
  problems: { readonly order?: string; readonly goods?: string };
  categories: readonly Category[];
  /** The existing price classes. */
  classes: readonly string[];
  disabled: boolean;
  onChange: (change: Partial<RuleFields>) => void;
}) {
  const wrong = useId();
  const { order, goods, categoryIds, priceClasses, prices, compound, beforePoints } = fields;
  // A class that no product has any more is still listed, so that it can be removed.
  const shown = [...new Set([...classes, ...priceClasses])];
  return (
    <>
      <Field label="Charged on">
        {(control) => (
          <Select
            id={control.id}
            className="w-full"
            disabled={disabled}
            value={goods}
            options={GOODS}
            onChange={(value) => onChange({ goods: value })}
          />
        )}
      </Field>
      {goods === 'some' && (
        <div role="group" aria-label="Goods" aria-describedby={problems.goods && wrong} className="flex flex-col gap-2">
          <p className="text-sm font-medium text-ink-2">Categories</p>
          <CategoryChoice
            label="Categories"
            takesBelow
            categories={categories}
            chosen={categoryIds}
            disabled={disabled}
            onChange={(chosen) => onChange({ categoryIds: chosen.toSorted((a, b) => a - b) })}
          />
          {shown.length > 0 && <p className="text-sm font-medium text-ink-2">Price classes</p>}
          {shown.length > 0 && (
            <ul aria-label="Price classes" className="flex flex-wrap gap-x-5 gap-y-1">
              {shown.map((one) => (
                <li key={one}>
                  <Checkbox
                    label={one}
                    checked={priceClasses.includes(one)}
                    disabled={disabled}
                    onChange={(on) =>
                      onChange({ priceClasses: shown.filter((of) => (of === one ? on : priceClasses.includes(of))) })
                    }
                  />
                </li>
              ))}
            </ul>
          )}
          {categoryIds.length + priceClasses.length === 0 && (
            <p
              id={wrong}
              role={problems.goods && 'alert'}
              className={cx('text-sm', problems.goods ? 'text-danger-ink' : 'text-ink-3')}
            >
              Choose a category or a price class.
            </p>
          )}
        </div>
      )}
      <div className="grid grid-cols-[minmax(0,1fr)_6rem] items-start gap-3">
        <Field label="Prices">
          {(control) => (
            <Select
              id={control.id}
              className="w-full"
              disabled={disabled}
              value={prices}
              options={PRICES}
              onChange={(value) => onChange({ prices: value, ...(value === 'included' && { beforePoints: false }) })}
            />
          )}
        </Field>
        <TextField
          label="Order"
          name="order"
          hint="Low first."
          inputMode="numeric"
          maxLength={4}
          value={order}
          disabled={disabled}
          error={problems.order}
          onChange={({ target }) => onChange({ order: target.value })}
        />
      </div>
      <p className="-mt-2 text-sm text-ink-3">Taxes in prices are taken out before others are added.</p>
      <Checkbox
        label="Charged on the taxes before it, too"
        checked={compound}
        disabled={disabled}
        onChange={(on) => onChange({ compound: on })}
      />
      <Checkbox
        label="Charged on the price before points are used"
        checked={beforePoints}
        disabled={disabled || prices === 'included'}
        onChange={(on) => onChange({ beforePoints: on })}
      />
    </>
  );
}
