import { sql } from 'kysely';
import { PRICED_DAYS, type WireMenuShelf, type WireMenuProduct } from '#contract/menu-shelf.ts';
import { moneyOf, moneyOrNull } from '#contract/wire.ts';
import { byCategoryOrder } from '#domain/category-order.ts';
import { drawnFromStock, needsConversion } from '#domain/conversion-ratio.ts';
import { type BlueprintPricing, tiersOf } from '#domain/pricing-tiers.ts';
import { unitOfPricing } from '#domain/tier-unit.ts';
import { isCostKey } from '#domain/product-costs.ts';
import { displayQuantity } from '#domain/quantity.ts';
import type { Database } from '#server/db/pool.ts';
import {
  plannedPriceBooks,
  type PriceBook,
  pricingOf,
  shelf,
  type ShelfPrices,
  type ShelfProduct,
  withAncestors,
} from '#server/modules/catalogue/service.ts';

/** One way to buy a product, and what it takes out of stock. */
interface MenuOption {
  readonly label: string | null;
  readonly cents: number;
  readonly wasCents: number | null;
  readonly variationId: number | null;
  /** Thousandths; Infinity for a tier that no sale accepts, because its conversion ratio is missing or wrong. */
  readonly drawnMilli: number;
}

interface MenuChange {
  readonly from: Date;
  readonly options: readonly MenuOption[];
}

/** A product as a menu shows it, without the stock of a location. */
export interface MenuItem {
  readonly id: number;
  readonly variationIds: readonly number[] | null;
  readonly categoryIds: readonly number[];
  readonly facts: Pick<WireMenuProduct, 'name' | 'unit' | 'category_ids' | 'image' | 'fields'>;
  readonly options: readonly MenuOption[];
  readonly changes: readonly MenuChange[];
}

/** The published products of one state of the catalogue, in the order of the tills. */
export interface MenuCatalogue {
  readonly stamp: string;
  /** The day (since 1970, UTC) on which it was read: planned prices of the week that follows are in it. */
  readonly day: number;
  readonly categories: WireMenuShelf['categories'];
  readonly items: readonly MenuItem[];
}

const ONE_PIECE_MILLI = 1000;
const DAY_S = 24 * 60 * 60;
/** A field of a menu is a word or two. */
const LONGEST_FIELD = 200;
/** Fields that menus never show: suppliers are the shop's own affair. Rule: menus/nothing-leaks. */
const KEPT_BACK = new Set(['supplier']);

type Planned = ReadonlyMap<number, readonly PlannedPrice[]>;

/** The later prices that are known: those of a product, and the price books of all. */
interface Plan {
  readonly prices: readonly PlannedPrice[];
  readonly books: readonly { readonly from: Date; readonly book: PriceBook }[];
}

interface PlannedPrice extends ShelfPrices {
  readonly variationId: number | null;
  readonly from: Date;
}

/** Days since 1970 in UTC, not a day of a shop: all processes read planned prices up to the same instant. */
export function dayNow(): number {
  return Math.floor(Date.now() / 1000 / DAY_S);
}

/** Builds what menus show of the catalogue at `stamp`. */
export async function readMenuCatalogue(db: Database, stamp: string): Promise<MenuCatalogue> {
  const { stamp: seen, book, products } = await shelf(db, stamp);
  const today = dayNow();
  const until = new Date((today + 1 + PRICED_DAYS) * DAY_S * 1000);
  const [fields, planned] = [await selectFieldNames(db), await selectPlanned(db, until)];
  const books = await plannedPriceBooks(db, until);
  return {
    stamp: seen,
    day: today,
    categories: [...book.categories.values()]
      .toSorted(byCategoryOrder)
      .map(({ id, name, slug, formerNames: former }) => ({ id, name, slug, ...(former.length > 0 && { former }) })),
    items: products.map((product) => {
      const categoryIds = withAncestors(
        book,
        product.categories.map(({ id }) => id),
      );
      return toItem(product, categoryIds, fields, { prices: planned.get(product.id) ?? [], books });
    }),
  };
}

/** Names of fields that a menu may show. Rule: menus/nothing-leaks. */
async function selectFieldNames(db: Database): Promise<readonly string[]> {
  const { rows } = await sql<{ name: string }>`
    SELECT DISTINCT field_name AS name FROM blueprint_fields WHERE status = 'active'`.execute(db);
  return rows.map(({ name }) => name).filter((name) => !isCostKey(name) && !KEPT_BACK.has(name));
}

async function selectPlanned(db: Database, until: Date): Promise<Planned> {
  const { rows } = await sql<{
    product_id: number;
    variation_id: number | null;
    valid_from: Date;
    regular_price_cents: number | null;
    sale_price_cents: number | null;
  }>`
    SELECT product_id, variation_id, valid_from, regular_price_cents, sale_price_cents FROM item_prices
     WHERE valid_from > now() AND valid_from < ${until}
     ORDER BY product_id, valid_from`.execute(db);
  const planned = new Map<number, PlannedPrice[]>();
  for (const row of rows) {
    const of = planned.get(row.product_id) ?? [];
    planned.set(row.product_id, of);
    of.push({
      variationId: row.variation_id,
      from: row.valid_from,
      regularCents: row.regular_price_cents,
      saleCents: row.sale_price_cents,
    });
  }
  return planned;
}

