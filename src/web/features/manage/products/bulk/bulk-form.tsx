import type { ManagedField } from '#contract/blueprints.ts';
import { PRODUCT_STATUSES, type ProductStatus } from '#contract/managed-products.ts';
import type { PriceRounding } from '#domain/bulk-price.ts';
import { Field } from '#web/ui/fields/field.tsx';
import { Select } from '#web/ui/fields/select.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { CategoryChoice } from '../../edit/category-choice.tsx';
import { useCategories } from '../../edit/category-queries.ts';
import { ProductValues } from '../form/product-values.tsx';
import { STATUS_LABEL } from '../product-words.ts';
import { type BulkDraft, type PriceWay, useBulkDraft } from './bulk-draft.ts';

const SAME = 'same';

const WAYS: { value: PriceWay | typeof SAME; label: string }[] = [
  { value: SAME, label: 'Stays as it is' },
  { value: 'raise-amount', label: 'Raise by dollars' },
  { value: 'lower-amount', label: 'Lower by dollars' },
  { value: 'raise-percent', label: 'Raise by percent' },
  { value: 'lower-percent', label: 'Lower by percent' },
];

const ROUNDINGS: { value: PriceRounding; label: string }[] = [
  { value: 'cent', label: 'To the cent' },
  { value: '5-cents', label: 'To 5 cents' },
  { value: '10-cents', label: 'To 10 cents' },
  { value: '25-cents', label: 'To 25 cents' },
  { value: '50-cents', label: 'To 50 cents' },
  { value: 'dollar', label: 'To the dollar' },
  { value: '99-cents', label: 'To .99' },
];

const put = (change: Partial<BulkDraft>) => useBulkDraft.setState(change);

/** The changes to the chosen products. An empty field changes nothing. */
export function BulkForm({
  rules,
  problem,
  disabled,
}: {
  /** Fields of the blueprint that all products share; null if they have several blueprints. */
  rules: readonly ManagedField[] | null;
  problem: string | undefined;
  disabled: boolean;
}) {
  const draft = useBulkDraft();
  const { data: categories = [] } = useCategories();
  return (
    <div className="flex flex-col gap-5">
      <div className="grid grid-cols-2 items-start gap-x-4 gap-y-4">
        <Field label="Status">
          {(control) => (
            <Select<ProductStatus | typeof SAME>
              id={control.id}
              className="w-full"
              disabled={disabled}
              value={draft.status ?? SAME}
              options={[
                { value: SAME, label: 'Stays as it is' },
                ...PRODUCT_STATUSES.map((value) => ({ value, label: STATUS_LABEL[value] })),
              ]}
              onChange={(status) => put({ status: status === SAME ? null : status })}
            />
          )}
        </Field>
        <Field label="Sales tax">
          {(control) => (
            <Select
              id={control.id}
              className="w-full"
              disabled={disabled}
              value={draft.taxable === null ? SAME : draft.taxable ? 'yes' : 'no'}
              options={[
                { value: SAME, label: 'Stays as it is' },
                { value: 'yes', label: 'Is taken' },
                { value: 'no', label: 'Is not taken' },
              ]}
              onChange={(next) => put({ taxable: next === SAME ? null : next === 'yes' })}
            />
          )}
        </Field>
        <Field label="Price" hint="Of each product, or of each of its variations.">
          {(control) => (
            <Select
              id={control.id}
              aria-describedby={control['aria-describedby']}
              className="w-full"
              disabled={disabled}
              value={draft.way ?? SAME}
              options={WAYS}
              onChange={(way) => put({ way: way === SAME ? null : way })}
            />
          )}
        </Field>
        {draft.way !== null && (
          <div className="grid grid-cols-2 items-start gap-4">
            <TextField
              label={draft.way.endsWith('amount') ? 'Dollars' : 'Percent'}
              inputMode="decimal"
              leading={draft.way.endsWith('amount') ? '$' : undefined}
              trailing={draft.way.endsWith('percent') ? '%' : undefined}
              maxLength={20}
              disabled={disabled}
              value={draft.by}
              error={problem}
              onChange={({ target }) => put({ by: target.value })}
            />
            <Field label="Rounded">
              {(control) => (
                <Select
                  id={control.id}
                  className="w-full"
                  disabled={disabled}
                  value={draft.rounding}
                  options={ROUNDINGS}
                  onChange={(rounding) => put({ rounding })}
                />
              )}
            </Field>
          </div>
        )}
      </div>
      <div className="grid grid-cols-2 items-start gap-4">
        {(
          [
            ['add', 'remove', 'Add to categories'],
            ['remove', 'add', 'Take out of categories'],
          ] as const
        ).map(([name, other, label]) => (
          <fieldset key={name} className="min-w-0">
            <legend className="mb-1.5 text-sm font-medium text-ink-2">{label}</legend>
            <CategoryChoice
              label={label}
              categories={categories}
              chosen={draft[name]}
              disabled={disabled}
              onChange={(chosen) => put({ [name]: chosen, [other]: draft[other].filter((id) => !chosen.includes(id)) })}
            />
          </fieldset>
        ))}
      </div>
      {rules === null ? (
        <p className="text-sm text-ink-3">Choose products of one blueprint to set its fields.</p>
      ) : (
        rules.length > 0 && (
          <fieldset className="min-w-0">
            <legend className="mb-3 text-sm font-medium text-ink-2">Fields; what is empty stays as it is</legend>
            <ProductValues
              rules={rules.map((rule) => ({ ...rule, required: false }))}
              fields={{ field_values: draft.fieldValues }}
              problemOf={() => undefined}
              disabled={disabled}
              onEdit={({ field_values: fieldValues }) => put({ fieldValues })}
            />
          </fieldset>
        )
      )}
    </div>
  );
}
