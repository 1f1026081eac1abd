import { sql } from 'kysely';
import { z } from 'zod';
import { moneyOrNull } from '#contract/wire.ts';
import { foldedWords } from '#domain/fold.ts';
import { displayQuantity, toQuantityNumber } from '#domain/quantity.ts';
import { LITTLE_STOCK } from '#domain/stock.ts';
import { variantLineName, variantName } from '#domain/variant-name.ts';
import { containing } from '#server/db/like.ts';
import { getAttention, listMovements } from '#server/modules/inventory/service.ts';
import { Refusal } from '#server/refusal.ts';
import { LOCATION, placeAsked } from './place-and-time.ts';
import { type Asked, column, fact, personal, tool } from './tool.ts';
import { openHere, openIn } from './open-in.ts';

interface ItemRow {
  product_id: number;
  variation_id: number | null;
  name: string;
  variation_name: string | null;
  options: unknown[] | null;
  sku: string | null;
  category: string | null;
  price_cents: number | null;
  quantity: number;
  reorder_level: number | null;
  sold: number;
}

interface Items {
  readonly locationId: number;
  readonly search?: string | undefined;
  readonly category?: string | undefined;
  readonly productIds?: readonly number[] | undefined;
  /** Only items with more than this, or at most this much. */
  readonly atMost?: number | undefined;
  readonly inStock?: boolean | undefined;
  /** Only items to reorder, those first that last the shortest. */
  readonly low?: boolean;
}

const SOLD_DAYS = 30;

const nameOf = (row: Pick<ItemRow, 'name' | 'variation_name' | 'options' | 'variation_id'>): string =>
  row.variation_id === null
    ? row.name
    : variantLineName(row.name, variantName((row.options ?? []).map(String), row.variation_name, row.variation_id));

/** Published items with stock at a location: simple products, and variations. Sums of what was sold come from whole days. */
async function selectItems(
  { db, limit }: Asked,
  { locationId, search, category, productIds, atMost, inStock, low = false }: Items,
): Promise<{ rows: ItemRow[]; total: number; out: number }> {
  const words = foldedWords(search ?? '');
  const parts = [
    sql`p.status = 'publish' AND p.type IN ('simple', 'variable') AND (v.id IS NULL OR v.status = 'publish') AND (p.type = 'variable') = (v.id IS NOT NULL)`,
    ...words.map(
      (
        word,
      ) => sql`(p.found_text || ' ' || folded_plain(coalesce(v.sku, '') || ' ' || coalesce(v.name, '') || ' ' || coalesce(v.attributes::text, ''))
        LIKE ${containing(word)})`,
    ),
    ...(category === undefined
      ? []
      : [
          sql`p.category_ids && ARRAY(WITH RECURSIVE c AS (SELECT id FROM categories WHERE folded_plain(name) LIKE ${containing(foldedWords(category).join(' '))}
            UNION SELECT k.id FROM categories k JOIN c ON k.parent_id = c.id) SELECT id FROM c)`,
        ]),
    ...(productIds ? [sql`p.id = ANY(${[...productIds]}::integer[])`] : []),
    ...(atMost === undefined ? [] : [sql`coalesce(s.quantity, 0) <= ${atMost}`]),
    ...(inStock === true ? [sql`s.quantity > 0`] : []),
    ...(low
      ? [
          sql`CASE WHEN s.reorder_level IS NULL THEN coalesce(s.quantity, 0) <= ${sql.lit(toQuantityNumber(LITTLE_STOCK))} AND sold.sold > 0 ELSE s.quantity <= s.reorder_level END`,
        ]
      : []),
  ];
  const first = low
    ? sql`floor(CASE WHEN sold > 0 THEN quantity / sold END * ${sql.lit(SOLD_DAYS)}) NULLS LAST, sold DESC,`
    : sql``;
  const { rows } = await sql<ItemRow & { total: number; out: number }>`
    WITH sold AS (
      SELECT i.product_id, i.variation_id, sum(i.quantity)::float8 AS sold FROM sales_by_item i
       WHERE i.location_id = ${locationId} AND i.local_day >= (now() AT TIME ZONE
             (SELECT time_zone FROM locations WHERE id = ${locationId}))::date - ${sql.lit(SOLD_DAYS)}
       GROUP BY i.product_id, i.variation_id
    ), found AS (
      SELECT p.id AS product_id, v.id AS variation_id, p.name, v.name AS variation_name, v.position,
             jsonb_path_query_array(v.attributes, '$[*].option') AS options, coalesce(v.sku, p.sku) AS sku,
             (SELECT c.name FROM categories c WHERE c.id = p.category_ids[1]) AS category,
             coalesce(v.sale_price_cents, v.regular_price_cents, CASE WHEN v.id IS NULL THEN coalesce(p.sale_price_cents, p.regular_price_cents) END) AS price_cents,
             coalesce(s.quantity, 0)::float8 AS quantity, s.reorder_level::float8 AS reorder_level,
             coalesce(sold.sold, 0) AS sold
        FROM products p
        LEFT JOIN variations v ON v.product_id = p.id AND p.type = 'variable'
        LEFT JOIN stock_levels s ON s.location_id = ${locationId} AND s.product_id = p.id AND s.variation_id IS NOT DISTINCT FROM v.id
        LEFT JOIN sold ON sold.product_id = p.id AND coalesce(sold.variation_id, 0) = coalesce(v.id, 0)
       WHERE ${sql.join(parts, sql` AND `)}
    )
    SELECT *, count(*) OVER ()::integer AS total, count(*) FILTER (WHERE quantity <= 0) OVER ()::integer AS out
      FROM found ORDER BY ${first} lower(name), product_id, position, variation_id LIMIT ${limit}`.execute(db);
  return { rows, total: rows[0]?.total ?? 0, out: rows[0]?.out ?? 0 };
}