function toItem(
  product: ShelfProduct,
  categoryIds: readonly number[],
  fields: readonly string[],
  plan: Plan,
): MenuItem {
  const isVariable = product.type === 'variable';
  return {
    id: product.id,
    variationIds: isVariable ? product.variants.map(({ id }) => id) : null,
    categoryIds,
    facts: {
      name: product.name,
      unit: product.tiers ? unitOfPricing(product.tiers) : (product.unit ?? ''),
      category_ids: [...categoryIds],
      image: product.image,
      fields: shownFields(product.meta, fields),
    },
    options: optionsOf(product),
    changes: changesOf(product, plan),
  };
}

function shownFields(meta: Readonly<Record<string, unknown>>, names: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = meta[`_blueprint_${name}`];
      const text = typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
      return text === '' || text.length > LONGEST_FIELD ? [] : [[name, text]];
    }),
  );
}

function optionOf(
  { regularCents, saleCents }: ShelfPrices,
  label: string | null,
  variationId: number | null,
  drawnMilli = ONE_PIECE_MILLI,
): MenuOption[] {
  const cents = saleCents ?? regularCents;
  if (cents === null) return [];
  const wasCents = saleCents !== null && regularCents !== null && regularCents > saleCents ? regularCents : null;
  return [{ label, cents, wasCents, variationId, drawnMilli }];
}

function tierOptions(tiers: BlueprintPricing): MenuOption[] {
  return tiersOf(tiers).map(({ productType, tier }) => {
    const drawn = drawnFromStock(tier.minMilli, tier.conversionRatio, needsConversion(productType, tier.label));
    return {
      label: tier.label || displayQuantity(tier.minMilli),
      cents: tier.priceCents,
      wasCents: null,
      variationId: null,
      drawnMilli: drawn.ok ? drawn.value : Infinity,
    };
  });
}

/** As the till sells it: by its variations, its tiers, by the piece or by a unit. */
function optionsOf(
  product: Pick<ShelfProduct, 'type' | 'tiers' | 'variants' | 'unit' | 'stepMilli' | keyof ShelfPrices>,
): MenuOption[] {
  if (product.type === 'variable')
    return product.variants.flatMap((variant) => optionOf(variant, variant.name, variant.id, product.stepMilli));
  return product.tiers
    ? tierOptions(product.tiers)
    : optionOf(product, product.unit && `1 ${product.unit}`, null, product.stepMilli);
}

/** Rule: menus/planned-prices. */
function changesOf(product: ShelfProduct, { prices, books }: Plan): MenuChange[] {
  const instants = new Set([...prices, ...books].map(({ from }) => from.getTime()));
  let last = JSON.stringify(optionsOf(product));
  return [...instants]
    .toSorted((a, b) => a - b)
    .flatMap((at) => {
      const holding = (id: number | null, present: ShelfPrices): ShelfPrices =>
        prices.findLast(({ variationId, from }) => variationId === id && from.getTime() <= at) ?? present;
      const { regularCents, saleCents } = holding(null, product);
      const variants = product.variants.map((variant) => {
        const price = holding(variant.id, variant);
        return { ...variant, regularCents: price.regularCents, saleCents: price.saleCents };
      });
      const book = books.findLast(({ from }) => from.getTime() <= at)?.book;
      const tiers = book ? pricingOf(book, product.pricedBy) : product.tiers;
      const options = optionsOf({ ...product, regularCents, saleCents, variants, tiers });
      const written = JSON.stringify(options);
      // Rules of other blueprints begin, too.
      if (written === last) return [];
      last = written;
      return [{ from: new Date(at), options }];
    });
}

/** Stock of an item at a location, in thousandths, by its variation; null for a product without variations. */
export type ItemStock = ReadonlyMap<number | null, number>;

/** The part of a product on a menu that depends on stock. */
export interface Availability {
  readonly id: number;
  readonly in_stock: boolean;
  readonly left: number | null;
  readonly short: boolean[];
}

function isShort({ variationId, drawnMilli }: MenuOption, stock: ItemStock): boolean {
  return drawnMilli > (stock.get(variationId) ?? 0);
}

/** Rules: menus/sold-out, menus/nothing-leaks. @param leftBelow stock below this is shown as a count, in thousandths */
export function availabilityOf(item: MenuItem, stock: ItemStock, leftBelow: number): Availability {
  const counted = item.variationIds ?? [null];
  const total = counted.reduce((sum: number, id) => sum + (stock.get(id) ?? 0), 0);
  const short = item.options.map((option) => isShort(option, stock));
  const inStock = item.options.length === 0 ? total > 0 : short.includes(false);
  return { id: item.id, in_stock: inStock, left: inStock && total < leftBelow ? total / 1000 : null, short };
}

export function toProduct(item: MenuItem, stock: ItemStock, leftBelow: number): WireMenuProduct {
  const { id, in_stock, left } = availabilityOf(item, stock, leftBelow);
  const price = (option: MenuOption) => ({
    label: option.label,
    price: moneyOf(option.cents),
    was: moneyOrNull(option.wasCents),
    short: isShort(option, stock),
  });
  return {
    id,
    in_stock,
    left,
    ...item.facts,
    prices: item.options.map(price),
    changes: item.changes.map(({ from, options }) => ({ from: from.toISOString(), prices: options.map(price) })),
  };
}
