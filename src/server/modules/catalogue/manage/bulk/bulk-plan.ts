import type { BulkChange, BulkPreview } from '#contract/bulk-products.ts';
import type { changeProductRoute, ManagedProduct } from '#contract/managed-products.ts';
import type { BodyOf } from '#contract/route.ts';
import { movedPrice, type PriceMove } from '#domain/bulk-price.ts';
import { type Cents, centsOf, displayMoney, toCents } from '#domain/money.ts';
import type { BlueprintPricing } from '#domain/pricing-tiers.ts';
import { displayQuantity, fromQuantityNumber, ONE_MILLI } from '#domain/quantity.ts';
import { isCostKey } from '#domain/product-costs.ts';
import { isStep } from '#domain/unit.ts';
import { variantName } from '#domain/variant-name.ts';
import type { Database } from '#server/db/pool.ts';
import { Refusal } from '#server/refusal.ts';
import { checkedMeta, fieldNamesOf, requireFilled } from '../../fields-of.ts';
import { blueprintIdOf, type PriceBook, pricingOf } from '../../price-book.ts';
import { askedMeasure, requireUnused } from '../measure.ts';
import { planOfItem, type ProductRow } from '../product-row.ts';
import { plannedPrices } from '../product-prices.ts';

export type PlannedBody = Omit<BodyOf<typeof changeProductRoute>, 'version'>;
export type BulkField = BulkPreview['changes'][number];
type Priced = Pick<ManagedProduct, 'regular_price' | 'sale_price' | 'sale_from' | 'sale_until'>;
type PricedBody = Pick<PlannedBody, 'regular_price' | 'sale_price' | 'sale_from' | 'sale_until'>;
type SaleChange = NonNullable<BulkChange['sale']>;

const invalid = (sentence: string, field: string) => new Refusal('not_valid', sentence, { details: { field } });

/** @throws Refusal `not_valid` */
function moved(price: Cents, move: PriceMove, name: string, field: string): Cents {
  const to = movedPrice(price, move);
  if (to.ok) return to.value;
  const what = to.refused.code === 'price_below_zero' ? 'less than nothing' : 'more than an amount may be';
  throw invalid(`Its ${name} would be ${what}.`, field);
}

function salePriceOf(regular: Cents, sale: Exclude<SaleChange, { by: 'end' }>): Cents {
  if (sale.by === 'price') return toCents(sale.amount);
  const move: PriceMove =
    sale.by === 'percent'
      ? { by: 'percent', percent: -sale.percent, rounding: sale.rounding }
      : { by: 'amount', amount: toCents(-sale.amount), rounding: sale.rounding };
  return moved(regular, move, 'sale price', 'sale_price');
}

/** A price can be set where there was none, and moved only where there is one. @throws Refusal `not_valid` */
function regularOf(present: Cents | null, price: BulkChange['price']): Cents | null {
  if (price?.by === 'price') return toCents(price.amount);
  return price && present !== null ? moved(present, price, 'price', 'price') : present;
}

/** The new prices of one item; null for one without a price. @throws Refusal `not_valid` */
function pricesOf(item: Priced, { price, sale }: BulkChange): PricedBody | null {
  const present = item.regular_price === null ? null : centsOf(item.regular_price);
  const regular = regularOf(present, price);
  if (regular === null) return sale?.by === 'end' && item.sale_price !== null ? endOf() : null;
  const salePrice = sale
    ? sale.by === 'end'
      ? null
      : salePriceOf(regular, sale)
    : item.sale_price === null
      ? null
      : centsOf(item.sale_price);
  if (salePrice !== null && salePrice >= regular) {
    const [what, than] = sale
      ? [`Its sale price would be ${displayMoney(salePrice)}, not below its price of ${displayMoney(regular)}`, 'sale']
      : [
          `Its price would be ${displayMoney(regular)}, not above its sale price of ${displayMoney(salePrice)}`,
          'price',
        ];
    throw invalid(`${what}.`, than);
  }
  return {
    ...(price && { regular_price: regular }),
    ...(sale?.by === 'end' && endOf()),
    ...(sale &&
      sale.by !== 'end' && {
        sale_price: salePrice,
        sale_from: sale.from ?? null,
        sale_until: sale.until ?? null,
      }),
  };
}

const endOf = () => ({ sale_price: null, sale_from: null, sale_until: null });

