import type { ManagedField } from '#contract/blueprints.ts';
import type { changeProductRoute } from '#contract/managed-products.ts';
import type { BodySent } from '#contract/route.ts';
import { toQuantity } from '#contract/wire.ts';
import { isValidBarcode } from '#domain/barcode.ts';
import { readFieldValue } from '#domain/field-value.ts';
import { isRaise } from '#domain/item-prices.ts';
import { readCentsOrNull, formatMoney } from '#domain/money.ts';
import { readMoney, readQuantity, typedSentence } from '#domain/typed.ts';
import { isStep } from '#domain/unit.ts';
import { isSame } from '../../edit/drafts.ts';
import type { FieldName, ProductFields, VariationFields } from '../product-fields.ts';
import { combined, makeLabel } from '../variations/variations.ts';

type Body = BodySent<typeof changeProductRoute>;
type VariationBody = NonNullable<Body['variations']>[number];

/** The problems by field. A field of a variation or later price includes its index: "variations.0.sku". */
export type Problems = Readonly<Record<string, string>>;

/** Reads a wall time of the shop; null if it is not a time. */
type ReadWall = (typed: string) => string | null;

type Priced = Pick<ProductFields, 'regular_price' | 'sale_price' | 'sale_from' | 'sale_until' | 'price_changes'>;
type Item = Priced & Pick<ProductFields, 'sku' | 'barcode'>;
const ITEM_FIELDS = [
  'sku',
  'barcode',
  'regular_price',
  'sale_price',
  'sale_from',
  'sale_until',
  'price_changes',
] as const;
const OPTIONS_NEEDED = 'A variation needs an option for each attribute.';

/** The problem of a typed barcode; undefined if it is right or empty. */
function barcodeProblem(typed: string): string | undefined {
  const digits = typed.replaceAll(/[\s-]/g, '');
  if (digits === '' || isValidBarcode(digits)) return undefined;
  if (!/^\d+$/.test(digits)) return 'A barcode has digits only.';
  if (digits.length !== 12 && digits.length !== 13) return `A barcode has 12 or 13 digits; this has ${digits.length}.`;
  return 'The last digit does not fit the others: one of them is mistyped.';
}

function readItem(fields: Item, saved: Item | null, at: string, readWall: ReadWall, problems: Record<string, string>) {
  const note = (name: string, problem: string | undefined) => {
    if (problem !== undefined) problems[`${at}${name}`] = problem;
  };
  const price = (name: 'regular_price' | 'sale_price') => {
    if (fields[name].trim() === '') return null;
    const read = readMoney(fields[name]);
    if (read.ok) return formatMoney(read.value);
    note(name, typedSentence(read.refused));
    return null;
  };
  const isOnSale = fields.sale_price.trim() !== '';
  const instant = (name: 'sale_from' | 'sale_until') => {
    // Dates without a sale price are not on the screen.
    if (!isOnSale || fields[name] === '') return null;
    const read = readWall(fields[name]);
    if (read === null) note(name, 'Give a day and a time.');
    return read;
  };
  // A saved barcode is not checked again: it may come from an import.
  if (fields.barcode !== saved?.barcode) note('barcode', barcodeProblem(fields.barcode));
  const read = {
    sku: fields.sku.trim(),
    barcode: fields.barcode.trim(),
    regular_price: price('regular_price'),
    sale_price: price('sale_price'),
    sale_from: instant('sale_from'),
    sale_until: instant('sale_until'),
    price_changes: readChanges(fields.price_changes, readWall, (key, problem) => note(`price_changes.${key}`, problem)),
  };
  if (read.sale_until !== null && read.sale_from !== null && read.sale_until <= read.sale_from) {
    note('sale_until', 'The sale ends before it begins.');
  }
  const isChanged = fields.sale_price !== saved?.sale_price || fields.regular_price !== saved.regular_price;
  if (isChanged && isRaise({ regular: readCentsOrNull(read.regular_price), sale: readCentsOrNull(read.sale_price) })) {
    note('sale_price', 'The sale price is not below the regular price.');
  }
  return read;
}

/** The prices to come, each with its instant. */
function readChanges(
  changes: ProductFields['price_changes'],
  readWall: ReadWall,
  note: (key: string, problem: string) => void,
) {
  const seen = new Set<string>();
  return changes.map(({ from, regular_price: typed }, place) => {
    const instant = readWall(from);
    if (instant === null) note(`${place}.from`, 'Give a day and a time.');
    else if (seen.has(instant)) note(`${place}.from`, 'Another price begins then.');
    if (instant !== null) seen.add(instant);
    const read = readMoney(typed);
    if (!read.ok) note(`${place}.regular_price`, typedSentence(read.refused));
    return { from: instant ?? '', regular_price: read.ok ? formatMoney(read.value) : null };
  });
}

function readVariation(
  fields: VariationFields,
  saved: VariationFields | undefined,
  body: Omit<Body, 'version'>,
): VariationBody {
  const changed = ITEM_FIELDS.filter((name) => saved === undefined || !isSame(fields[name], saved[name]));
  return {
    ...(fields.id !== null && { id: fields.id }),
    attributes: fields.attributes,
    ...(fields.name !== (saved?.name ?? '') && { name: fields.name }),
    ...(fields.status !== saved?.status && { status: fields.status }),
    ...Object.fromEntries(changed.map((name) => [name, body[name]])),
  };
}

const optionsOf = ({ attributes, name }: VariationFields) =>
  attributes.length === 0 ? name.trim() : attributes.map(({ option }) => option.trim()).join(', ');

