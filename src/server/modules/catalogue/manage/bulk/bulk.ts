import { sql } from 'kysely';
import type { bulkPreviewRoute, BulkChange, BulkPreview } from '#contract/bulk-products.ts';
import type { LiveEvent } from '#contract/live.ts';
import type { ManagedProduct } from '#contract/managed-products.ts';
import type { BodyOf } from '#contract/route.ts';
import { readCentsOrNull } from '#domain/money.ts';
import { displayQuantity, type Milli } from '#domain/quantity.ts';
import { variantName } from '#domain/variant-name.ts';
import { recordChange } from '#server/db/audit-trail.ts';
import { milliFrom } from '#server/db/numeric.ts';
import type { Database, Tx } from '#server/db/pool.ts';
import { lockTerms } from '#server/db/terms.ts';
import { may, type Staff } from '#server/http/guard/session.ts';
import { locationToWrite } from '#server/http/serve/location.ts';
import { Refusal } from '#server/refusal.ts';
import { setReorderLevel } from '#server/modules/inventory/service.ts';
import { CATALOGUE_STAMP, priceBook } from '../../price-book.ts';
import { type BulkField, type BulkPlan, planBulk, type PlannedBody } from './bulk-plan.ts';
import { formerOf, keepUndo, type KeptLevel } from './bulk-undo.ts';
import { type Costs, costsOfProducts, marginOfProduct } from '../costs.ts';
import { selectProducts, toManaged } from '../product-row.ts';
import { changeProduct } from '../products.ts';

type Levels = NonNullable<BulkChange['reorder_level']>;

/** An item of a product, with its present reorder level at a location. */
interface PlacedLevel {
  readonly variationId: number | null;
  readonly name: string | null;
  readonly level: string;
  readonly milli: Milli | null;
}

/** The location of the levels. @throws Refusal `not_allowed`, `location_required` */
function locationOf(staff: Staff, levels: Levels): number {
  if (!may(staff, 'adjust-stock')) throw new Refusal('not_allowed', 'You may not set reorder levels.');
  return locationToWrite(staff, levels.location_id);
}

async function levelsAt(db: Database, locationId: number, product: ManagedProduct): Promise<PlacedLevel[]> {
  const { rows } = await sql<{ variation_id: number | null; level: string | null }>`
    SELECT variation_id, reorder_level::text AS level FROM stock_levels
     WHERE location_id = ${locationId} AND product_id = ${product.id}`.execute(db);
  const levelOf = (id: number | null) => {
    const level = rows.find((row) => row.variation_id === id)?.level ?? null;
    const milli = level === null ? null : milliFrom(level);
    return { milli, level: milli === null ? '' : displayQuantity(milli) };
  };
  if (product.type !== 'variable') return [{ variationId: null, name: null, ...levelOf(null) }];
  return product.variations
    .filter(({ status }) => status !== 'trash')
    .map(({ id, name, attributes }) => {
      const options = attributes.map(({ option }) => option);
      return { variationId: id, name: variantName(options, name, id), ...levelOf(id) };
    });
}

/** Levels in one text, by which a change tells that nobody has set one since the preview. */
const seenOf = (levels: readonly PlacedLevel[]): string =>
  levels.map(({ variationId, level }) => `${variationId ?? 0}:${level}`).join(' ');

const wantedOf = ({ level }: Levels): string => (level === null ? '' : displayQuantity(level));

function levelChanges(present: readonly PlacedLevel[], levels: Levels): BulkField[] {
  const to = wantedOf(levels);
  return present
    .filter(({ level }) => level !== to)
    .map(({ variationId, name, level }) => ({
      field: 'reorder_level',
      variation_id: variationId,
      variation_name: name,
      from: level,
      to,
    }));
}

/** @throws Refusal `not_valid` */
function requirePlaced({ status, type, variations }: ManagedProduct, { status: next }: BulkChange): void {
  const details = { field: 'reorder_level' };
  if ((next ?? status) === 'trash')
    throw new Refusal('not_valid', 'It is archived: it has no reorder level.', { details });
  if (type === 'variable' && variations.every((one) => one.status === 'trash')) {
    throw new Refusal('not_valid', 'It has no variations, which would have the levels.', { details });
  }
}

/** A change of several products. */
export interface BulkEdit {
  readonly id: number;
  /** The number of products asked for. */
  readonly products: number;
}

/** A change as the fields that its preview names. */
function fieldsOf({
  sale,
  add_category_ids: add,
  remove_category_ids: remove,
  field_values: values,
  ...own
}: BulkChange) {
  const fields = [
    ...Object.entries(own).flatMap(([name, value]) => (value === undefined ? [] : [name])),
    ...(sale ? ['sale_price'] : []),
    ...(add || remove ? ['category_ids'] : []),
    ...Object.keys(values ?? {}).map((name) => `field:${name}`),
  ];
  return fields.toSorted();
}

/** One audit row for the whole, beside that of each product. It comes with the first one: the others may never follow. */
async function recordBulkEdit(tx: Tx, staff: Staff, { id, products }: BulkEdit, change: BulkChange): Promise<void> {
  const details = { products, fields: fieldsOf(change) };
  await recordChange(tx, staff, { action: 'products_changed_together', entity: 'bulk_edit', entityId: id, details });
}

interface AskedItem {
  readonly id: number;
  readonly version: number;
  readonly seen_levels?: string | null | undefined;
}

const changedMeanwhile = () => new Refusal('changed_meanwhile', 'Somebody changed it meanwhile: look at it again.');

/**
 * Changes one of several products. Rule: catalogue/bulk-edit.
 * @returns its name, and the events to send
 * @throws Refusal as `changeProductRoute` and `setReorderLevelRoute` list.
 */
