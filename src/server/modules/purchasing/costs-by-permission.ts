import { sql } from 'kysely';
import type { PoSummary, PurchaseOrder } from '#contract/purchasing.ts';
import { type Cents, toCents, ZERO_CENTS } from '#domain/money.ts';
import { type StockItem, stockKey } from '#domain/stock.ts';
import type { Database, Tx } from '#server/db/pool.ts';
import { may, type Staff } from '#server/http/guard/session.ts';
import { BOUGHT } from '#server/modules/catalogue/service.ts';

/** Undefined fields are left out on the wire. */
const NO_FIGURES = {
  subtotal: undefined,
  tax_percent: undefined,
  tax_amount: undefined,
  shipping_cost: undefined,
  total_amount: undefined,
};

/** True if a person may see costs, and so set them on a purchase order. Rule: catalogue/costs. */
function seesCosts(staff: Staff): boolean {
  return may(staff, 'see-costs');
}

/** The purchase order for this person: without costs for those who may not see them. */
export function asSeenBy(staff: Staff, order: PurchaseOrder): PurchaseOrder {
  if (seesCosts(staff)) return order;
  const items = order.items.map((item) => ({ ...item, unit_cost: undefined, line_total: undefined }));
  return { ...summarySeenBy(staff, order), items };
}

export function summarySeenBy<Summary extends PoSummary>(staff: Staff, order: Summary): Summary {
  if (seesCosts(staff)) return order;
  return { ...order, ...NO_FIGURES };
}

/** The body without costs when the person may neither see nor set them. Tills of the former build send them anyway. */
export function figuresAllowed<Body extends { readonly [Figure in keyof typeof NO_FIGURES]?: unknown }>(
  staff: Staff,
  body: Body,
): Body {
  if (seesCosts(staff)) return body;
  return { ...body, ...NO_FIGURES };
}

interface AskedCost extends StockItem {
  readonly unitCost: Cents | undefined;
}

interface LastCost {
  product_id: number;
  variation_id: number | null;
  unit_cost_cents: number;
}

/** The last cost paid for each item that was bought. Rule: purchasing/last-costs. @param ids of products; null for all */
export async function lastCosts(db: Database | Tx, ids: readonly number[] | null): Promise<LastCost[]> {
  const wanted = ids && [...ids];
  const { rows } = await sql<LastCost>`
    SELECT DISTINCT ON (i.product_id, i.variation_id) i.product_id, i.variation_id, i.unit_cost_cents
      FROM purchase_order_lines i JOIN purchase_orders o ON o.id = i.purchase_order_id
     WHERE ${BOUGHT} AND (${wanted}::integer[] IS NULL OR i.product_id = ANY(${wanted}::integer[]))
     ORDER BY i.product_id, i.variation_id, i.id DESC`.execute(db);
  return rows;
}

/**
 * The unit cost of each item. Those who may see costs set it; left out it is 0. For others it is the present cost on
 * the order, else the last cost paid, else 0.
 * @param present costs of the order's own lines, by item
 */
export async function costsOf(
  tx: Tx,
  staff: Staff,
  asked: readonly AskedCost[],
  present: ReadonlyMap<string, Cents> = new Map(),
): Promise<Cents[]> {
  if (seesCosts(staff)) return asked.map(({ unitCost }) => unitCost ?? ZERO_CENTS);
  const rows = await lastCosts(
    tx,
    asked.map(({ productId }) => productId),
  );
  const paid = new Map(
    rows.map((row) => [
      stockKey({ productId: row.product_id, variationId: row.variation_id }),
      toCents(row.unit_cost_cents),
    ]),
  );
  return asked.map((item) => present.get(stockKey(item)) ?? paid.get(stockKey(item)) ?? ZERO_CENTS);
}
