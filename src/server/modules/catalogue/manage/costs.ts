import { sql } from 'kysely';
import type { marginsRoute, setCostRoute, setMarginFloorRoute } from '#contract/costs.ts';
import type { BodyOf, ReplyOf } from '#contract/route.ts';
import { moneyOrNull, moneyOf } from '#contract/wire.ts';
import { lowestMargin, marginOf, tierMargin } from '#domain/margin.ts';
import { type BasisPoints, type Cents, toCents, toCentsOrNull } from '#domain/money.ts';
import type { BlueprintPricing } from '#domain/pricing-tiers.ts';
import { recordChange } from '#server/db/audit-trail.ts';
import type { Database, Tx } from '#server/db/pool.ts';
import { may, type Staff } from '#server/http/guard/session.ts';
import { locationToWrite } from '#server/http/serve/location.ts';
import { Refusal } from '#server/refusal.ts';
import { requireItems, requireLocationName } from '#server/stock/stock-items.ts';
import { blueprintIdOf, CATALOGUE_STAMP, priceBook, pricingOf } from '../price-book.ts';

/** The newest cost of purchase orders `i` (lines) and `o` that counts: of one that was sent. Rule: catalogue/placed-products. */
export const BOUGHT = sql`i.unit_cost_cents > 0 AND o.status IN ('ordered', 'partially_received', 'received') AND o.deleted_at IS NULL`;

/** @throws Refusal `not_allowed`. Rule: catalogue/costs. */
function requireSeesCosts(staff: Staff): void {
  if (!may(staff, 'see-costs')) throw new Refusal('not_allowed', 'You may not see costs.');
}

/**
 * Sets what one unit costs at a location, or leaves it to the purchase orders. Rule: catalogue/costs-by-hand.
 * @throws Refusal as `setCostRoute` lists
 */
export async function setCost(
  tx: Tx,
  staff: Staff,
  productId: number,
  { variation_id: variationId, location_id: askedLocation, cost, seen_cost: seen }: BodyOf<typeof setCostRoute>,
): Promise<ReplyOf<typeof setCostRoute>['data']> {
  requireSeesCosts(staff);
  const locationId = locationToWrite(staff, askedLocation);
  // Held until the end, so that two who type the same cost come one after the other.
  const { rows: known } = await sql`SELECT FROM products WHERE id = ${productId} FOR NO KEY UPDATE`.execute(tx);
  if (known.length === 0) throw new Refusal('not_found', `There is no product ${productId}.`);
  await requireLocationName(tx, locationId);
  await requireItems(tx, [{ productId, variationId }]);
  const isItem = sql`location_id = ${locationId} AND product_id = ${productId} AND variation_id IS NOT DISTINCT FROM ${variationId}::integer`;
  const { rows } = await sql<{ cost: number }>`
    SELECT unit_cost_cents AS cost FROM item_costs WHERE ${isItem}`.execute(tx);
  const before = rows[0]?.cost ?? null;
  if (before === cost) throw new Refusal('nothing_to_do', 'The cost is that already.');
  if (seen !== undefined && seen !== before) {
    const now = before === null ? 'taken away' : `set to $${moneyOf(before)}`;
    throw new Refusal('changed_meanwhile', `Meanwhile somebody has ${now} this cost. Nothing was saved.`);
  }
  if (cost === null) await sql`DELETE FROM item_costs WHERE ${isItem}`.execute(tx);
  else {
    await sql`
      INSERT INTO item_costs (location_id, product_id, variation_id, unit_cost_cents, set_by)
      VALUES (${locationId}, ${productId}, ${variationId}::integer, ${cost}, ${staff.id})
      ON CONFLICT ON CONSTRAINT item_costs_one_per_item
      DO UPDATE SET unit_cost_cents = excluded.unit_cost_cents, set_by = excluded.set_by, set_at = now()`.execute(tx);
  }
  await recordChange(tx, staff, {
    action: 'cost_set',
    entity: 'product',
    entityId: productId,
    details: {
      location_id: locationId,
      ...(variationId !== null && { variation_id: variationId }),
      unit_cost: { from: moneyOrNull(before), to: moneyOrNull(cost) },
    },
  });
  return { location_id: locationId, variation_id: variationId, cost: moneyOrNull(cost) };
}

