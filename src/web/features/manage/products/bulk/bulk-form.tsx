import { useMemo } from 'react';
import { PRODUCT_STATUSES, type ProductStatus } from '#contract/managed-products.ts';
import { useMay, useMe } from '#web/api/session/session.ts';
import { FieldInput } from '#web/entities/catalogue/field-input.tsx';
import { Checkbox } from '#web/ui/fields/checkbox.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { CategoryChoice } from '../../edit/category-choice.tsx';
import { useCategories } from '../../edit/category-queries.ts';
import { STATUS_LABEL } from '../product-words.ts';
import { type BulkFormProps, Choice, Figure, Line, put, Rounded, SAME, STAYS } from './bulk-controls.tsx';
import { type BulkDraft, type PriceWay, type SaleWay, useBulkDraft } from './bulk-draft.ts';
import { SoldBy } from './bulk-sold-by.tsx';
import { presentPriceWords } from './present-prices.ts';

const NONE = 'none';

const WAYS: { value: PriceWay | typeof SAME; label: string }[] = [
  STAYS,
  { value: 'set', label: 'Set to' },
  { value: 'raise-amount', label: 'Raise by dollars' },
  { value: 'lower-amount', label: 'Lower by dollars' },
  { value: 'raise-percent', label: 'Raise by percent' },
  { value: 'lower-percent', label: 'Lower by percent' },
];

const SALE_WAYS: { value: SaleWay | typeof SAME; label: string }[] = [
  STAYS,
  { value: 'percent', label: 'Percent off the price' },
  { value: 'amount', label: 'Dollars off the price' },
  { value: 'price', label: 'One price for all' },
  { value: 'end', label: 'None: the sale ends' },
];

/** The changes to the chosen products. An empty field changes nothing. */
export function BulkForm(props: BulkFormProps) {
  const { disabled } = props;
  const draft = useBulkDraft();
  const { data: categories } = useCategories();
  return (
    <div className="flex flex-col gap-5">
      <Line>
        <Choice<ProductStatus | typeof SAME>
          label="Status"
          disabled={disabled}
          value={draft.status ?? SAME}
          options={[STAYS, ...PRODUCT_STATUSES.map((value) => ({ value, label: STATUS_LABEL[value] }))]}
          onChange={(status) => put({ status: status === SAME ? null : status })}
        />
        <Choice
          label="Sales tax"
          disabled={disabled}
          value={draft.taxable === null ? SAME : draft.taxable ? 'yes' : 'no'}
          options={[STAYS, { value: 'yes', label: 'Is taken' }, { value: 'no', label: 'Is not taken' }]}
          onChange={(next) => put({ taxable: next === SAME ? null : next === 'yes' })}
        />
        <PricedBy {...props} />
      </Line>
      <Prices {...props} />
      <SoldBy {...props} />
      <Level {...props} />
      <div className="field-columns-2 items-start gap-4">
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
      <Values {...props} />
    </div>
  );
}

function PricedBy({ blueprints, disabled }: BulkFormProps) {
  const { blueprint, priceClass } = useBulkDraft();
  const of = blueprint?.id == null ? blueprints : blueprints.filter(({ id }) => id === blueprint.id);
  const classes = [...new Set([...of.flatMap(({ price_classes: all }) => all), ...(priceClass ? [priceClass] : [])])];
  return (
    <>
      <Choice
        label="Blueprint"
        disabled={disabled}
        value={blueprint === null ? SAME : blueprint.id === null ? NONE : String(blueprint.id)}
        options={[
          STAYS,
          { value: NONE, label: 'None of its own: that of its categories' },
          ...blueprints.map(({ id, name }) => ({ value: String(id), label: name })),
        ]}
        // The values belong to the fields of the former blueprint.
        onChange={(next) =>
          put({
            blueprint: next === SAME ? null : { id: next === NONE ? null : Number(next) },
            fieldValues: {},
            cleared: [],
          })
        }
      />
      <Choice
        label="Price class"
        disabled={disabled}
        value={priceClass === null ? SAME : priceClass === '' ? NONE : `=${priceClass}`}
        options={[
          STAYS,
          { value: NONE, label: 'None' },
          ...classes.toSorted().map((name) => ({ value: `=${name}`, label: name })),
        ]}
        onChange={(next) => put({ priceClass: next === SAME ? null : next === NONE ? '' : next.slice(1) })}
      />
    </>
  );
}