/** Views list one category, by its id; a name that several begin with is no filter there. */
async function categoryFilter(
  { db }: Asked,
  named: string | undefined,
): Promise<{ filter: { category?: string }; lost: boolean }> {
  if (named === undefined) return { filter: {}, lost: false };
  const { rows } = await sql<{ id: number }>`
    SELECT id FROM categories WHERE folded_plain(name) LIKE ${containing(foldedWords(named).join(' '))} ORDER BY id LIMIT 2`.execute(
    db,
  );
  const [only, another] = rows;
  return only && !another ? { filter: { category: String(only.id) }, lost: false } : { filter: {}, lost: true };
}

/** Figures stand before words: a card in the chat shows the first columns, and the others are reached by scrolling. */
const ITEM_COLUMNS = [column('name', 'Item'), column('stock', 'Stock', 'quantity')];
const WORDS = [column('price', 'Price', 'money'), column('sku', 'SKU'), column('category', 'Category')];
const IDS = [column('product_id', 'Product id', 'number'), column('variation_id', 'Variation id', 'number')];

const toItem = (row: ItemRow) => ({
  product_id: row.product_id,
  variation_id: row.variation_id,
  name: nameOf(row),
  sku: row.sku,
  category: row.category,
  price: moneyOrNull(row.price_cents),
  stock: row.quantity,
});

const soldOf = ({ reorder_level, sold, quantity }: ItemRow) => ({
  reorder_level,
  sold,
  days_left: sold > 0 ? Math.floor((quantity / sold) * SOLD_DAYS) : null,
});

export const findProducts = tool({
  name: 'find_products',
  description:
    'Products and variations for sale, by words of name, SKU or barcode and by category, with price for one unit (none where tiers price it) and stock at a location. Gives the ids that other tools take.',
  permission: 'see-stock',
  parameters: z.object({
    search: z.string().max(200).optional().describe('Words that all stand in the name, SKU or barcode.'),
    category: z.string().max(100).optional().describe('Name of a category, or its beginning.'),
    in_stock: z.boolean().optional().describe('Only items with stock.'),
    ...LOCATION,
  }),
  run: async (asked, { search, category, in_stock: inStock, location_id: locationId }) => {
    const place = await placeAsked(asked, locationId);
    const { rows, total } = await selectItems(asked, { locationId: place.id, search, category, inStock });
    const listed = await categoryFilter(asked, category);
    return {
      title: `Products${search ? ` with “${search}”` : ''}${category ? ` in ${category}` : ''}`,
      columns: [...ITEM_COLUMNS, ...WORDS, ...IDS],
      rows: rows.map(toItem),
      total,
      location: place.name,
      open: openHere(
        asked,
        place,
        openIn('products', 'Products', { search, ...listed.filter }, { lost: inStock === true || listed.lost }),
      ),
    };
  },
});

