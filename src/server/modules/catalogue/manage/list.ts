import { sql } from 'kysely';
import type { ListedProduct, managedProductsRoute, ProductStatus } from '#contract/managed-products.ts';
import type { QueryOf } from '#contract/route.ts';
import { moneyOrNull } from '#contract/wire.ts';
import type { Unit } from '#domain/unit.ts';
import type { Database } from '#server/db/pool.ts';
import { Tagged } from '#server/http/serve/serve.ts';
import { blueprintIdOf, CATALOGUE_STAMP, type PriceBook, priceBook, pricingOf } from '../price-book.ts';

/** Grows when the content of a row changes. */
const FORM = 2;

interface Row {
  id: number;
  name: string;
  sku: string | null;
  barcode: string | null;
  type: string;
  status: string;
  regular_price_cents: number | null;
  sale_price_cents: number | null;
  lowest: number | null;
  highest: number | null;
  taxable: boolean;
  category_ids: number[];
  blueprint_id: number | null;
  price_class: string | null;
  unit: Unit | null;
  image: string | null;
  codes: string[];
  variations: number;
  version: number;
  updated_at: Date;
}

/** Products to manage, by name: whole pages for a table that searches by itself. */
export async function managedProducts(db: Database, query: QueryOf<typeof managedProductsRoute>): Promise<Tagged> {
  const { _t: _, ...asked } = query;
  const { rows } = await sql<{ stamp: string }>`SELECT ${CATALOGUE_STAMP} AS stamp`.execute(db);
  const stamp = rows[0]?.stamp ?? '';
  return new Tagged(`W/"${FORM}.${stamp}.${Buffer.from(JSON.stringify(asked)).toString('base64url')}"`, () =>
    listJson(db, stamp, asked),
  );
}

async function listJson(
  db: Database,
  stamp: string,
  { page, per_page: perPage, include }: Omit<QueryOf<typeof managedProductsRoute>, '_t'>,
): Promise<string> {
  const wanted = include ?? null;
  const { rows } = await sql<Row & { total: number }>`
    SELECT p.id, p.name, p.sku, p.barcode, p.type, p.status, p.regular_price_cents, p.sale_price_cents, p.taxable, p.category_ids,
           p.blueprint_id, p.price_class, p.unit, p.image, p.version, p.updated_at, v.lowest, v.highest,
           coalesce(v.codes, '{}') AS codes, coalesce(v.variations, 0)::integer AS variations,
           count(*) OVER ()::integer AS total
      FROM products p
      LEFT JOIN (
        SELECT product_id, min(coalesce(sale_price_cents, regular_price_cents)) AS lowest,
               max(coalesce(sale_price_cents, regular_price_cents)) AS highest, count(*) AS variations,
               array_remove(array_agg(sku) || array_agg(barcode), NULL) AS codes
          FROM variations WHERE status <> 'trash' GROUP BY product_id
      ) v ON v.product_id = p.id
     WHERE ${wanted}::integer[] IS NULL OR p.id = ANY(${wanted}::integer[])
     ORDER BY lower(p.name), p.id LIMIT ${perPage} OFFSET ${(page - 1) * perPage}`.execute(db);
  const book = await priceBook(db, stamp);
  const data = rows.map((row) => toListed(row, book));
  const total = rows[0]?.total ?? 0;
  const meta = { total, pages: Math.ceil(total / perPage), page, per_page: perPage };
  return JSON.stringify({ success: true, data, meta });
}

function toListed(row: Row, book: PriceBook): ListedProduct {
  const priced = { blueprintId: row.blueprint_id, priceClass: row.price_class, categoryIds: row.category_ids };
  return {
    id: row.id,
    name: row.name,
    sku: row.sku,
    barcode: row.barcode,
    type: row.type,
    // A constraint keeps it to these.
    status: row.status as ProductStatus,
    regular_price: moneyOrNull(row.regular_price_cents),
    sale_price: moneyOrNull(row.sale_price_cents),
    lowest_price: moneyOrNull(row.lowest),
    highest_price: moneyOrNull(row.highest),
    by_tier: pricingOf(book, priced) !== null,
    ...(row.unit !== null && { unit: row.unit }),
    taxable: row.taxable,
    category_ids: row.category_ids,
    blueprint_id: blueprintIdOf(book, priced),
    price_class: row.price_class,
    image: row.image,
    codes: row.codes,
    variations: row.variations,
    version: row.version,
    updated_at: row.updated_at.toISOString(),
  };
}