function Prices({ products, problems, disabled }: BulkFormProps) {
  const draft = useBulkDraft();
  const present = useMemo(() => presentPriceWords(products), [products]);
  const { sale } = draft;
  const putSale = (change: Partial<BulkDraft['sale']>) => put({ sale: { ...sale, ...change } });
  const instant = (name: 'from' | 'until', label: string, hint: string) => (
    <TextField
      label={label}
      type="datetime-local"
      disabled={disabled}
      value={sale[name]}
      error={problems[`sale_${name}`]}
      hint={problems[`sale_${name}`] === undefined && sale[name] === '' ? hint : undefined}
      onChange={({ target }) => putSale({ [name]: target.value })}
    />
  );
  return (
    <Line>
      <Choice
        label="Price"
        hint={`Of each product, or of each of its variations. ${present}`.trim()}
        disabled={disabled}
        value={draft.way ?? SAME}
        options={WAYS}
        onChange={(way) => put({ way: way === SAME ? null : way })}
      />
      {draft.way === null ? (
        <span />
      ) : (
        <div className="field-columns-2 items-start gap-4">
          <Figure
            unit={draft.way.endsWith('percent') ? '%' : '$'}
            disabled={disabled}
            value={draft.by}
            problem={problems.price}
            onChange={(by) => put({ by })}
          />
          {draft.way !== 'set' && (
            <Rounded disabled={disabled} value={draft.rounding} onChange={(rounding) => put({ rounding })} />
          )}
        </div>
      )}
      <Choice
        label="Sale price"
        hint={draft.way === null ? undefined : 'Off the new price.'}
        disabled={disabled}
        value={sale.way ?? SAME}
        options={SALE_WAYS}
        onChange={(way) => putSale({ way: way === SAME ? null : way })}
      />
      {sale.way === null || sale.way === 'end' ? (
        <span />
      ) : (
        <>
          <div className="field-columns-2 items-start gap-4">
            <Figure
              unit={sale.way === 'percent' ? '%' : '$'}
              disabled={disabled}
              value={sale.by}
              problem={problems.sale}
              onChange={(by) => putSale({ by })}
            />
            {sale.way !== 'price' && (
              <Rounded disabled={disabled} value={sale.rounding} onChange={(rounding) => putSale({ rounding })} />
            )}
          </div>
          {instant('from', 'Sale begins', 'Empty: at once.')}
          {instant('until', 'Sale ends', 'Empty: never.')}
        </>
      )}
    </Line>
  );
}

function Level({ problems, disabled }: BulkFormProps) {
  const { level } = useBulkDraft();
  const { user, locations } = useMe();
  const mayElsewhere = useMay('switch-location');
  const maySet = useMay('adjust-stock');
  if (!maySet) return null;
  const putLevel = (change: Partial<BulkDraft['level']>) => put({ level: { ...level, ...change } });
  return (
    <Line>
      <Choice<'set' | 'clear' | typeof SAME>
        label="Reorder level"
        hint="Of each product or variation, at one location."
        disabled={disabled}
        value={level.way ?? SAME}
        options={[STAYS, { value: 'set', label: 'Set to' }, { value: 'clear', label: 'None: it never counts as low' }]}
        onChange={(way) => putLevel({ way: way === SAME ? null : way })}
      />
      {level.way !== null && (
        <div className="field-columns-2 items-start gap-4">
          {level.way === 'set' && (
            <TextField
              label="Quantity"
              inputMode="decimal"
              maxLength={20}
              disabled={disabled}
              value={level.text}
              error={problems.level}
              onChange={({ target }) => putLevel({ text: target.value })}
            />
          )}
          {mayElsewhere && locations.length > 1 && (
            <Choice
              label="At"
              disabled={disabled}
              value={String(level.locationId ?? user.location_id)}
              options={locations.map(({ id, name }) => ({ value: String(id), label: name }))}
              onChange={(id) => putLevel({ locationId: Number(id) })}
            />
          )}
        </div>
      )}
    </Line>
  );
}

/** Values of the fields that all products have, each of which can be emptied. */
function Values({ rules, disabled }: BulkFormProps) {
  const { blueprint, fieldValues, cleared } = useBulkDraft();
  if (rules === null) {
    return (
      <p className="text-sm text-ink-3">Choose products of one blueprint, or a blueprint for all, to set its fields.</p>
    );
  }
  if (rules.length === 0) return null;
  function type(name: string, value: string) {
    const { [name]: _before, ...others } = fieldValues;
    put({ fieldValues: value === '' ? others : { ...others, [name]: value } });
  }
  function clear(name: string, on: boolean) {
    type(name, '');
    put({ cleared: on ? [...cleared, name] : cleared.filter((one) => one !== name) });
  }
  return (
    <fieldset className="min-w-0">
      <legend className="mb-3 text-sm font-medium text-ink-2">
        {blueprint === null ? 'Fields' : 'Fields of the new blueprint'}; what is empty stays as it is
      </legend>
      <div className="field-columns-2 gap-x-4 gap-y-3">
        {rules.map((rule) => {
          const isCleared = cleared.includes(rule.name);
          return (
            <div key={rule.name} className="flex flex-col gap-1.5">
              <FieldInput
                rule={{ ...rule, required: false }}
                none="Stays as it is"
                value={fieldValues[rule.name] ?? ''}
                error={undefined}
                disabled={disabled || isCleared}
                onChange={(value) => type(rule.name, value)}
              />
              <Checkbox
                label={
                  <>
                    Clear<span className="sr-only"> {rule.label}</span>
                  </>
                }
                checked={isCleared}
                disabled={disabled}
                onChange={(on) => clear(rule.name, on)}
              />
            </div>
          );
        })}
      </div>
    </fieldset>
  );
}
