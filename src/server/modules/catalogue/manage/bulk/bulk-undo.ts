import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { BULK_UNDO_DAYS, type bulkEditRoute } from '#contract/bulk-edits.ts';
import type { LiveEvent } from '#contract/live.ts';
import type { ManagedProduct, ManagedVariation } from '#contract/managed-products.ts';
import type { ReplyOf } from '#contract/route.ts';
import { planOf, type PricePlan, stepsOf } from '#domain/item-prices.ts';
import { centsOf } from '#domain/money.ts';
import { fromQuantityNumber, type Milli } from '#domain/quantity.ts';
import { recordChange } from '#server/db/audit-trail.ts';
import { milliFrom } from '#server/db/numeric.ts';
import type { Database, Tx } from '#server/db/pool.ts';
import { lockTerms } from '#server/db/terms.ts';
import { may, personIdOf, type Staff } from '#server/http/guard/session.ts';
import { locationToWrite } from '#server/http/serve/location.ts';
import { Refusal } from '#server/refusal.ts';
import { setReorderLevel } from '#server/modules/inventory/service.ts';
import { fieldNamesOf, requireFilled } from '../../fields-of.ts';
import { blueprintIdOf, priceBook } from '../../price-book.ts';
import { askedMeasure, requireUnused } from '../measure.ts';
import { planOfItem, type ProductRow, selectProducts, toManaged } from '../product-row.ts';
import { changeProduct, requireKnown, unlessNothing } from '../products.ts';
import { type BulkField, type PlannedBody, requirePlannable } from './bulk-plan.ts';
import { IS_PAST_UNDO } from './past-undo.ts';

/** The prices of a product (null) or of one of its variations. */
interface KeptPlan {
  readonly variationId: number | null;
  readonly plan: PricePlan;
}

export interface KeptLevel {
  readonly locationId: number;
  readonly variationId: number | null;
  readonly from: Milli | null;
  readonly to: Milli | null;
}

/** The values that a change replaced, and those that it left. */
interface Kept {
  /** Former values but prices. */
  readonly body: PlannedBody;
  /** Former prices of the items whose prices were changed. */
  readonly prices: readonly KeptPlan[];
  readonly levels: readonly KeptLevel[];
  readonly left: { readonly state: string; readonly prices: readonly KeptPlan[] };
}

interface KeptRow {
  product_id: number;
  name: string;
  changes: BulkField[];
  undo: Kept;
  undone_at: Date | null;
}

const COUNTED = ['version', 'created_at', 'updated_at', 'in_books', 'pricing'] satisfies (keyof ManagedProduct)[];
const PRICES = [
  'regular_price',
  'sale_price',
  'sale_from',
  'sale_until',
  'price_changes',
] satisfies (keyof ManagedVariation)[];

function without(value: object, names: readonly string[]): object {
  return Object.fromEntries(Object.entries(value).filter(([name]) => !names.includes(name)));
}

/** A hash of the product without its prices, which may change at a set time, and without what the server counts. */
function stateOf(product: ManagedProduct): string {
  const variations = product.variations.map((one) => without(one, PRICES));
  const json = JSON.stringify(without({ ...product, variations }, [...COUNTED, ...PRICES]));
  return createHash('sha256').update(json).digest('base64url');
}

const itemsOf = ({ variations }: ProductRow): (number | null)[] => [null, ...variations.map(({ id }) => id)];

function plansOf(row: ProductRow): KeptPlan[] {
  return itemsOf(row).map((variationId) => ({ variationId, plan: planOfItem(row, variationId) }));
}

/** A plan as it is now if nobody changes it: what was to begin has begun. */
function planNow(plan: PricePlan, nowMs: number): PricePlan {
  const [present, ...toCome] = stepsOf(plan, nowMs);
  return planOf(present, toCome);
}

function hasPricesOf(row: ProductRow, kept: readonly KeptPlan[]): boolean {
  const now = (plans: readonly KeptPlan[]) =>
    JSON.stringify(
      plans
        .toSorted((one, other) => (one.variationId ?? 0) - (other.variationId ?? 0))
        .map(({ variationId, plan }) => [variationId, planNow(plan, row.now_ms)]),
    );
  return now(plansOf(row)) === now(kept);
}

const PLAIN = ['status', 'taxable', 'blueprint_id', 'price_class', 'category_ids', 'unit'] as const;

