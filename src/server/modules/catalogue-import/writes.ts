import { sql } from 'kysely';
import { toNumericText } from '#domain/quantity.ts';
import type { Tx } from '#server/db/pool.ts';
import { writePrices } from '../catalogue/service.ts';
import { Refusal } from '#server/refusal.ts';
import { importedMovements } from '#server/stock/imported-movements.ts';
import type { PlannedCategory } from './plan/category-plan.ts';
import type { ImportPlan, PlannedProduct, PlannedVariation } from './plan/import-plan.ts';

/** A statement of this many rows takes well under a second. */
const BATCH_ROWS = 1000;

/** Called after each batch with how many rows it wrote. */
export type OnRows = (rows: number) => void;

async function inBatches<T>(
  rows: readonly T[],
  onRows: OnRows,
  write: (json: string) => Promise<unknown>,
): Promise<void> {
  for (let from = 0; from < rows.length; from += BATCH_ROWS) {
    const batch = rows.slice(from, from + BATCH_ROWS);
    await write(JSON.stringify(batch));
    onRows(batch.length);
  }
}

function idOf({ id }: { readonly id: number | null }): number {
  if (id === null) throw new Error('a row was about to be written before it had its number');
  return id;
}

/** Parents come before their children in the plan, so that each finds the number of its parent. */
export async function insertCategories(tx: Tx, categories: readonly PlannedCategory[]): Promise<void> {
  for (const category of categories) {
    const parentId = category.parent === null ? null : idOf(category.parent);
    const { rows } = await sql<{ id: number }>`
      INSERT INTO categories (name, slug, parent_id) VALUES (${category.name}, ${category.slug}, ${parentId})
      RETURNING id`.execute(tx);
    category.id = rows[0]?.id ?? null;
  }
}

/** Gives new items without a number theirs, and moves the sequence past every number that is kept. */
export async function assignIds(tx: Tx, { products, variations }: ImportPlan): Promise<void> {
  const created = [...products, ...variations].filter(({ change }) => change === 'create');
  const kept = created.reduce((highest, { id }) => Math.max(highest, id ?? 0), 0);
  const unnumbered = created.filter(({ id }) => id === null);
  if (created.length === 0) return;
  await sql`
    SELECT setval('catalogue_ids', top.id)
      FROM (SELECT greatest(${kept}::integer, (SELECT max(id) FROM products), (SELECT max(id) FROM variations)) AS id) top,
           catalogue_ids
     WHERE top.id >= catalogue_ids.last_value`.execute(tx);
  if (unnumbered.length === 0) return;
  const { rows } = await sql<{ id: number }>`
    SELECT nextval('catalogue_ids')::integer AS id FROM generate_series(1, ${unnumbered.length})`.execute(tx);
  for (const [place, item] of unnumbered.entries()) item.id = rows[place]?.id ?? null;
}

const PRODUCT_COLUMNS =
  sql.raw(`id, name, sku, barcode, type, status, description, regular_price_cents, sale_price_cents,
  taxable, unit, quantity_step, floor_price_cents, image, category_ids, meta`);
const PRODUCT_TYPES = sql.raw(`id integer, name text, sku text, barcode text, type text, status text, description text,
  regular_price_cents bigint, sale_price_cents bigint, taxable boolean, unit text, quantity_step numeric, floor_price_cents bigint, image text, category_ids integer[], meta jsonb`);

export async function writeProducts(tx: Tx, products: readonly PlannedProduct[], onRows: OnRows): Promise<void> {
  const rowOf = (product: PlannedProduct) => ({
    id: idOf(product),
    ...product.values,
    category_ids: product.categories.map(idOf),
  });
  const [created, updated] = split(products, rowOf);
  await inBatches(created, onRows, (json) =>
    sql`INSERT INTO products (${PRODUCT_COLUMNS})
        SELECT ${PRODUCT_COLUMNS} FROM json_to_recordset(${json}::json) AS r(${PRODUCT_TYPES})`.execute(tx),
  );
  await inBatches(updated, onRows, (json) =>
    sql`UPDATE products p SET (${PRODUCT_COLUMNS}, updated_at) = (SELECT r.*, now())
          FROM json_to_recordset(${json}::json) AS r(${PRODUCT_TYPES}) WHERE p.id = r.id`.execute(tx),
  );
}