export const stockOfItems = tool({
  name: 'stock',
  description: `Stock of items at a location, with their reorder level, what was sold in the last ${SOLD_DAYS} days, and for how many days the stock lasts at that pace.`,
  permission: 'see-stock',
  parameters: z.object({
    search: z.string().max(200).optional().describe('Words of name, SKU or barcode.'),
    product_ids: z.array(z.int().min(1).max(2_147_483_647)).max(100).optional().describe('Ids of products.'),
    category: z.string().max(100).optional().describe('Name of a category, or its beginning.'),
    at_most: z.number().min(0).max(1_000_000).optional().describe('Only items with at most so much.'),
    ...LOCATION,
  }),
  run: async (asked, { search, product_ids: productIds, category, at_most: atMost, location_id: locationId }) => {
    const place = await placeAsked(asked, locationId);
    const { rows, total } = await selectItems(asked, { locationId: place.id, search, category, productIds, atMost });
    const listed = await categoryFilter(asked, category);
    return {
      title: `Stock${search ? ` of “${search}”` : ''}${category ? ` in ${category}` : ''}`,
      columns: [
        ...ITEM_COLUMNS,
        column('reorder_level', 'Reorder level', 'quantity'),
        column('sold', `Sold in ${SOLD_DAYS} days`, 'quantity'),
        column('days_left', 'Days left', 'number'),
        ...WORDS,
        ...IDS,
      ],
      rows: rows.map((row) => ({
        ...toItem(row),
        ...soldOf(row),
      })),
      total,
      location: place.name,
      open: openHere(
        asked,
        place,
        openIn(
          'adjustments',
          'Inventory',
          { search, ...listed.filter },
          { lost: atMost !== undefined || productIds !== undefined || listed.lost },
        ),
      ),
    };
  },
});

export const lowStock = tool({
  name: 'low_stock',
  description: `Items to reorder at a location: at or below their reorder level or, where they have none, at or below ${displayQuantity(LITTLE_STOCK)} and sold in the last ${SOLD_DAYS} days. Says how many days the stock lasts and how much would last ${SOLD_DAYS} days more.`,
  permission: 'see-stock',
  parameters: z.object({
    category: z.string().max(100).optional().describe('Name of a category, or its beginning.'),
    ...LOCATION,
  }),
  run: async (asked, { category, location_id: locationId }) => {
    const place = await placeAsked(asked, locationId);
    const { rows, total, out } = await selectItems(asked, { locationId: place.id, category, low: true });
    return {
      title: `Low stock${category ? ` in ${category}` : ''}`,
      columns: [
        ...ITEM_COLUMNS,
        column('suggested', 'To reorder', 'quantity'),
        column('days_left', 'Days left', 'number'),
        column('sold', `Sold in ${SOLD_DAYS} days`, 'quantity'),
        column('reorder_level', 'Reorder level', 'quantity'),
        ...WORDS,
        ...IDS,
      ],
      rows: rows.map((row) => ({
        ...toItem(row),
        ...soldOf(row),
        suggested: Math.max(0, Math.ceil(row.sold - row.quantity)),
      })),
      total,
      facts: [fact('Items low', total), fact('Out of stock', out)],
      location: place.name,
      open: openHere(
        asked,
        place,
        openIn('adjustments', 'Inventory', { attention: 'low' }, { lost: category !== undefined }),
      ),
    };
  },
});