const marginPercent = (margin: BasisPoints | null): number | null => (margin === null ? null : margin / 100);

/** Sets the margin below which prices are marked. @throws Refusal as `setMarginFloorRoute` lists */
export async function setMarginFloor(
  tx: Tx,
  staff: Staff,
  { floor, version }: BodyOf<typeof setMarginFloorRoute>,
): Promise<ReplyOf<typeof setMarginFloorRoute>['data']> {
  requireSeesCosts(staff);
  const { rows } = await sql<Floor>`SELECT floor, version FROM margin_settings FOR UPDATE`.execute(tx);
  const present = rows[0] ?? { floor: null, version: 1 };
  if (version !== undefined && version !== present.version) {
    throw new Refusal(
      'changed_meanwhile',
      'Somebody changed the floor meanwhile. Nothing was saved; look at it again.',
    );
  }
  if (floor === present.floor) throw new Refusal('nothing_to_do', 'The floor is that already.');
  await sql`UPDATE margin_settings SET floor = ${floor}::integer, version = version + 1`.execute(tx);
  const details = { floor_percent: { from: marginPercent(present.floor), to: marginPercent(floor) } };
  await recordChange(tx, staff, { action: 'margin_floor_set', entity: 'shop', entityId: 'margins', details });
  return { floor: marginPercent(floor), version: present.version + 1 };
}

interface Floor {
  floor: number | null;
  version: number;
}

interface CostRow {
  product_id: number;
  variation_id: number | null;
  cost: number;
}

/** The highest unit cost of each item at any open location. @param ids of products; null for all */
async function selectCosts(db: Database, ids: readonly number[] | null): Promise<CostRow[]> {
  const wanted = ids && [...ids];
  const { rows } = await sql<CostRow>`
    WITH bought AS (
      SELECT DISTINCT ON (o.location_id, i.product_id, i.variation_id)
             o.location_id, i.product_id, i.variation_id, i.unit_cost_cents
        FROM purchase_order_lines i JOIN purchase_orders o ON o.id = i.purchase_order_id
       WHERE ${BOUGHT} AND (${wanted}::integer[] IS NULL OR i.product_id = ANY(${wanted}::integer[]))
       ORDER BY o.location_id, i.product_id, i.variation_id, i.id DESC
    ), typed AS (
      SELECT location_id, product_id, variation_id, unit_cost_cents FROM item_costs
       WHERE ${wanted}::integer[] IS NULL OR product_id = ANY(${wanted}::integer[])
    ), known AS (
      SELECT * FROM typed
      UNION ALL
      SELECT b.* FROM bought b
       WHERE NOT EXISTS (SELECT FROM typed t WHERE t.location_id = b.location_id AND t.product_id = b.product_id
                            AND t.variation_id IS NOT DISTINCT FROM b.variation_id)
    )
    SELECT k.product_id, k.variation_id, max(k.unit_cost_cents)::float8 AS cost
      FROM known k JOIN locations l ON l.id = k.location_id AND l.closed_at IS NULL
     GROUP BY k.product_id, k.variation_id`.execute(db);
  return rows;
}

/** The costs of items by product and variation. */
export type Costs = ReadonlyMap<number, ReadonlyMap<number | null, Cents>>;

export async function costsOfProducts(db: Database, ids: readonly number[] | null): Promise<Costs> {
  const costs = new Map<number, Map<number | null, Cents>>();
  for (const { product_id: id, variation_id: variation, cost } of await selectCosts(db, ids)) {
    const own = costs.get(id) ?? new Map<number | null, Cents>();
    costs.set(id, own.set(variation, toCents(cost)));
  }
  return costs;
}

interface PricedItem {
  readonly variationId: number | null;
  readonly price: Cents | null;
}

