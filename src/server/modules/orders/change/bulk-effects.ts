import type { WireBulkEffects } from '#contract/order-changes.ts';
import type { OrderStatus } from '#contract/orders.ts';
import { toMoney } from '#contract/wire.ts';
import { ZERO_CENTS } from '#domain/money.ts';
import { toMilli } from '#domain/quantity.ts';
import type { Database } from '#server/db/pool.ts';
import { approvalNeeded, lacks } from '#server/http/guard/approvals.ts';
import type { Staff } from '#server/http/guard/session.ts';
import { selectSettings } from '#server/modules/loyalty/service.ts';
import { Refusal } from '#server/refusal.ts';
import { type Effects, effectsOf, jarOf, selectJars, toWireEffects } from './effects.ts';
import { selectOrdersOf, WHOLE } from '../list/list-queries.ts';
import { loadItemsOf } from '../order-points.ts';
import { selectBalances } from '../order-records.ts';
import { isUnpaid } from '../order-row.ts';
import { notEnoughFor } from './order-stock.ts';
import { type Plan, planOf } from './plan.ts';
import { type RefundRow, selectRefundsOf } from '../refund/refund-queries.ts';
import { refundNeed } from '../refund/refundable.ts';
import { isVisible, NO_SUCH_ORDER } from '../visible.ts';

function planOrRefusal(...asked: Parameters<typeof planOf>): Plan | Refusal {
  try {
    return planOf(...asked);
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
}

/** Customers whose points would be below zero. */
async function countBelowZero(db: Database, changing: readonly Effects[]): Promise<number> {
  const moved = new Map<number, number>();
  for (const { plan } of changing) {
    const { customer_id: customer } = plan.order;
    const points = plan.points + plan.pointsReturned;
    if (customer !== null && points !== 0) moved.set(customer, (moved.get(customer) ?? 0) + points);
  }
  const balances = await selectBalances(db, [...moved.keys()]);
  return [...moved].filter(([customer, points]) => (balances.get(customer) ?? 0) + points < 0).length;
}

/**
 * The effects of setting the status of several orders, and the reason for each order that would stay as it is. Orders
 * are taken in the same turn as by the change, so that no jar is promised to two of them.
 */
export async function bulkEffectsOf(
  db: Database,
  staff: Staff,
  { orderIds, status }: { orderIds: readonly number[]; status: OrderStatus },
): Promise<WireBulkEffects> {
  const ids = [...new Set(orderIds)].toSorted((a, b) => a - b);
  const [rows, refunds, jars, loyalty] = await Promise.all([
    selectOrdersOf(db, WHOLE, ids, { order: 'asc', offset: 0, limit: ids.length }),
    selectRefundsOf(db, ids),
    selectJars(db, ids),
    selectSettings(db),
  ]);
  const visible = rows.filter((row) => isVisible(staff, row));
  const orders = new Map(visible.map((row) => [row.id, row]));
  const catalogue = await loadItemsOf(db, visible.filter(isUnpaid));
  const refundsOf = new Map<number, RefundRow[]>(ids.map((id) => [id, []]));
  for (const refund of refunds) refundsOf.get(refund.order_id)?.push(refund);

  const changing: Effects[] = [];
  const refused: WireBulkEffects['refused'] = [];
  for (const id of ids) {
    const order = orders.get(id);
    if (!order) {
      refused.push({ order_id: id, number: null, error: NO_SUCH_ORDER });
      continue;
    }
    if (order.status === status) continue;
    const plan = planOrRefusal(order, { refunds: refundsOf.get(id) ?? [], loyalty, catalogue }, status);
    if (plan instanceof Refusal) {
      refused.push({ order_id: id, number: order.number, error: plan.message });
      continue;
    }
    const need = plan.refund && refundNeed(order, plan.refund.amountCents);
    if (need && lacks(staff, need)) {
      refused.push({ order_id: id, number: order.number, error: approvalNeeded([need]).message });
      continue;
    }
    const effects = effectsOf(plan, jars);
    if (effects.short.length > 0) {
      refused.push({ order_id: id, number: order.number, error: notEnoughFor(order, effects.short) });
      continue;
    }
    changing.push(effects);
    for (const { line, quantityMilli } of plan.stock === 'sold' ? plan.items : []) {
      const jar = jarOf(order, line);
      jars.set(jar, toMilli((jars.get(jar) ?? 0) - quantityMilli));
    }
  }
  const customersBelowZero = await countBelowZero(db, changing);
  return {
    to: status,
    changing: changing.length,
    refused,
    refunds: changing.flatMap(({ plan: { order, refund } }) =>
      refund && refund.amountCents !== ZERO_CENTS ? [{ order_id: order.id, amount: toMoney(refund.amountCents) }] : [],
    ),
    ...toWireEffects(changing),
    customers_below_zero: customersBelowZero,
  };
}