function readVariations(
  fields: ProductFields,
  saved: ProductFields | null,
  readWall: ReadWall,
  problems: Record<string, string>,
): VariationBody[] {
  const seen = new Map<string, number>();
  return fields.variations.map((variation, place) => {
    const before = saved?.variations.find(({ id }) => id !== null && id === variation.id);
    const at = `variations.${place}.`;
    const options = optionsOf(variation).toLowerCase();
    if (options === '' || variation.attributes.some(({ option }) => option.trim() === '')) {
      problems[`${at}attributes`] = OPTIONS_NEEDED;
    } else if (seen.has(options)) problems[`${at}attributes`] = `There are two of ${optionsOf(variation)}.`;
    seen.set(options, place);
    return readVariation(variation, before, readItem(variation, before ?? null, at, readWall, problems));
  });
}

/** Reports attributes that were typed but not used to make variations. Saving would silently drop them. */
function attributesProblem({ type, attributes, variations }: ProductFields): string | undefined {
  if (type !== 'variable' || attributes === null || isSame(combined(attributes, variations), variations))
    return undefined;
  return `The attributes are not in use yet. Press "${makeLabel(variations)}" first, or Discard.`;
}

interface ReadProduct {
  readonly problems: Problems;
  /** The whole product as a request sends it. */
  readonly body: Omit<Body, 'version'>;
  /** The first stock of a new product; 0 for none. */
  readonly openingStock: number;
}

/** The typed first stock. Variations have stock of their own. */
function readOpening({ type, opening_stock: typed }: ProductFields, problems: Record<string, string>): number {
  if (type === 'variable' || typed.trim() === '') return 0;
  const read = readQuantity(typed);
  if (read.ok) return toQuantity(read.value);
  problems['opening_stock'] = typedSentence(read.refused);
  return 0;
}

/** The changed values; null for a removed one. Unchanged values are not checked again. */
function readValues(
  rules: readonly ManagedField[],
  fields: ProductFields,
  saved: ProductFields | null,
  problems: Record<string, string>,
): Record<string, string | null> {
  const before = saved?.field_values ?? {};
  const values: Record<string, string | null> = {};
  for (const rule of rules) {
    const typed = fields.field_values[rule.name] ?? '';
    const isNeeded = rule.required && fields.status === 'publish';
    if (typed === (before[rule.name] ?? '') && !(isNeeded && typed === '')) continue;
    const { min, max } = rule;
    const read = readFieldValue({ ...rule, required: isNeeded, min: min ?? undefined, max: max ?? undefined }, typed);
    if (!read.ok) problems[`field_values.${rule.name}`] = read.refused.sentence;
    else values[rule.name] = read.value === '' ? null : read.value;
  }
  return values;
}

/** Rules: catalogue/unit-and-step, pricing/floor-price. */
function readMeasure({ unit, step: typed, floor_price: floor }: ProductFields, problems: Record<string, string>) {
  const step = readQuantity(typed);
  if (!step.ok) problems['step'] = typedSentence(step.refused);
  else if (!isStep(unit, step.value)) {
    problems['step'] =
      unit === null ? 'Pieces are sold in whole steps, from 1 to 1000.' : 'A step is above 0, and at most 1000.';
  }
  const least = floor.trim() === '' ? null : readMoney(floor);
  if (least?.ok === false) problems['floor_price'] = typedSentence(least.refused);
  return {
    unit,
    step: step.ok ? toQuantity(step.value) : 1,
    floor_price: least?.ok ? formatMoney(least.value) : null,
  };
}

/**
 * Reads the form: the product for a request, and the problems.
 * @param saved the saved fields; null for a new product
 * @param rules the fields of its blueprint
 */
export function readProduct(
  fields: ProductFields,
  saved: ProductFields | null,
  readWall: ReadWall,
  rules: readonly ManagedField[] = [],
): ReadProduct {
  const problems: Record<string, string> = {};
  if (fields.name.trim() === '') problems['name'] = 'A product needs a name.';
  const item = readItem(fields, saved, '', readWall, problems);
  const attributes = attributesProblem(fields);
  if (attributes !== undefined) problems['attributes'] = attributes;
  const variations = fields.type === 'variable' ? readVariations(fields, saved, readWall, problems) : [];
  return {
    problems,
    openingStock: saved === null ? readOpening(fields, problems) : 0,
    body: {
      name: fields.name.trim(),
      description: fields.description,
      status: fields.status,
      ...item,
      category_ids: fields.category_ids,
      blueprint_id: fields.blueprint_id,
      price_class: fields.price_class.trim() === '' ? null : fields.price_class.trim(),
      taxable: fields.taxable,
      ...readMeasure(fields, problems),
      image: fields.image,
      field_values: readValues(rules, fields, saved, problems),
      variations,
    },
  };
}

/** The names of the fields that a request has. */
type SentName = Exclude<FieldName, 'type' | 'attributes' | 'opening_stock'>;

/** Names of the fields that Save would change. */
export function changedFields(fields: ProductFields, saved: ProductFields): SentName[] {
  return (Object.keys(saved) as FieldName[])
    .filter((name): name is SentName => name !== 'type' && name !== 'attributes' && name !== 'opening_stock')
    .filter((name) => !isSame(fields[name], saved[name]));
}

/** The request of a change: only the changed fields, with the version they are based on. */
export function changeBody(body: Omit<Body, 'version'>, changed: readonly SentName[], version: number): Body {
  return { ...Object.fromEntries(changed.map((name) => [name, body[name]])), version };
}