const VARIATION_COLUMNS = sql.raw(`id, product_id, name, sku, barcode, status, regular_price_cents, sale_price_cents,
  image, attributes, position, meta`);
const VARIATION_TYPES = sql.raw(`id integer, product_id integer, name text, sku text, barcode text, status text,
  regular_price_cents bigint, sale_price_cents bigint, image text, attributes jsonb, position integer, meta jsonb`);

export async function writeVariations(tx: Tx, variations: readonly PlannedVariation[], onRows: OnRows): Promise<void> {
  const rowOf = (variation: PlannedVariation) => ({
    id: idOf(variation),
    product_id: idOf(variation.parent),
    ...variation.values,
  });
  const [created, updated] = split(variations, rowOf);
  await inBatches(created, onRows, (json) =>
    sql`INSERT INTO variations (${VARIATION_COLUMNS})
        SELECT ${VARIATION_COLUMNS} FROM json_to_recordset(${json}::json) AS r(${VARIATION_TYPES})`.execute(tx),
  );
  await inBatches(updated, onRows, (json) =>
    sql`UPDATE variations v SET (${VARIATION_COLUMNS}) = (SELECT r.*)
          FROM json_to_recordset(${json}::json) AS r(${VARIATION_TYPES}) WHERE v.id = r.id`.execute(tx),
  );
}

function split<T extends PlannedProduct | PlannedVariation, R>(items: readonly T[], rowOf: (item: T) => R): [R[], R[]] {
  return [
    items.filter(({ change }) => change === 'create').map(rowOf),
    items.filter(({ change, isRowChanged }) => change === 'update' && isRowChanged).map(rowOf),
  ];
}

/** Writes the prices of items of which some are to come, or were. The rows of the items have the present ones already. */
export async function writeToCome(tx: Tx, plan: ImportPlan, personId: number | null, nowMs: number): Promise<void> {
  const priced = [
    ...plan.products.map((item) => ({ item, productId: idOf(item), variationId: null })),
    ...plan.variations.map((item) => ({ item, productId: idOf(item.parent), variationId: idOf(item) })),
  ].flatMap(({ item, ...key }) => (item.prices === null ? [] : [{ ...key, plan: item.prices }]));
  for (let from = 0; from < priced.length; from += BATCH_ROWS) {
    await writePrices(tx, personId, priced.slice(from, from + BATCH_ROWS), nowMs);
  }
}

export async function insertLinks(tx: Tx, source: string, plan: ImportPlan): Promise<void> {
  const links = [
    ...plan.products.map((product) => ({ source_id: product.newLink, product_id: product.id, variation_id: null })),
    ...plan.variations.map((variation) => ({
      source_id: variation.newLink,
      product_id: variation.parent.id,
      variation_id: variation.id,
    })),
  ].filter(({ source_id }) => source_id !== null);
  await inBatches(
    links,
    () => undefined,
    (json) =>
      sql`INSERT INTO import_sources (source, source_id, product_id, variation_id)
          SELECT ${source}, source_id, product_id, variation_id
            FROM json_to_recordset(${json}::json) AS r(source_id bigint, product_id integer, variation_id integer)`.execute(
        tx,
      ),
  );
}

function quantitiesOf({ products, variations }: ImportPlan, figure: 'stockMilli' | 'importedMilli') {
  return [
    ...products.map((row) => ({ product_id: idOf(row), variation_id: null, row })),
    ...variations.map((row) => ({ product_id: idOf(row.parent), variation_id: idOf(row), row })),
  ].flatMap(({ product_id, variation_id, row: { [figure]: milli, expectedMilli } }) =>
    milli === null ? [] : { product_id, variation_id, quantity: toNumericText(milli), expected: expectedMilli },
  );
}

/** Keeps the file's figures, for the next import to tell what has changed there from what was sold here. */
export async function rememberStock(tx: Tx, locationId: number, plan: ImportPlan): Promise<void> {
  await inBatches(
    quantitiesOf(plan, 'importedMilli'),
    () => undefined,
    (json) =>
      sql`INSERT INTO imported_stock (location_id, product_id, variation_id, quantity)
          SELECT ${locationId}::integer, product_id, variation_id, quantity
            FROM json_to_recordset(${json}::json) AS r(product_id integer, variation_id integer, quantity numeric)
          ON CONFLICT ON CONSTRAINT imported_stock_one_per_item DO UPDATE SET quantity = excluded.quantity`.execute(tx),
  );
}