/** The values that a change is about to replace. */
export async function formerOf(
  tx: Tx,
  row: ProductRow,
  product: ManagedProduct,
  body: PlannedBody,
): Promise<Pick<Kept, 'body' | 'prices'>> {
  const plain = Object.fromEntries(
    PLAIN.filter((name) => body[name] !== undefined).map((name) => [name, product[name]]),
  ) as PlannedBody;
  // Fields of another blueprint, which the product is to get, are left as they are.
  const known = body.field_values ? await fieldNamesOf(tx, row.id) : [];
  const names = Object.keys(body.field_values ?? {}).filter((name) => known.includes(name));
  const isPriced = (item: Pick<PlannedBody, 'regular_price' | 'sale_price'>) =>
    item.regular_price !== undefined || item.sale_price !== undefined;
  const priced = [
    ...(isPriced(body) ? [null] : []),
    ...(body.variations ?? []).flatMap((one) => (isPriced(one) && one.id !== undefined ? [one.id] : [])),
  ];
  return {
    body: {
      ...plain,
      ...(body.step !== undefined && { step: fromQuantityNumber(product.step) }),
      ...(body.floor_price !== undefined && {
        floor_price: product.floor_price === null ? null : centsOf(product.floor_price),
      }),
      ...(names.length > 0 && {
        field_values: Object.fromEntries(names.map((name) => [name, product.field_values[name] ?? null])),
      }),
    },
    prices: priced.map((variationId) => ({ variationId, plan: planOfItem(row, variationId) })),
  };
}