/** The lowest margin of a product over its items, or over all tiers where these price it. Rule: catalogue/margins. */
export function marginOfProduct(
  costs: ReadonlyMap<number | null, Cents> | undefined,
  items: readonly PricedItem[],
  pricing: BlueprintPricing | null,
): BasisPoints | null {
  const tiers = pricing?.ruleGroups.flatMap((group) => group.tiers);
  return lowestMargin(
    items.flatMap(({ variationId, price }) => {
      const cost = costs?.get(variationId);
      if (cost === undefined) return [];
      if (tiers) return tiers.map((tier) => tierMargin(tier, cost));
      return price === null ? [] : [marginOf(price, cost)];
    }),
  );
}

interface ProductRow {
  id: number;
  name: string;
  type: string;
  blueprint_id: number | null;
  price_class: string | null;
  category_ids: number[];
  price: number | null;
  variations: { id: number; price: number | null }[];
}

interface RuleRow {
  id: number;
  blueprint_id: number;
  price_class: string | null;
}

/** The floor, and the costs and margins that are known. Rule: catalogue/margins. */
export async function margins(db: Database): Promise<Omit<ReplyOf<typeof marginsRoute>, 'success'>> {
  const costs = await costsOfProducts(db, null);
  const { rows: settings } = await sql<Floor & { stamp: string }>`
    SELECT floor, version, ${CATALOGUE_STAMP} AS stamp FROM margin_settings`.execute(db);
  const book = await priceBook(db, settings[0]?.stamp ?? '');
  const { rows } = await sql<ProductRow>`
    SELECT p.id, p.name, p.type, p.blueprint_id, p.price_class, p.category_ids,
           coalesce(p.sale_price_cents, p.regular_price_cents)::float8 AS price,
           coalesce((SELECT jsonb_agg(jsonb_build_object('id', v.id, 'price', coalesce(v.sale_price_cents, v.regular_price_cents)))
                       FROM variations v WHERE v.product_id = p.id AND v.status <> 'trash'), '[]') AS variations
      FROM products p WHERE p.status <> 'trash' AND p.id = ANY(${[...costs.keys()]}::integer[]) ORDER BY p.id`.execute(
    db,
  );
  const { rows: rules } = await sql<RuleRow>`
    SELECT id, blueprint_id, price_class FROM pricing_rules
     WHERE valid_from > now() OR id IN (SELECT id FROM present_pricing_rules) ORDER BY id`.execute(db);
  const dearest = new Map<number, { product_name: string; cost: Cents }>();
  const ofClass = new Map<
    string,
    { blueprint_id: number; price_class: string | null; product_name: string; cost: Cents }
  >();
  const products = rows.flatMap((row) => {
    const own = costs.get(row.id);
    const items =
      row.type === 'variable'
        ? row.variations.map(({ id, price }) => ({ variationId: id, price: toCentsOrNull(price) }))
        : [{ variationId: null, price: toCentsOrNull(row.price) }];
    const known = items.flatMap(({ variationId }) => own?.get(variationId) ?? []);
    if (known.length === 0) return [];
    const cost = toCents(Math.max(...known));
    const priced = { blueprintId: row.blueprint_id, priceClass: row.price_class, categoryIds: row.category_ids };
    const blueprintId = blueprintIdOf(book, priced);
    for (const rule of rules) {
      const isPriced = rule.blueprint_id === blueprintId && (rule.price_class ?? row.price_class) === row.price_class;
      if (isPriced && cost > (dearest.get(rule.id)?.cost ?? -1)) dearest.set(rule.id, { product_name: row.name, cost });
    }
    if (blueprintId !== null) {
      const key = JSON.stringify([blueprintId, row.price_class]);
      const named = { blueprint_id: blueprintId, price_class: row.price_class, product_name: row.name, cost };
      if (cost > (ofClass.get(key)?.cost ?? -1)) ofClass.set(key, named);
    }
    const margin = marginPercent(marginOfProduct(own, items, pricingOf(book, priced)));
    return [{ product_id: row.id, cost: moneyOf(cost), margin }];
  });
  return {
    floor: marginPercent(settings[0]?.floor ?? null),
    version: settings[0]?.version ?? 1,
    products,
    rules: [...dearest].map(([id, { product_name: name, cost }]) => ({
      rule_id: id,
      product_name: name,
      cost: moneyOf(cost),
    })),
    classes: [...ofClass.values()].map((named) => ({ ...named, cost: moneyOf(named.cost) })),
  };
}
