import type { WireBulkEffects } from '#contract/order-changes.ts';
import type { OrderStatus } from '#contract/orders.ts';
import { toMilli } from '#domain/quantity.ts';
import type { Database } from '#server/db/pool.ts';
import type { Staff } from '#server/http/guard/session.ts';
import { selectSettings } from '#server/modules/loyalty/service.ts';
import { Refusal } from '#server/refusal.ts';
import { effectsOn, type Effects, jarOf, selectJars, toWireEffects } from './effects.ts';
import { selectOrdersOf, WHOLE } from '../list/list-queries.ts';
import { notEnoughFor } from './order-stock.ts';
import { type RefundRow, selectRefundsOf } from '../refund/refund-queries.ts';
import { isVisible, NO_SUCH_ORDER } from '../visible.ts';

function effectsOrRefusal(...asked: Parameters<typeof effectsOn>): Effects | Refusal {
  try {
    return effectsOn(...asked);
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
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
  const orders = new Map(rows.filter((row) => isVisible(staff, row)).map((row) => [row.id, row]));
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
    const effects = effectsOrRefusal(order, { refunds: refundsOf.get(id) ?? [], jars, loyalty }, status);
    if (effects instanceof Refusal) {
      refused.push({ order_id: id, number: order.number, error: effects.message });
      continue;
    }
    if (effects.short.length > 0) {
      refused.push({ order_id: id, number: order.number, error: notEnoughFor(order, effects.short) });
      continue;
    }
    changing.push(effects);
    for (const { line, quantityMilli } of effects.stock === 'sold' ? effects.items : []) {
      const jar = jarOf(order, line);
      jars.set(jar, toMilli((jars.get(jar) ?? 0) - quantityMilli));
    }
  }
  return { to: status, changing: changing.length, refused, ...toWireEffects(changing) };
}