/** @throws Refusal `not_valid` */
function pricesAfter(
  product: ManagedProduct,
  change: BulkChange,
  pricing: BlueprintPricing | null,
): Pick<PlannedBody, 'variations'> & PricedBody {
  // Refused where tiers price it before and after. Ending a sale is allowed there, and a price for a product that gets or loses its tiers.
  if (product.pricing !== null && pricing !== null && (change.price || change.sale?.by !== 'end')) {
    throw invalid('Tiers price it: change them under Pricing.', change.price ? 'price' : 'sale');
  }
  const none = () => invalid('It has no price to change.', change.price ? 'price' : 'sale');
  if (product.type !== 'variable') {
    const prices = pricesOf(product, change);
    if (prices === null && change.sale?.by !== 'end') throw none();
    return prices ?? {};
  }
  // All of them are named: one that is left out would be deleted.
  const variations = product.variations.map((one) => ({
    id: one.id,
    name: one.name,
    attributes: one.attributes,
    status: one.status,
    ...(one.status !== 'trash' && pricesOf(one, change)),
  }));
  const isPriced = variations.some((one) => 'regular_price' in one || 'sale_price' in one);
  if (!isPriced && change.sale?.by !== 'end') throw none();
  return isPriced ? { variations } : {};
}

function categoriesAfter(product: ManagedProduct, { add_category_ids: add, remove_category_ids: remove }: BulkChange) {
  if (!add && !remove) return undefined;
  const kept = product.category_ids.filter((id) => !remove?.includes(id));
  return [...new Set([...kept, ...(add ?? [])])];
}

/** @throws Refusal `not_valid` */
function floorAfter(
  { floor_price: floor }: BulkChange,
  product: ManagedProduct,
  prices: Pick<PlannedBody, 'variations'> & PricedBody,
  pricing: BlueprintPricing | null,
): Cents | null {
  if (!floor || floor.by === 'none') return null;
  if (floor.by === 'price') return toCents(floor.amount);
  if (pricing !== null) throw invalid('Tiers price it: give its floor price in dollars.', 'floor_price');
  const present = (money: string | null) => (money === null ? [] : [centsOf(money)]);
  const lowest =
    product.type === 'variable'
      ? product.variations
          .filter(({ status }) => status !== 'trash')
          .flatMap(
            (one) => prices.variations?.find(({ id }) => id === one.id)?.regular_price ?? present(one.regular_price),
          )
          .toSorted((one, other) => one - other)[0]
      : (prices.regular_price ?? present(product.regular_price)[0]);
  if (lowest === undefined) throw invalid('It has no price that a floor price could be a share of.', 'floor_price');
  const move: PriceMove = { by: 'percent', percent: -floor.percent, rounding: floor.rounding };
  return moved(lowest, move, 'floor price', 'floor_price');
}

/** Unit and step, and the step that a new unit needs. @throws Refusal `not_valid`, `unit_in_use` */
async function measureAfter(
  db: Database,
  row: ProductRow,
  { unit, step }: BulkChange,
): Promise<Pick<PlannedBody, 'unit' | 'step'>> {
  if (unit === undefined && step === undefined) return {};
  const needsOwn = unit !== undefined && step === undefined && !isStep(unit, fromQuantityNumber(row.quantity_step));
  const asked = {
    ...(unit !== undefined && { unit }),
    ...(step !== undefined ? { step } : needsOwn && { step: ONE_MILLI }),
  };
  askedMeasure(row, asked);
  if (unit !== undefined && unit !== row.unit) await requireUnused(db, row);
  return asked;
}

/** The effect of a change on one product. */
export interface BulkPlan {
  readonly body: PlannedBody;
  readonly changes: readonly BulkField[];
  /** The tiers that price it afterwards. */
  readonly pricing: BlueprintPricing | null;
}

/** A pricing in words, so that a preview says what a blueprint or price class does to prices. */
function sayPricing(pricing: BlueprintPricing | null): string {
  return pricing === null
    ? ''
    : `${pricing.blueprintName}: ${pricing.ruleGroups.map(({ ruleName }) => ruleName).join(', ')}`;
}

function changesOf(product: ManagedProduct, body: PlannedBody, values: Record<string, string>): BulkField[] {
  const changes: BulkField[] = [];
  const note = (field: string, from: unknown, to: unknown, of?: { id: number; name: string }) => {
    const [before, after] = [said(from), said(to)];
    if (before === after) return;
    changes.push({ field, from: before, to: after, variation_id: of?.id ?? null, variation_name: of?.name ?? null });
  };
  const notePrices = (present: Priced, next: PricedBody, of?: { id: number; name: string }) => {
    if (next.regular_price !== undefined) {
      note('price', dollars(present.regular_price), dollarsOf(next.regular_price), of);
    }
    if (next.sale_price === undefined) return;
    note('sale_price', dollars(present.sale_price), dollarsOf(next.sale_price), of);
    for (const name of ['sale_from', 'sale_until'] as const) note(name, present[name], next[name] ?? null, of);
  };
  for (const name of ['status', 'taxable', 'blueprint_id', 'price_class'] as const) {
    if (body[name] !== undefined) note(name, product[name], body[name]);
  }
  if (body.unit !== undefined) note('unit', product.unit, body.unit);
  if (body.step !== undefined)
    note('step', displayQuantity(fromQuantityNumber(product.step)), displayQuantity(body.step));
  if (body.floor_price !== undefined) note('floor_price', dollars(product.floor_price), dollarsOf(body.floor_price));
  if (body.category_ids) note('category_ids', product.category_ids.join(','), body.category_ids.join(','));
  notePrices(product, body);
  for (const { id, ...next } of body.variations ?? []) {
    const before = product.variations.find((one) => one.id === id);
    if (!before) continue;
    const options = before.attributes.map(({ option }) => option);
    notePrices(before, next, { id: before.id, name: variantName(options, before.name, before.id) });
  }
  for (const [name, value] of Object.entries(values)) note(`field:${name}`, product.field_values[name], value);
  return changes;
}

