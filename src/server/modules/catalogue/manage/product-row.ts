import { type RawBuilder, sql } from 'kysely';
import type { ManagedProduct, ManagedVariation, ProductStatus } from '#contract/managed-products.ts';
import { moneyOrNull } from '#contract/wire.ts';
import type { PricePlan } from '#domain/item-prices.ts';
import type { Unit } from '#domain/unit.ts';
import type { Database } from '#server/db/pool.ts';
import { FIELD_VALUES, type FieldValue, shownValues } from '../fields-of.ts';
import { CATALOGUE_STAMP, type PriceBook, priceBook, pricingOf } from '../price-book.ts';
import { toWirePricing } from '../wire-pricing.ts';
import { planOfPair } from './product-prices.ts';

interface PricedRow {
  regular_price_cents: number | null;
  sale_price_cents: number | null;
}

interface ItemRow extends PricedRow {
  id: number;
  name: string | null;
  sku: string | null;
  barcode: string | null;
  status: string;
}

export interface VariationRow extends ItemRow {
  /** An import may have left out a part. */
  attributes: { name?: string; option?: string }[];
}

interface ToCome extends PricedRow {
  variation_id: number | null;
  from_ms: number;
}

export interface ProductRow extends ItemRow {
  name: string;
  stamp: string;
  description: string;
  type: string;
  category_ids: number[];
  blueprint_id: number | null;
  price_class: string | null;
  unit: Unit | null;
  quantity_step: number;
  floor_price_cents: number | null;
  taxable: boolean;
  image: string | null;
  meta: Record<string, unknown>;
  /** Values of the fields of its blueprint. */
  fields: FieldValue[];
  version: number;
  created_at: Date;
  updated_at: Date;
  now_ms: number;
  variations: VariationRow[];
  to_come: ToCome[];
  in_books: boolean;
  /** Variations that are in the books. */
  kept_ids: number[];
}

/** True if a product, or one of its variations, was ever sold, moved, counted or ordered. */
function inBooks(productId: RawBuilder<number>, variationId?: RawBuilder<number>): RawBuilder<boolean> {
  // Every item that is sold, moved or counted has a stock level.
  const rows = ['stock_levels', 'order_lines', 'purchase_order_lines'].map(
    (table) =>
      sql<boolean>`EXISTS (SELECT FROM ${sql.table(table)} u WHERE u.product_id = ${productId}
        ${variationId ? sql`AND u.variation_id = ${variationId}` : sql``})`,
  );
  return sql<boolean>`(${sql.join(rows, sql` OR `)})`;
}

/** The product with all that belongs to it, at one moment; undefined where there is none. */
export async function selectProduct(db: Database, id: number): Promise<ProductRow | undefined> {
  return (await selectProducts(db, [id]))[0];
}

/** Products with all that belongs to them, at one moment and in the order of `ids`. */
export async function selectProducts(db: Database, ids: readonly number[]): Promise<ProductRow[]> {
  const { rows } = await sql<ProductRow>`
    SELECT ${CATALOGUE_STAMP} AS stamp, p.id, p.name, p.description, p.type, p.status, p.sku, p.barcode, p.category_ids, p.blueprint_id,
           p.price_class, p.unit, p.quantity_step::float8 AS quantity_step, p.floor_price_cents, p.taxable, p.image, p.meta, p.regular_price_cents, p.sale_price_cents, p.version, p.created_at, p.updated_at,
           ${FIELD_VALUES} AS fields,
           (extract(epoch FROM clock_timestamp()) * 1000)::double precision AS now_ms,
           coalesce((SELECT jsonb_agg(jsonb_build_object('id', v.id, 'name', v.name, 'sku', v.sku, 'barcode', v.barcode, 'status', v.status,
                       'attributes', v.attributes, 'regular_price_cents', v.regular_price_cents, 'sale_price_cents', v.sale_price_cents)
                       ORDER BY v.status = 'trash', v.position, v.id)
                       FROM variations v WHERE v.product_id = p.id), '[]') AS variations,
           coalesce((SELECT jsonb_agg(jsonb_build_object('variation_id', i.variation_id, 'from_ms', extract(epoch FROM i.valid_from) * 1000,
                       'regular_price_cents', i.regular_price_cents, 'sale_price_cents', i.sale_price_cents))
                       FROM item_prices i WHERE i.product_id = p.id AND i.valid_from > clock_timestamp()), '[]') AS to_come,
           ${inBooks(sql`p.id`)} AS in_books,
           ARRAY(SELECT v.id FROM variations v WHERE v.product_id = p.id AND ${inBooks(sql`p.id`, sql`v.id`)}) AS kept_ids
      FROM unnest(${[...ids]}::integer[]) WITH ORDINALITY AS wanted(id, place) JOIN products p ON p.id = wanted.id
     ORDER BY wanted.place`.execute(db);
  return rows;
}

/** The prices of the product (null) or of one of its variations, as people think of them. */
export function planOfItem(row: ProductRow, variationId: number | null): PricePlan {
  const item = variationId === null ? row : row.variations.find(({ id }) => id === variationId);
  return planOfPair(
    item ?? { regular_price_cents: null, sale_price_cents: null },
    row.to_come.filter(({ variation_id: id }) => id === variationId),
  );
}

const instantOrNull = (ms: number | null | undefined) => (ms == null ? null : new Date(ms).toISOString());

function pricedOf(row: ProductRow, variationId: number | null) {
  const { regular, sale, changes } = planOfItem(row, variationId);
  return {
    regular_price: moneyOrNull(regular),
    sale_price: sale && moneyOrNull(sale.price),
    sale_from: instantOrNull(sale?.fromMs),
    sale_until: instantOrNull(sale?.untilMs),
    price_changes: changes.map(({ fromMs, regular: to }) => ({
      from: new Date(fromMs).toISOString(),
      regular_price: moneyOrNull(to),
    })),
  };
}

function toVariation(row: ProductRow, variation: VariationRow): ManagedVariation {
  return {
    id: variation.id,
    name: variation.name,
    sku: variation.sku,
    barcode: variation.barcode,
    status: variation.status as ProductStatus,
    attributes: variation.attributes.map(({ name = '', option = '' }) => ({ name, option })),
    ...pricedOf(row, variation.id),
  };
}

export async function toManaged(db: Database, row: ProductRow): Promise<ManagedProduct> {
  return managedBy(await priceBook(db, row.stamp), row);
}

/** `toManaged` by the price book of the row's state. */
export function managedBy(book: PriceBook, row: ProductRow): ManagedProduct {
  const pricing = pricingOf(book, {
    blueprintId: row.blueprint_id,
    priceClass: row.price_class,
    categoryIds: row.category_ids,
  });
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    type: row.type,
    // A constraint keeps it to these.
    status: row.status as ProductStatus,
    sku: row.sku,
    barcode: row.barcode,
    category_ids: row.category_ids,
    blueprint_id: row.blueprint_id,
    price_class: row.price_class,
    taxable: row.taxable,
    unit: row.unit,
    step: row.quantity_step,
    floor_price: moneyOrNull(row.floor_price_cents),
    image: row.image,
    ...pricedOf(row, null),
    variations: row.variations.map((variation) => toVariation(row, variation)),
    pricing: pricing && toWirePricing(pricing),
    field_values: shownValues(row.fields),
    in_books: row.in_books,
    version: row.version,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}
