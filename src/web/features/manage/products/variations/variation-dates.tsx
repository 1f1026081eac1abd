import type { BasisPoints, Cents } from '#domain/money.ts';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { LaterPrices } from '../form/later-prices.tsx';
import type { VariationFields } from '../product-fields.ts';

/** The dates of a variation's sale, and its prices to come. */
export function VariationDates({
  variation,
  name,
  problemOf,
  disabled,
  cost,
  floor,
  onChange,
}: {
  variation: VariationFields;
  name: string;
  problemOf: (field: string) => string | undefined;
  disabled: boolean;
  cost: Cents | null;
  floor: BasisPoints | null;
  onChange: (change: Partial<VariationFields>) => void;
}) {
  const instant = (field: 'sale_from' | 'sale_until', label: string, hint: string) => (
    <TextField
      label={
        <>
          {label}
          <span className="sr-only"> of {name}</span>
        </>
      }
      type="datetime-local"
      disabled={disabled}
      value={variation[field]}
      error={problemOf(field)}
      hint={problemOf(field) === undefined && variation[field] === '' ? hint : undefined}
      onChange={({ target }) => onChange({ [field]: target.value })}
    />
  );
  return (
    <div role="cell" className="col-span-full mb-2 flex flex-col gap-3 rounded-md bg-raised px-3 py-3">
      {variation.sale_price.trim() !== '' && (
        <div className="field-columns-2 max-w-lg items-start gap-4">
          {instant('sale_from', 'Sale begins', 'Empty: at once.')}
          {instant('sale_until', 'Sale ends', 'Empty: never.')}
        </div>
      )}
      <LaterPrices
        changes={variation.price_changes}
        of={name}
        problemOf={(key) => problemOf(`price_changes.${key}`)}
        disabled={disabled}
        cost={cost}
        floor={floor}
        onChange={(price_changes) => onChange({ price_changes })}
      />
    </div>
  );
}