const dollarsOf = (cents: Cents | null) => (cents === null ? null : displayMoney(cents));
const dollars = (money: string | null) => (money === null ? null : displayMoney(centsOf(money)));

function said(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
}

/** The values as they would be stored. @throws Refusal `not_valid` */
async function valuesAfter(
  db: Database,
  id: number,
  blueprintId: number | null,
  values: BulkChange['field_values'],
): Promise<Record<string, string>> {
  if (!values) return {};
  const known = await fieldNamesOf(db, id, blueprintId);
  const stranger = Object.keys(values).find((name) => !known.includes(name) || isCostKey(name));
  if (stranger !== undefined) throw invalid(`Its blueprint has no field ${stranger}.`, `field_values.${stranger}`);
  const meta = Object.entries(values).map(([name, value]) => ({ key: `_blueprint_${name}`, value }));
  const checked = await checkedMeta(db, id, meta, blueprintId);
  return Object.fromEntries(checked.map(({ key, value }) => [key.slice('_blueprint_'.length), said(value)]));
}

/** Prices that are to come are judged beside the new ones. @throws Refusal `not_valid` */
export function requirePlannable(row: ProductRow, body: PlannedBody): void {
  if (body.regular_price !== undefined || body.sale_price !== undefined) plannedPrices(body, planOfItem(row, null));
  for (const variation of body.variations ?? []) {
    if (variation.id !== undefined) plannedPrices(variation, planOfItem(row, variation.id));
  }
}

/**
 * Works out what a change does to one product. Rule: catalogue/bulk-edit.
 * @throws Refusal `not_valid`
 */
export async function planBulk(
  db: Database,
  book: PriceBook,
  { row, product, change }: { row: ProductRow; product: ManagedProduct; change: BulkChange },
): Promise<BulkPlan> {
  const categories = categoriesAfter(product, change);
  const priceClass = change.price_class === undefined ? product.price_class : change.price_class?.trim() || null;
  const next = {
    blueprintId: change.blueprint_id === undefined ? product.blueprint_id : change.blueprint_id,
    priceClass,
    categoryIds: categories ?? product.category_ids,
  };
  const { status, taxable, blueprint_id: blueprint, field_values: values } = change;
  if (blueprint != null && !book.blueprints.has(blueprint)) {
    throw invalid(`There is no blueprint ${blueprint}.`, 'blueprint_id');
  }
  const pricing = pricingOf(book, next);
  const prices = change.price || change.sale ? pricesAfter(product, change, pricing) : {};
  const body: PlannedBody = {
    ...(status && { status }),
    ...(taxable !== undefined && { taxable }),
    ...(blueprint !== undefined && { blueprint_id: blueprint }),
    ...(change.price_class !== undefined && { price_class: priceClass }),
    ...(categories && { category_ids: categories }),
    ...(values && { field_values: values }),
    ...(await measureAfter(db, row, change)),
    ...(change.floor_price && { floor_price: floorAfter(change, product, prices, pricing) }),
    ...prices,
  };
  requirePlannable(row, body);
  const blueprintId = blueprintIdOf(book, next);
  const stored = await valuesAfter(db, product.id, blueprintId, values);
  const isOnSale = (status ?? product.status) === 'publish';
  const isOther = blueprint !== undefined || categories !== undefined;
  if (isOnSale && (product.status !== 'publish' || isOther)) {
    await requireFilled(db, product.id, { blueprintId, values: stored });
  }
  const changes = changesOf(product, body, stored);
  const [before, after] = [sayPricing(product.pricing && pricingOf(book, presentOf(product))), sayPricing(pricing)];
  if (before !== after) {
    changes.push({ field: 'pricing', from: before, to: after, variation_id: null, variation_name: null });
  }
  return { body, changes, pricing };
}

const presentOf = (product: ManagedProduct) => ({
  blueprintId: product.blueprint_id,
  priceClass: product.price_class,
  categoryIds: product.category_ids,
});