export const movements = tool({
  name: 'movements',
  description: 'What changed the stock of one item at a location, newest first: sales, counts, restocks, transfers.',
  permission: 'see-stock',
  parameters: z.object({
    product_id: z.int().min(1).max(2_147_483_647).describe('Id of the product, from find_products.'),
    variation_id: z.int().min(1).max(2_147_483_647).nullish().describe('Id of the variation, of a variable product.'),
    ...LOCATION,
  }),
  run: async (asked, { product_id: productId, variation_id: variationId, location_id: locationId }) => {
    const place = await placeAsked(asked, locationId);
    const { data, current } = await listMovements(asked.db, asked.staff, {
      product_id: productId,
      variation_id: variationId ?? undefined,
      location_id: place.id,
      limit: Math.min(asked.limit, 1000),
      action: 'all',
    });
    const [newest] = data;
    if (!current) throw new Refusal('not_found', `There is no product ${productId}.`);
    return {
      title: `Movements of ${newest?.product_name ?? `product ${productId}`}`,
      columns: [
        column('date', 'Date', 'instant'),
        column('action', 'Type'),
        column('change', 'Change', 'quantity'),
        column('stock', 'Stock after', 'quantity'),
        // Written by hand, it may say whose goods came back.
        personal('reason', 'Reason'),
        column('user', 'User'),
      ],
      rows: data.map((entry) => ({
        date: entry.created_at,
        action: entry.action,
        change: entry.quantity_change,
        stock: entry.new_stock,
        reason: entry.reason,
        user: entry.user_name,
      })),
      total: current.movements,
      facts: [
        fact('Stock now', current.quantity, 'quantity'),
        fact('Reorder level', current.reorder_level, 'quantity'),
        fact('Needs a count since', current.needs_count_since, 'instant'),
      ],
      location: place.name,
      open: openHere(
        asked,
        place,
        openIn('history', 'History', { search: newest?.sku || newest?.product_name, days: 'all' }),
      ),
    };
  },
});

export const discrepancies = tool({
  name: 'discrepancies',
  description:
    'Where shelf and books may differ at a location: items sold beyond the books that wait for a count, and counts of the last days that did not agree with the books.',
  permission: 'see-stock',
  parameters: z.object({
    days: z.int().min(1).max(365).default(30).describe('Number of days to look back for counts.'),
    ...LOCATION,
  }),
  run: async (asked, { days, location_id: locationId }) => {
    const place = await placeAsked(asked, locationId);
    const { data, counts } = await getAttention(asked.db, asked.staff, { location_id: place.id, counts_only: false });
    const { rows: counted } = await sql<{
      name: string;
      variation_name: string | null;
      options: unknown[] | null;
      variation_id: number | null;
      sku: string | null;
      delta: number;
      stock_after: number;
      audit: string;
      at: Date;
      total: number;
    }>`
      SELECT p.name, v.name AS variation_name, jsonb_path_query_array(v.attributes, '$[*].option') AS options, m.variation_id,
             coalesce(v.sku, p.sku) AS sku, m.delta::float8 AS delta, m.quantity_after::float8 AS stock_after, a.audit_number AS audit,
             a.created_at AS at, count(*) OVER ()::integer AS total
        FROM stock_audits a JOIN stock_movements m ON m.batch_id = a.id JOIN products p ON p.id = m.product_id
        LEFT JOIN variations v ON v.product_id = m.product_id AND v.id = m.variation_id
       WHERE a.location_id = ${place.id} AND a.created_at > now() - make_interval(days => ${days}) AND m.delta <> 0
       ORDER BY m.id DESC LIMIT ${asked.limit}`.execute(asked.db);
    const waiting = data.filter(({ needs_count_since: since }) => since !== null);
    const rows = [
      ...waiting.map((item) => ({
        item: item.product_name,
        sku: item.sku,
        what: 'Sold beyond the books, needs a count',
        difference: null,
        stock: item.quantity,
        date: item.needs_count_since,
      })),
      ...counted.map((row) => ({
        item: nameOf(row),
        sku: row.sku,
        what: `Count ${row.audit}`,
        difference: row.delta,
        stock: row.stock_after,
        date: row.at.toISOString(),
      })),
    ];
    return {
      title: `Discrepancies, last ${days} days`,
      columns: [
        column('item', 'Item'),
        column('sku', 'SKU'),
        column('what', 'What'),
        column('difference', 'Difference', 'quantity'),
        column('stock', 'Stock', 'quantity'),
        column('date', 'Date', 'instant'),
      ],
      rows: rows.slice(0, asked.limit),
      total: waiting.length + (counted[0]?.total ?? 0),
      facts: [fact('Items that need a count', counts.needs_count), fact('Differences counted', counted[0]?.total ?? 0)],
      location: place.name,
      open: openHere(asked, place, openIn('adjustments', 'Inventory', { attention: 'count' })),
    };
  },
});
