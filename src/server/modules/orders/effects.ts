import { sql } from 'kysely';
import type { WireEffects } from '#contract/order-changes.ts';
import { toMoney, toQuantity } from '#contract/wire.ts';
import { toCents } from '#domain/money.ts';
import { type Milli, ZERO_MILLI } from '#domain/quantity.ts';
import { restOf, stockLeftOf, stockOut } from '#domain/refund.ts';
import { milliFrom } from '#server/db/numeric.ts';
import type { Database } from '#server/db/pool.ts';
import type { Staff } from '#server/http/session.ts';
import { selectOrder } from './list-queries.ts';
import type { OrderRow } from './order-row.ts';
import { selectRefunds } from './refund-queries.ts';
import { refundableLine, refundableOrder } from './refundable.ts';
import { isReversed, pointsOf } from './status.ts';
import { requireVisible } from './visible.ts';

/** What the jars of an order's lines hold now, by line. */
async function selectAvailable(db: Database, orderId: number): Promise<ReadonlyMap<number, Milli>> {
  const { rows } = await sql<{ id: number; quantity: string }>`
    SELECT l.id, coalesce(s.quantity, 0) AS quantity
      FROM order_lines l JOIN orders o ON o.id = l.order_id
      LEFT JOIN stock_levels s ON s.location_id = o.location_id AND s.product_id = l.product_id
            AND s.variation_id IS NOT DISTINCT FROM l.variation_id
     WHERE l.order_id = ${orderId}`.execute(db);
  return new Map(rows.map(({ id, quantity }) => [id, milliFrom(quantity)]));
}

/** Whether a jar cannot give all that its lines ask for together. */
function isShort(
  { lines }: OrderRow,
  asked: ReadonlyMap<number, Milli>,
  available: ReadonlyMap<number, Milli>,
): boolean {
  const jars = new Map<string, number>();
  for (const line of lines) {
    const jar = `${line.product_id}-${line.variation_id}`;
    jars.set(jar, (jars.get(jar) ?? available.get(line.id) ?? 0) - (asked.get(line.id) ?? 0));
  }
  return [...jars.values()].some((left) => left < 0);
}

/**
 * What setting a status would do, or deleting: the same sums as the change itself, read and not written.
 * @throws Refusal `not_found`
 */
export async function effectsOf(
  db: Database,
  staff: Staff,
  orderId: number,
  to: WireEffects['to'],
): Promise<WireEffects> {
  const order = requireVisible(staff, await selectOrder(db, orderId));
  const refunds = await selectRefunds(db, orderId);
  const willBeSold = to !== 'void' && !isReversed(to);
  const isSold = !isReversed(order.status);
  const stock = to === order.status || isSold === willBeSold ? 'unchanged' : willBeSold ? 'sold' : 'returned';
  const available = await selectAvailable(db, orderId);
  const moving = new Map(
    order.lines.map((line) => {
      const refundable = refundableLine(line);
      return [line.id, stock === 'sold' ? stockLeftOf(refundable) : stockOut(refundable)];
    }),
  );
  const undone = refunds.find(({ kind, reversed_at }) => kind === 'status' && reversed_at === null);
  const isUndone = undone !== undefined && to !== 'refunded' && to !== 'void';
  const rest = to === 'refunded' && order.status !== 'refunded' ? restOf(refundableOrder(order, refunds)) : null;
  const pointsLeft = pointsOf(order) + (isUndone ? undone.points : 0);
  return {
    from: order.status,
    to,
    stock,
    items: order.lines.flatMap((line) => {
      const quantity = moving.get(line.id) ?? ZERO_MILLI;
      if (stock === 'unchanged' || quantity === 0) return [];
      const inJar = available.get(line.id) ?? ZERO_MILLI;
      return [
        {
          line_id: line.id,
          name: line.name,
          quantity: toQuantity(quantity),
          available: toQuantity(inJar),
        },
      ];
    }),
    short: stock === 'sold' && isShort(order, moving, available),
    points: order.customer_id === null || stock === 'unchanged' ? 0 : stock === 'sold' ? pointsLeft : -pointsLeft || 0,
    refund: toMoney(rest?.amountCents ?? toCents(0)),
    refund_undone: toMoney(toCents(isUndone ? undone.amount_cents : 0)),
    tenders: isUndone
      ? undone.tenders.map(({ method, amount_cents }) => ({ method, amount: toMoney(toCents(amount_cents)) }))
      : (rest?.tenders ?? []).map(({ method, amountCents }) => ({ method, amount: toMoney(amountCents) })),
  };
}
