import { useLayoutEffect, useRef } from 'react';
import { type ManagedProduct, newCodesRoute, PRODUCT_STATUSES } from '#contract/managed-products.ts';
import { managedView } from '#contract/pages.ts';
import { openView } from '#web/api/address/address.ts';
import { call } from '#web/api/call/call.ts';
import { sentenceOf } from '#web/api/call/call-error.ts';
import { useMay, useUser } from '#web/api/session/session.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { ToggleGroup } from '#web/ui/controls/toggle-group.tsx';
import { Checkbox } from '#web/ui/fields/checkbox.tsx';
import { Field } from '#web/ui/fields/field.tsx';
import { NotesField } from '#web/ui/fields/notes-field.tsx';
import { Select } from '#web/ui/fields/select.tsx';
import { TextField, type TextInputProps } from '#web/ui/fields/text-field.tsx';
import { handFocusOn } from '#web/ui/layers/hand-focus.ts';
import { toast } from '#web/ui/status/toast.tsx';
import { CategoryChoice } from '../../edit/category-choice.tsx';
import { PictureField } from '../../edit/picture-field.tsx';
import { useCategories } from '../../edit/category-queries.ts';
import { Margin, useItemMargins } from './item-margins.tsx';
import { LaterPrices } from './later-prices.tsx';
import { ProductBonus } from './product-bonus.tsx';
import { Part, type SectionProps } from './form-part.tsx';
import { ProductPlaces } from './product-places.tsx';
import { ProductValues } from './product-values.tsx';
import { SoldBy } from './sold-by.tsx';
import { money, STATUS_LABEL } from '../product-words.ts';
import { useBlueprints } from '../../blueprints/blueprint-commands.ts';
import { TYPE_LABEL, Variations } from '../variations/variations-grid.tsx';

/** All parts of the form: the product itself on the left; picture, status and categories on the right. */
export function ProductSections(props: SectionProps) {
  const { fields, problemOf, disabled, onEdit } = props;
  const isVariable = fields.type === 'variable';
  const margins = useItemMargins(props.product?.id ?? null);
  return (
    <div className="grid items-start gap-x-10 gap-y-7 px-6 pt-5 pb-8 max-[640px]:px-4 min-[1180px]:grid-cols-[minmax(0,1fr)_18rem]">
      <div className="flex max-w-3xl min-w-0 flex-col gap-7">
        <Basics {...props} />
        <Codes {...props} isVariable={isVariable} />
        {props.rules.length > 0 && (
          <Part title="Fields">
            <ProductValues {...props} />
          </Part>
        )}
        {isVariable ? (
          <Part title="Variations">
            <Variations
              variations={fields.variations}
              attributes={fields.attributes}
              attributesProblem={problemOf('attributes')}
              problemOf={(place, name) => problemOf(`variations.${place}.${name}`)}
              disabled={disabled}
              byTier={props.product?.pricing != null}
              margins={margins}
              onChange={(variations) => onEdit({ variations })}
              onAttributes={(attributes, variations) => onEdit({ attributes, ...(variations && { variations }) })}
            />
          </Part>
        ) : (
          <Prices {...props} />
        )}
        <SoldBy {...props} />
        {props.product === null && !isVariable && <OpeningStock {...props} />}
        {props.product !== null && props.product.status !== 'trash' && (
          <Part title="Locations" hint="Reorder levels and costs are saved as soon as they are entered.">
            <ProductPlaces product={props.product} />
          </Part>
        )}
        {props.product !== null && props.product.status !== 'trash' && (
          <Part
            title="Points"
            hint="Given for each piece or tier, beside the points for its price. It is saved apart from the rest."
          >
            <ProductBonus productId={props.product.id} />
          </Part>
        )}
      </div>
      <Place {...props} />
    </div>
  );
}

const TYPES = Object.entries(TYPE_LABEL).map(([value, label]) => ({ value, label }));

function Basics({ product, fields, problemOf, disabled, onEdit }: SectionProps) {
  return (
    <div className="flex flex-col gap-4">
      <TextField
        label="Name"
        required
        maxLength={500}
        disabled={disabled}
        value={fields.name}
        error={problemOf('name')}
        onChange={({ target }) => onEdit({ name: target.value })}
      />
      {product === null && (
        <ToggleGroup
          label="Type"
          value={fields.type}
          options={TYPES.map((type) => ({ ...type, disabled }))}
          onChange={(type) => onEdit({ type })}
        />
      )}
      <NotesField
        label="Description"
        rows={3}
        maxLength={20_000}
        value={fields.description}
        disabled={disabled}
        onChange={(description) => onEdit({ description })}
      />
    </div>
  );
}

