import { sql } from 'kysely';
import type { PoSummary, PurchaseOrder } from '#contract/purchasing.ts';
import { type Cents, toCents, ZERO_CENTS } from '#domain/money.ts';
import { type StockItem, stockKey } from '#domain/stock.ts';
import type { Tx } from '#server/db/pool.ts';
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
  const { rows } = await sql<{ product_id: number; variation_id: number | null; unit_cost_cents: number }>`
    SELECT a.product_id, a.variation_id, bought.unit_cost_cents
      FROM unnest(${asked.map(({ productId }) => productId)}::integer[], ${asked.map(({ variationId }) => variationId)}::integer[])
             AS a(product_id, variation_id)
     CROSS JOIN LATERAL (
       SELECT i.unit_cost_cents FROM purchase_order_lines i JOIN purchase_orders o ON o.id = i.purchase_order_id
        WHERE i.product_id = a.product_id AND i.variation_id IS NOT DISTINCT FROM a.variation_id AND ${BOUGHT}
        ORDER BY i.id DESC LIMIT 1) bought`.execute(tx);
  const paid = new Map(
    rows.map((row) => [
      stockKey({ productId: row.product_id, variationId: row.variation_id }),
      toCents(row.unit_cost_cents),
    ]),
  );
  return asked.map((item) => present.get(stockKey(item)) ?? paid.get(stockKey(item)) ?? ZERO_CENTS);
}