/** The number of a change that is about to be made. */
export async function newBulkEdit(tx: Tx): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    SELECT nextval(pg_get_serial_sequence('bulk_edits', 'id'))::integer AS id`.execute(tx);
  return rows[0]?.id ?? 0;
}

/**
 * Keeps what undoes the change of one product, in the transaction that made it. Rule: catalogue/bulk-undo.
 * @returns true for the first product of its bulk edit
 */
export async function keepUndo(
  tx: Tx,
  staff: Staff,
  bulkEditId: number,
  {
    id,
    changes,
    former,
    levels,
  }: {
    id: number;
    changes: readonly BulkField[];
    former: Pick<Kept, 'body' | 'prices'>;
    levels: readonly KeptLevel[];
  },
): Promise<boolean> {
  const [row] = await selectProducts(tx, [id]);
  if (!row) throw new Error('a product that was just changed is not there');
  const undo: Kept = {
    ...former,
    levels,
    left: { state: stateOf(await toManaged(tx, row)), prices: plansOf(row) },
  };
  const { rows: begun } = await sql`
    WITH edit AS (
      INSERT INTO bulk_edits (id, made_by) VALUES (${bulkEditId}, ${personIdOf(staff)}::integer) ON CONFLICT (id) DO NOTHING RETURNING id),
    product AS (
      INSERT INTO bulk_edit_products (bulk_edit_id, product_id, name, changes, undo)
      VALUES (${bulkEditId}, ${id}, ${row.name}, ${JSON.stringify(changes)}::jsonb, ${JSON.stringify(undo)}::jsonb))
    SELECT id FROM edit`.execute(tx);
  return begun.length > 0;
}

/** One audit row for the whole undoing, beside that of each product. */
export async function recordUndo(
  tx: Tx,
  staff: Staff,
  { id, products, refused }: { id: number; products: number; refused: number },
): Promise<void> {
  const { rows } = await sql<{ fields: string[] }>`
    SELECT coalesce(array_agg(DISTINCT c ->> 'field' ORDER BY c ->> 'field'), '{}') AS fields
      FROM bulk_edit_products, jsonb_array_elements(changes) AS c WHERE bulk_edit_id = ${id}`.execute(tx);
  const fields = rows[0]?.fields ?? [];
  const details = { products, refused, fields };
  await recordChange(tx, staff, { action: 'bulk_edit_undone', entity: 'bulk_edit', entityId: id, details });
}

/** Rows of a bulk edit that can still be undone; of one product, where it is named. The rows of all may be many megabytes. */
const keptRows = (bulkEditId: number, productId?: number) => sql`
  FROM bulk_edit_products
 WHERE bulk_edit_id = ${bulkEditId} ${productId === undefined ? sql`` : sql`AND product_id = ${productId}`}
   AND EXISTS (SELECT FROM bulk_edits WHERE id = ${bulkEditId} AND NOT ${IS_PAST_UNDO})
 ORDER BY lower(name), product_id`;

const selectKept = async (db: Database, bulkEditId: number, productId?: number): Promise<KeptRow[]> =>
  (await sql<KeptRow>`SELECT product_id, name, changes, undo, undone_at ${keptRows(bulkEditId, productId)}`.execute(db))
    .rows;

const noEdit = (id: number) =>
  new Refusal('not_found', `There is no bulk edit ${id}. One can be undone for ${BULK_UNDO_DAYS} days.`);

const changedSince = () => new Refusal('changed_meanwhile', 'Somebody changed it since: it stays as it is.');

/** Answers the product as it is. @throws Refusal `nothing_to_do`, `not_found`, `changed_meanwhile` */
async function requireAsLeft(
  db: Database,
  kept: KeptRow,
  row: ProductRow | undefined,
): Promise<{ row: ProductRow; product: ManagedProduct }> {
  if (kept.undone_at !== null) throw new Refusal('nothing_to_do', 'It was undone already.');
  if (!row) throw new Refusal('not_found', 'It was deleted since.');
  const product = await toManaged(db, row);
  const { left, levels } = kept.undo;
  if (stateOf(product) !== left.state || !hasPricesOf(row, left.prices)) throw changedSince();
  if (levels.length === 0) return { row, product };
  const { rows } = await sql<{ location_id: number; variation_id: number | null; level: string }>`
    SELECT location_id, variation_id, reorder_level::text AS level FROM stock_levels
     WHERE product_id = ${row.id} AND reorder_level IS NOT NULL`.execute(db);
  const isAsLeft = levels.every(({ locationId, variationId, to }) => {
    const now = rows.find((one) => one.location_id === locationId && one.variation_id === variationId);
    return (now ? milliFrom(now.level) : null) === to;
  });
  if (!isAsLeft) throw changedSince();
  return { row, product };
}

/**
 * Judges a product that is as the edit left it by what `undoOne` will ask.
 * @throws Refusal `not_allowed`, `location_required`, `unit_in_use`, `not_valid`
 */
async function requireUndoable(
  db: Database,
  staff: Staff,
  { undo }: KeptRow,
  { row, product }: { row: ProductRow; product: ManagedProduct },
): Promise<void> {
  requireLevels(staff, undo.levels);
  const body = bodyOf(undo, product, row.now_ms);
  await requireKnown(db, body);
  requirePlannable(row, body);
  if (body.unit !== undefined && body.unit !== row.unit) await requireUnused(db, row, undo.levels);
  if (body.unit !== undefined || body.step !== undefined) askedMeasure(row, body);
  if ((body.status ?? product.status) !== 'publish') return;
  const isOther = body.blueprint_id !== undefined || body.category_ids !== undefined;
  if (product.status === 'publish' && !isOther) return;
  const blueprintId = blueprintIdOf(await priceBook(db, row.stamp), {
    blueprintId: body.blueprint_id === undefined ? product.blueprint_id : body.blueprint_id,
    categoryIds: body.category_ids ?? product.category_ids,
  });
  const values = Object.fromEntries(
    Object.entries(body.field_values ?? {}).map(([name, value]) => [name, String(value ?? '')] as const),
  );
  await requireFilled(db, row.id, { blueprintId, values });
}

/** @throws Refusal `not_allowed`, `location_required` */
function requireLevels(staff: Staff, levels: readonly KeptLevel[]): void {
  if (levels.length === 0) return;
  if (!may(staff, 'adjust-stock')) throw new Refusal('not_allowed', 'You may not set reorder levels.');
  for (const { locationId } of levels) locationToWrite(staff, locationId);
}

/** The effect of undoing on each product. Rule: catalogue/bulk-undo. @throws Refusal `not_found` */
export async function previewUndo(
  db: Database,
  staff: Staff,
  id: number,
): Promise<ReplyOf<typeof bulkEditRoute>['data']> {
  const all = await selectKept(db, id);
  if (all.length === 0) throw noEdit(id);
  const { rows: edits } = await sql<{ made_at: Date; made_by: string | null }>`
    SELECT e.made_at, coalesce(nullif(u.display_name, ''), u.username) AS made_by FROM bulk_edits e LEFT JOIN users u ON u.id = e.made_by WHERE e.id = ${id}`.execute(
    db,
  );
  const ids = all.map(({ product_id: productId }) => productId);
  const present = new Map((await selectProducts(db, ids)).map((row) => [row.id, row]));
  const products = [];
  for (const kept of all) {
    const row = present.get(kept.product_id);
    const named = { id: kept.product_id, name: row?.name ?? kept.name };
    try {
      const asLeft = await requireAsLeft(db, kept, row);
      await requireUndoable(db, staff, kept, asLeft);
      const changes = kept.changes.map((change) => ({ ...change, from: change.to, to: change.from }));
      products.push({ ...named, changes, error: null });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      products.push({ ...named, changes: [], error: error.message });
    }
  }
  return { made_at: (edits[0]?.made_at ?? new Date(0)).toISOString(), made_by: edits[0]?.made_by ?? null, products };
}

/** Ids of the products of a change. @throws Refusal `not_found` */
export async function productsOfEdit(db: Database, id: number): Promise<number[]> {
  const { rows } = await sql<{ product_id: number }>`SELECT product_id ${keptRows(id)}`.execute(db);
  if (rows.length === 0) throw noEdit(id);
  return rows.map(({ product_id: productId }) => productId);
}

const instantOf = (ms: number | null | undefined) => (ms == null ? null : new Date(ms).toISOString());

function pricesIn(plan: PricePlan, nowMs: number) {
  const { regular, sale, changes } = planNow(plan, nowMs);
  return {
    regular_price: regular,
    sale_price: sale?.price ?? null,
    sale_from: instantOf(sale?.fromMs),
    sale_until: instantOf(sale?.untilMs),
    price_changes: changes.map((change) => ({
      from: new Date(change.fromMs).toISOString(),
      regular_price: change.regular,
    })),
  };
}

function bodyOf({ body, prices }: Kept, product: ManagedProduct, nowMs: number): PlannedBody {
  const planOfVariation = (id: number | null) => prices.find(({ variationId }) => variationId === id)?.plan;
  const own = planOfVariation(null);
  const hasVariations = prices.some(({ variationId }) => variationId !== null);
  return {
    ...body,
    ...(own && pricesIn(own, nowMs)),
    ...(hasVariations && {
      // All of them are named: one that is left out would be deleted.
      variations: product.variations.map(({ id, name, attributes, status }) => {
        const plan = planOfVariation(id);
        return { id, name, attributes, status, ...(plan && pricesIn(plan, nowMs)) };
      }),
    }),
  };
}

/**
 * Restores one product of a change. Rule: catalogue/bulk-undo.
 * @returns its name, and the events to send
 * @throws Refusal as `changeProductRoute` and `setReorderLevelRoute` list; `changed_meanwhile`
 */
export async function undoOne(
  tx: Tx,
  staff: Staff,
  bulkEditId: number,
  productId: number,
): Promise<{ name: string; events: LiveEvent[] }> {
  await lockTerms(tx);
  const [present] = await selectProducts(tx, [productId]);
  const [kept] = await selectKept(tx, bulkEditId, productId);
  if (!kept) throw new Refusal('not_found', `There is no product ${productId} in this bulk edit.`);
  const { row, product } = await requireAsLeft(tx, kept, present);
  const events: LiveEvent[] = [];
  const { levels } = kept.undo;
  requireLevels(staff, levels);
  // Before the unit, which does not change while there is a level.
  for (const { locationId, variationId, from } of levels) {
    const item = { product_id: productId, variation_id: variationId, location_id: locationId, reorder_level: from };
    events.push((await setReorderLevel(tx, staff, item)).event);
  }
  const body = bodyOf(kept.undo, product, row.now_ms);
  if (Object.keys(body).length > 0) {
    const change = async () => {
      await changeProduct(tx, staff, productId, body);
      events.push({ type: 'catalogue', product_ids: [productId] });
    };
    // A sale that was ended may be over by now: beside levels, it leaves nothing to restore.
    await (levels.length > 0 ? unlessNothing(tx, change) : change());
  }
  await sql`
    UPDATE bulk_edit_products SET undone_at = now() WHERE bulk_edit_id = ${bulkEditId} AND product_id = ${productId}`.execute(
    tx,
  );
  return { name: product.name, events };
}