function Codes({ fields, problemOf, disabled, onEdit, isVariable }: SectionProps & { isVariable: boolean }) {
  /** The present form, for generated codes that arrive later; null once it is closed. */
  const now = useRef<Pick<SectionProps, 'fields' | 'disabled' | 'onEdit'> | null>(null);
  useLayoutEffect(() => {
    now.current = { fields, disabled, onEdit };
    return () => {
      now.current = null;
    };
  });
  const inputs = useRef<Partial<Record<'sku' | 'barcode', HTMLInputElement | null>>>({});
  async function generate(name: 'sku' | 'barcode') {
    try {
      const codes = await call(newCodesRoute, {});
      const form = now.current;
      if (!form || form.disabled || form.fields[name] !== '') return;
      // The button goes with the empty field.
      handFocusOn(() => inputs.current[name]);
      form.onEdit({ [name]: codes[name] });
    } catch (error) {
      toast.error(sentenceOf(error));
    }
  }
  const code = (name: 'sku' | 'barcode', label: string, hint?: string) => (
    <TextField
      ref={(input) => {
        inputs.current[name] = input;
      }}
      label={label}
      maxLength={100}
      disabled={disabled}
      value={fields[name]}
      error={problemOf(name)}
      hint={problemOf(name) === undefined ? hint : undefined}
      onChange={({ target }) => onEdit({ [name]: target.value })}
      trailing={
        fields[name] === '' && (
          <Button
            size="sm"
            variant="ghost"
            disabled={disabled}
            aria-label={`Generate ${label}`}
            onClick={() => void generate(name)}
          >
            Generate
          </Button>
        )
      }
    />
  );
  return (
    <Part title="Codes">
      <div className="field-columns-2 items-start gap-4">
        {code('sku', 'SKU')}
        {!isVariable && code('barcode', 'Barcode', 'EAN-13 or UPC-A; the last digit is checked.')}
      </div>
    </Part>
  );
}

function Prices({ product, fields, problemOf, disabled, onEdit }: SectionProps) {
  const typed = (name: 'regular_price' | 'sale_price', label: string): TextInputProps & { label: string } => ({
    label,
    inputMode: 'decimal',
    leading: '$',
    maxLength: 20,
    disabled,
    value: fields[name],
    onChange: ({ target }) => onEdit({ [name]: target.value }),
  });
  const instant = (name: 'sale_from' | 'sale_until', label: string, hint: string) => (
    <TextField
      label={label}
      type="datetime-local"
      disabled={disabled}
      value={fields[name]}
      error={problemOf(name)}
      hint={problemOf(name) === undefined && fields[name] === '' ? hint : undefined}
      onChange={({ target }) => onEdit({ [name]: target.value })}
    />
  );
  const isOnSale = fields.sale_price.trim() !== '';
  const { floor, costOf } = useItemMargins(product?.id ?? null);
  const cost = product?.pricing ? null : costOf(null);
  const marginAt = (typed: string) => <Margin typed={typed} cost={cost} floor={floor} />;
  return (
    <Part title="Price" hint={product?.pricing ? <OfTiers pricing={product.pricing} /> : undefined}>
      <div className="field-columns-2 items-start gap-4">
        <TextField
          {...typed('regular_price', 'Price')}
          error={problemOf('regular_price')}
          hint={cost === null ? undefined : marginAt(fields.regular_price)}
        />
        <TextField
          {...typed('sale_price', 'Sale price')}
          error={problemOf('sale_price')}
          hint={isOnSale ? cost !== null && marginAt(fields.sale_price) : 'Empty: no reduced price.'}
        />
        {isOnSale && instant('sale_from', 'Sale begins', 'Empty: at once.')}
        {isOnSale && instant('sale_until', 'Sale ends', 'Empty: never.')}
      </div>
      <LaterPrices
        changes={fields.price_changes}
        problemOf={(key) => problemOf(`price_changes.${key}`)}
        disabled={disabled}
        cost={cost}
        floor={floor}
        onChange={(price_changes) => onEdit({ price_changes })}
      />
    </Part>
  );
}

/** The first stock of a new product. Rule: catalogue/opening-stock. */
function OpeningStock({ fields, problemOf, disabled, onEdit }: SectionProps) {
  const { location, location_id: here } = useUser();
  const mayCount = useMay('adjust-stock');
  if (here === null || !mayCount) return null;
  return (
    <Part title="Stock">
      <TextField
        label={`On hand at ${location}`}
        className="min-[640px]:w-1/2"
        inputMode="decimal"
        maxLength={12}
        disabled={disabled}
        value={fields.opening_stock}
        error={problemOf('opening_stock')}
        hint={problemOf('opening_stock') === undefined ? 'Empty: it is counted in later.' : undefined}
        trailing={fields.unit !== null && <span className="px-2.5 text-sm text-ink-3">{fields.unit}</span>}
        onChange={({ target }) => onEdit({ opening_stock: target.value })}
      />
    </Part>
  );
}