/**
 * Sets stock at one location, each change with its movement, in the one order of locks; set-based, because
 * `move_stock` answers row by row. The first movement of an item there is its opening stock.
 * @throws Refusal `request_in_progress` when stock that was edited in the file moved while it was imported
 */
export async function setStock(
  tx: Tx,
  locationId: number,
  plan: ImportPlan,
  { reason, actorId }: { reason: string; actorId: number | null },
  onRows: OnRows,
): Promise<void> {
  const wanted = quantitiesOf(plan, 'stockMilli').sort(
    (a, b) => a.product_id - b.product_id || (a.variation_id ?? 0) - (b.variation_id ?? 0),
  );
  await inBatches(wanted, onRows, async (json) => {
    const rows = sql`json_to_recordset(${json}::json) AS w(product_id integer, variation_id integer, quantity numeric, expected numeric)`;
    await sql`
      INSERT INTO stock_levels (location_id, product_id, variation_id)
      SELECT ${locationId}::integer, w.product_id, w.variation_id FROM ${rows}
       ORDER BY w.product_id, w.variation_id NULLS FIRST
      ON CONFLICT DO NOTHING`.execute(tx);
    const { rows: locked } = await sql<{ is_moved: boolean | null }>`
      SELECT s.quantity * 1000 <> w.expected AS is_moved FROM stock_levels s
        JOIN ${rows} ON s.product_id = w.product_id AND s.variation_id IS NOT DISTINCT FROM w.variation_id
       WHERE s.location_id = ${locationId}
       ORDER BY s.product_id, s.variation_id NULLS FIRST FOR NO KEY UPDATE OF s`.execute(tx);
    if (locked.some(({ is_moved: isMoved }) => isMoved)) {
      throw new Refusal('request_in_progress', 'Stock moved while the file was imported. Preview it again.');
    }
    await sql`
      WITH before AS (
        SELECT s.product_id, s.variation_id, s.quantity, w.quantity AS wanted
          FROM stock_levels s
          JOIN ${rows} ON s.product_id = w.product_id AND s.variation_id IS NOT DISTINCT FROM w.variation_id
         WHERE s.location_id = ${locationId} AND s.quantity <> w.quantity
      ), moved AS (
        UPDATE stock_levels s SET quantity = b.wanted, version = s.version + 1
          FROM before b
         WHERE s.location_id = ${locationId} AND s.product_id = b.product_id
           AND s.variation_id IS NOT DISTINCT FROM b.variation_id
        RETURNING s.product_id, s.variation_id, b.quantity AS before, s.quantity AS after
      )
      INSERT INTO stock_movements
        (location_id, product_id, variation_id, delta, quantity_before, quantity_after, action, reason, actor_id)
      SELECT ${locationId}::integer, m.product_id, m.variation_id, m.after - m.before, m.before, m.after,
             CASE WHEN EXISTS (SELECT FROM stock_movements h
                                WHERE h.location_id = ${locationId} AND h.product_id = m.product_id
                                  AND h.variation_id IS NOT DISTINCT FROM m.variation_id)
                  THEN 'inventory_update' ELSE 'opening_stock' END, ${reason}, ${actorId}::integer
        FROM moved m ORDER BY m.product_id, m.variation_id NULLS FIRST`.execute(tx);
  });
}

interface AuditEntry {
  readonly source: string;
  readonly locationId: number;
  readonly details: Readonly<Record<string, unknown>>;
  /** Null at the command line, where nobody is signed in. */
  readonly actorId: number | null;
}

/** The one row of the audit trail for a whole import, written after its stock: verify:books compares its movements with it. */
export async function insertAuditRow(tx: Tx, { source, locationId, details, actorId }: AuditEntry): Promise<void> {
  await sql`INSERT INTO audit_trail (action, entity, entity_id, location_id, actor_id, details)
    SELECT 'catalogue_import', 'catalogue', ${source}, i.location_id, i.actor_id,
           ${JSON.stringify(details)}::jsonb || jsonb_build_object('movements', (${sql.raw(importedMovements('i.location_id', 'now()', 'i.actor_id'))}))
      FROM (VALUES (${locationId}::integer, ${actorId}::integer)) AS i(location_id, actor_id)`.execute(tx);
}