export async function changeOne(
  tx: Tx,
  staff: Staff,
  { id, version, seen_levels: seen }: AskedItem,
  change: BulkChange,
  edit: BulkEdit,
): Promise<{ name: string; events: LiveEvent[] }> {
  // Nobody changes the terms between the reckoning of the new prices and their writing.
  await lockTerms(tx);
  const [row] = await selectProducts(tx, [id]);
  if (!row) throw new Refusal('not_found', `There is no product ${id}.`);
  const product = await toManaged(tx, row);
  if (product.version !== version) throw changedMeanwhile();
  const { body, changes } = await planBulk(tx, await priceBook(tx, row.stamp), { row, product, change });
  // Without a change, nothing was replaced but levels.
  const former = changes.length > 0 ? await formerOf(tx, row, product, body) : { body: {}, prices: [] };
  const events: LiveEvent[] = [];
  const levelFields: BulkField[] = [];
  const keptLevels: KeptLevel[] = [];
  if (changes.length > 0) {
    await changeProduct(tx, staff, id, { ...body, version });
    events.push({ type: 'catalogue', product_ids: [id] });
  }
  if (change.reorder_level) {
    const { reorder_level: levels } = change;
    requirePlaced(product, change);
    const locationId = locationOf(staff, levels);
    const present = await levelsAt(tx, locationId, product);
    if (seen != null && seen !== seenOf(present)) throw changedMeanwhile();
    levelFields.push(...levelChanges(present, levels));
    for (const { variation_id: variationId } of levelFields) {
      const before = present.find((one) => one.variationId === variationId)?.milli ?? null;
      keptLevels.push({ locationId, variationId, from: before, to: levels.level });
      const item = { product_id: id, variation_id: variationId, location_id: locationId, reorder_level: levels.level };
      events.push((await setReorderLevel(tx, staff, item)).event);
    }
  }
  if (events.length === 0) throw new Refusal('nothing_to_do', 'It is like that already.');
  const kept = { id, changes: [...changes, ...levelFields], former, levels: keptLevels };
  if (await keepUndo(tx, staff, edit.id, kept)) await recordBulkEdit(tx, staff, edit, change);
  return { name: product.name, events };
}

/** Refusals that are about the request, not about one product: it ends there, and goes on when it is sent again. */
const OF_THE_REQUEST: ReadonlySet<Refusal['code']> = new Set(['request_in_progress', 'idempotency_key_reused']);

/** The reason why one product is left alone. @throws errors other than its refusal */
export function refusedOfOne(error: unknown): { name: null; error: string; code: string } {
  if (!(error instanceof Refusal) || OF_THE_REQUEST.has(error.code)) throw error;
  return { name: null, error: error.message, code: error.code };
}

/** The lowest margin of a product after the change, in percent. */
function marginAfter(product: ManagedProduct, { body, pricing }: BulkPlan, costs: Costs): number | null {
  const priceAfter = (present: Priced, next: PlannedPrices | undefined) => {
    const regular = next?.regular_price === undefined ? readCentsOrNull(present.regular_price) : next.regular_price;
    const sale = next?.sale_price === undefined ? readCentsOrNull(present.sale_price) : next.sale_price;
    return sale ?? regular;
  };
  const items =
    product.type === 'variable'
      ? product.variations
          .filter(({ status }) => status !== 'trash')
          .map((one) => ({
            variationId: one.id,
            price: priceAfter(
              one,
              body.variations?.find(({ id }) => id === one.id),
            ),
          }))
      : [{ variationId: null, price: priceAfter(product, body) }];
  const margin = marginOfProduct(costs.get(product.id), items, pricing);
  return margin === null ? null : margin / 100;
}

type Priced = Pick<ManagedProduct, 'regular_price' | 'sale_price'>;
type PlannedPrices = Pick<PlannedBody, 'regular_price' | 'sale_price'>;

/** The effect of a change on each product. The change itself checks again. Rule: catalogue/bulk-edit. */
export async function previewBulk(
  db: Database,
  staff: Staff,
  { ids, change }: BodyOf<typeof bulkPreviewRoute>,
): Promise<BulkPreview[]> {
  const { reorder_level: levels } = change;
  const locationId = levels && locationOf(staff, levels);
  if (locationId !== undefined) {
    const { rows } = await sql`SELECT FROM locations WHERE id = ${locationId} AND closed_at IS NULL`.execute(db);
    if (rows.length === 0) throw new Refusal('not_found', `There is no location ${locationId}.`);
  }
  const { rows: stamps } = await sql<{ stamp: string }>`SELECT ${CATALOGUE_STAMP} AS stamp`.execute(db);
  const book = await priceBook(db, stamps[0]?.stamp ?? '');
  const costs = may(staff, 'see-costs') ? await costsOfProducts(db, ids) : null;
  const previews: BulkPreview[] = [];
  for (const row of await selectProducts(db, [...new Set(ids)])) {
    const product = await toManaged(db, row);
    const { id, name, version } = product;
    try {
      const plan = await planBulk(db, book, { row, product, change });
      if (levels) requirePlaced(product, change);
      const present = levels && locationId !== undefined ? await levelsAt(db, locationId, product) : null;
      const changes = [...plan.changes, ...(levels && present ? levelChanges(present, levels) : [])];
      const margin = costs ? { margin: marginAfter(product, plan, costs) } : {};
      previews.push({ id, name, version, seen_levels: present && seenOf(present), ...margin, changes, error: null });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      previews.push({ id, name, version, seen_levels: null, changes: [], error: error.message });
    }
  }
  return previews;
}