/** The tiers that price it, one press from where they are changed. */
function OfTiers({ pricing }: { pricing: NonNullable<ManagedProduct['pricing']> }) {
  const tiers = pricing.ruleGroups.flatMap((group) => group.tiers);
  return (
    <>
      <button
        type="button"
        className="font-medium text-ink underline underline-offset-2 hover:text-accent-ink"
        onClick={() => openView(managedView('pricing'), { blueprint: String(pricing.blueprintId) })}
      >
        Tiers of {pricing.blueprintName} price it
      </button>
      {`: ${tiers.map(({ label, price }) => `${label} ${money(price)}`).join(' · ')}. A price of its own has no effect beside them.`}
    </>
  );
}

const NONE = 'none';

/** The right column: picture, status, tax, categories and blueprint. */
function Place({ product, fields, disabled, onEdit }: SectionProps) {
  const categories = useCategories();
  const { data: blueprints = [] } = useBlueprints();
  const blueprint = blueprints.find(({ id }) => id === (fields.blueprint_id ?? product?.pricing?.blueprintId));
  const classes = [
    ...new Set([...(blueprint?.price_classes ?? []), ...(fields.price_class ? [fields.price_class] : [])]),
  ];
  const chosen = fields.category_ids;
  const nameOf = (id: number) => categories.data?.find((one) => one.id === id)?.name ?? `#${id}`;
  return (
    <div className="flex min-w-0 flex-col gap-5">
      <PictureField image={fields.image} disabled={disabled} onChange={(image) => onEdit({ image })} />
      <Field label="Status">
        {(control) => (
          <Select
            id={control.id}
            className="w-full"
            disabled={disabled}
            value={fields.status}
            options={PRODUCT_STATUSES.map((value) => ({ value, label: STATUS_LABEL[value] }))}
            onChange={(status) => onEdit({ status })}
          />
        )}
      </Field>
      <Checkbox
        label="Sales tax is taken"
        checked={fields.taxable}
        disabled={disabled}
        onChange={(taxable) => onEdit({ taxable })}
      />
      <Part title="Categories" hint={chosen.length > 1 ? `Its card shows ${nameOf(chosen[0] ?? 0)}.` : undefined}>
        {chosen.length > 1 && (
          <ul aria-label="Chosen categories" className="flex flex-col gap-1 text-sm">
            {chosen.map((id, place) => (
              <li key={id} className="flex items-center gap-2">
                <span className="min-w-0 grow truncate">{nameOf(id)}</span>
                {place > 0 && (
                  <Button
                    size="sm"
                    variant="ghost"
                    disabled={disabled}
                    aria-label={`Show ${nameOf(id)} on the card`}
                    onClick={() => onEdit({ category_ids: [id, ...chosen.filter((one) => one !== id)] })}
                  >
                    Show first
                  </Button>
                )}
              </li>
            ))}
          </ul>
        )}
        <CategoryChoice
          label="Categories"
          categories={categories.data}
          chosen={chosen}
          disabled={disabled}
          onChange={(category_ids) => onEdit({ category_ids })}
        />
      </Part>
      <Field label="Blueprint" hint="It says which fields a product has, and which tiers price it.">
        {(control) => (
          <Select
            id={control.id}
            className="w-full"
            disabled={disabled}
            value={fields.blueprint_id === null ? NONE : String(fields.blueprint_id)}
            options={[
              { value: NONE, label: 'That of its categories' },
              ...blueprints.map(({ id, name }) => ({ value: String(id), label: name })),
            ]}
            onChange={(next) => onEdit({ blueprint_id: next === NONE ? null : Number(next) })}
          />
        )}
      </Field>
      {classes.length > 0 && (
        <Field label="Price class" hint="Picks the blueprint’s rule that prices it.">
          {(control) => (
            <Select
              id={control.id}
              className="w-full"
              disabled={disabled}
              value={fields.price_class === '' ? NONE : `=${fields.price_class}`}
              options={[{ value: NONE, label: 'None' }, ...classes.map((name) => ({ value: `=${name}`, label: name }))]}
              onChange={(next) => onEdit({ price_class: next === NONE ? '' : next.slice(1) })}
            />
          )}
        </Field>
      )}
    </div>
  );
}
