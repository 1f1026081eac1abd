import { sql } from 'kysely';
import type { WireEffects } from '#contract/order-changes.ts';
import { moneyOf, toMoney, toQuantity } from '#contract/wire.ts';
import { sum, toCents, ZERO_CENTS } from '#domain/money.ts';
import { type Milli, ZERO_MILLI } from '#domain/quantity.ts';
import { type SplitPayment, TENDER_METHODS } from '#domain/tender.ts';
import { milliFrom } from '#server/db/numeric.ts';
import type { Database } from '#server/db/pool.ts';
import type { Staff } from '#server/http/guard/session.ts';
import { selectOrder } from '../list/list-queries.ts';
import { balanceOf } from '../order-records.ts';
import type { OrderLineRow, OrderRow } from '../order-row.ts';
import type { RefundRow } from '../refund/refund-queries.ts';
import { requireVisible } from '../visible.ts';
import { type Plan, planFor, type Target } from './plan.ts';

export function jarOf({ location_id }: OrderRow, { product_id, variation_id }: OrderLineRow): string {
  return `${location_id} ${product_id} ${variation_id}`;
}

/** The present contents of the jars of these orders. */
export async function selectJars(db: Database, orderIds: readonly number[]): Promise<Map<string, Milli>> {
  const { rows } = await sql<{
    location_id: number;
    product_id: number;
    variation_id: number | null;
    quantity: string;
  }>`
    SELECT s.location_id, s.product_id, s.variation_id, s.quantity
      FROM (SELECT DISTINCT o.location_id, l.product_id, l.variation_id
              FROM orders o JOIN order_lines l ON l.order_id = o.id WHERE o.id = ANY(${[...orderIds]}::bigint[])) l
      JOIN stock_levels s ON s.location_id = l.location_id AND s.product_id = l.product_id
       AND s.variation_id IS NOT DISTINCT FROM l.variation_id`.execute(db);
  return new Map(
    rows.map((row) => [`${row.location_id} ${row.product_id} ${row.variation_id}`, milliFrom(row.quantity)]),
  );
}

/** A plan, and what its jars hold. */
export interface Effects {
  readonly plan: Plan;
  /** Quantities in stock units. */
  readonly items: readonly { readonly line: OrderLineRow; readonly quantityMilli: Milli; readonly inJarMilli: Milli }[];
  /** Lines whose jar holds less than all its lines ask for together. */
  readonly short: readonly OrderLineRow[];
}

export function effectsOf(plan: Plan, jars: ReadonlyMap<string, Milli>): Effects {
  const asked = new Map<string, number>();
  const items = plan.items.flatMap(({ line, quantityMilli }) => {
    if (quantityMilli === 0) return [];
    const jar = jarOf(plan.order, line);
    asked.set(jar, (asked.get(jar) ?? 0) + quantityMilli);
    return [{ line, quantityMilli, inJarMilli: jars.get(jar) ?? ZERO_MILLI }];
  });
  const short = items.filter(({ line, inJarMilli }) => (asked.get(jarOf(plan.order, line)) ?? 0) > inJarMilli);
  return { plan, items, short: plan.stock === 'sold' ? short.map(({ line }) => line) : [] };
}

const asTender = ({ method, amount_cents }: RefundRow['tenders'][number]): SplitPayment => ({
  method,
  amountCents: toCents(amount_cents),
});

/** The summed effects of one status on one or more orders, as the wire has them. */
export function toWireEffects(effects: readonly Effects[]) {
  const plans = effects.map(({ plan }) => plan);
  return {
    stock: plans.find(({ stock }) => stock !== 'unchanged')?.stock ?? ('unchanged' as const),
    items: effects.flatMap(({ items }) =>
      items.map(({ line, quantityMilli, inJarMilli }) => ({
        line_id: line.id,
        name: line.name,
        quantity: toQuantity(quantityMilli),
        available: toQuantity(inJarMilli),
      })),
    ),
    points: plans.reduce((all, { points }) => all + points, 0),
    points_returned: plans.reduce((all, { pointsReturned }) => all + pointsReturned, 0),
    refund: toMoney(sum(plans.map(({ refund }) => refund?.amountCents ?? ZERO_CENTS))),
    refund_undone: moneyOf(plans.reduce((all, { undone }) => all + (undone?.amount_cents ?? 0), 0)),
    tenders: byMethod(plans.flatMap(({ undone, refund }) => undone?.tenders.map(asTender) ?? refund?.tenders ?? [])),
    payments: byMethod(plans.flatMap(({ payment }) => payment ?? [])),
  };
}

function byMethod(tenders: readonly SplitPayment[]) {
  return TENDER_METHODS.flatMap((method) => {
    const parts = tenders.filter((tender) => tender.method === method);
    return parts.length === 0 ? [] : [{ method, amount: toMoney(sum(parts.map(({ amountCents }) => amountCents))) }];
  });
}

/**
 * The effects of setting a status, or of deleting. Changes nothing. Rule: orders/effects-are-shown-first.
 * @throws Refusal `not_found`, `status_conflict`
 */
export async function previewOf(db: Database, staff: Staff, orderId: number, to: Target): Promise<WireEffects> {
  const order = requireVisible(staff, await selectOrder(db, orderId));
  const [plan, jars, balance] = await Promise.all([
    planFor(db, order, to),
    selectJars(db, [orderId]),
    balanceOf(db, order),
  ]);
  const effects = effectsOf(plan, jars);
  return {
    from: order.status,
    to,
    short: effects.short.length > 0,
    ...toWireEffects([effects]),
    points_balance: balance === null ? null : balance + plan.points + plan.pointsReturned,
  };
}
