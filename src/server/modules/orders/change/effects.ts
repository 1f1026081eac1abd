import { sql } from 'kysely';
import type { WireEffects } from '#contract/order-changes.ts';
import { toMoney, toQuantity } from '#contract/wire.ts';
import type { LoyaltySettings } from '#domain/loyalty-points.ts';
import { type Cents, sum, toCents, ZERO_CENTS } from '#domain/money.ts';
import { type Milli, ZERO_MILLI } from '#domain/quantity.ts';
import { restOf, stockLeftOf, stockOut } from '#domain/refund.ts';
import { type SplitPayment, TENDER_METHODS } from '#domain/tender.ts';
import { milliFrom } from '#server/db/numeric.ts';
import type { Database } from '#server/db/pool.ts';
import type { Staff } from '#server/http/guard/session.ts';
import { selectSettings } from '#server/modules/loyalty/service.ts';
import { selectOrder } from '../list/list-queries.ts';
import { awardOfOrder, loadItemsOf } from '../order-points.ts';
import { isUnpaid, type OrderLineRow, type OrderRow } from '../order-row.ts';
import { type RefundRow, selectRefunds } from '../refund/refund-queries.ts';
import { refundableLine, refundableOrder } from '../refund/refundable.ts';
import { isSoldAs, paymentBy, pointsOf, requirePossible } from './status.ts';
import { requireVisible } from '../visible.ts';

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

/** What the effects on an order depend on beside itself. */
interface Known {
  readonly refunds: readonly RefundRow[];
  readonly jars: ReadonlyMap<string, Milli>;
  readonly loyalty: LoyaltySettings;
  /** What the catalogue says of the items. */
  readonly catalogue: Awaited<ReturnType<typeof loadItemsOf>>;
}

/** The effects of a status on one order; quantities in stock units. */
export interface Effects {
  readonly order: OrderRow;
  readonly to: WireEffects['to'];
  readonly stock: WireEffects['stock'];
  readonly items: readonly { readonly line: OrderLineRow; readonly quantityMilli: Milli; readonly inJarMilli: Milli }[];
  /** Lines whose jar holds less than all its lines ask for together. */
  readonly short: readonly OrderLineRow[];
  readonly points: number;
  readonly refundCents: Cents;
  readonly undoneCents: Cents;
  readonly tenders: readonly SplitPayment[];
  /** What is taken as paid with it. */
  readonly payments: readonly SplitPayment[];
}

/**
 * Works out the effects with the same functions as the change itself.
 * @throws Refusal `status_conflict` as the change.
 */
export function effectsOn(
  order: OrderRow,
  { refunds, jars, loyalty, catalogue }: Known,
  to: WireEffects['to'],
): Effects {
  requirePossible(order, to);
  const willBeSold = isSoldAs(order, to);
  const payment = paymentBy(order, to);
  const stock =
    to === order.status || order.stock_deducted === willBeSold ? 'unchanged' : willBeSold ? 'sold' : 'returned';
  const asked = new Map<string, number>();
  const items = order.lines.flatMap((line) => {
    const refundable = refundableLine(line);
    const quantityMilli = stock === 'sold' ? stockLeftOf(refundable) : stockOut(refundable);
    if (stock === 'unchanged' || quantityMilli === 0) return [];
    const jar = jarOf(order, line);
    asked.set(jar, (asked.get(jar) ?? 0) + quantityMilli);
    return [{ line, quantityMilli, inJarMilli: jars.get(jar) ?? ZERO_MILLI }];
  });
  const undone = refunds.find(({ kind, reversed_at }) => kind === 'status' && reversed_at === null);
  const isUndone = undone !== undefined && to !== 'refunded' && to !== 'void';
  const rest = to === 'refunded' && order.status !== 'refunded' ? restOf(refundableOrder(order, refunds)) : null;
  const pointsLeft = payment
    ? awardOfOrder(order, catalogue, loyalty).reduce((all, points) => all + points, 0)
    : pointsOf(order) + (isUndone ? undone.points : 0);
  return {
    order,
    to,
    stock,
    items,
    short:
      stock === 'sold'
        ? items.flatMap(({ line, inJarMilli }) => ((asked.get(jarOf(order, line)) ?? 0) > inJarMilli ? [line] : []))
        : [],
    points: order.customer_id === null || stock === 'unchanged' ? 0 : stock === 'sold' ? pointsLeft : -pointsLeft || 0,
    refundCents: rest?.amountCents ?? ZERO_CENTS,
    undoneCents: isUndone ? toCents(undone.amount_cents) : ZERO_CENTS,
    tenders: isUndone
      ? undone.tenders.map(({ method, amount_cents }) => ({ method, amountCents: toCents(amount_cents) }))
      : (rest?.tenders ?? []),
    payments: payment ? [{ method: payment.method, amountCents: toCents(payment.amount_cents) }] : [],
  };
}

/** The summed effects of one status on one or more orders, as the wire has them. */
export function toWireEffects(effects: readonly Effects[]) {
  return {
    stock: effects.find(({ stock }) => stock !== 'unchanged')?.stock ?? ('unchanged' as const),
    items: effects.flatMap(({ items }) =>
      items.map(({ line, quantityMilli, inJarMilli }) => ({
        line_id: line.id,
        name: line.name,
        quantity: toQuantity(quantityMilli),
        available: toQuantity(inJarMilli),
      })),
    ),
    points: effects.reduce((all, { points }) => all + points, 0),
    refund: toMoney(sum(effects.map(({ refundCents }) => refundCents))),
    refund_undone: toMoney(sum(effects.map(({ undoneCents }) => undoneCents))),
    tenders: byMethod(effects.flatMap(({ tenders }) => tenders)),
    payments: byMethod(effects.flatMap(({ payments }) => payments)),
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
export async function effectsOf(
  db: Database,
  staff: Staff,
  orderId: number,
  to: WireEffects['to'],
): Promise<WireEffects> {
  const order = requireVisible(staff, await selectOrder(db, orderId));
  const [refunds, jars, loyalty, catalogue] = await Promise.all([
    selectRefunds(db, orderId),
    selectJars(db, [orderId]),
    selectSettings(db),
    loadItemsOf(db, isUnpaid(order) ? [order] : []),
  ]);
  const effects = effectsOn(order, { refunds, jars, loyalty, catalogue }, to);
  return { from: order.status, to, short: effects.short.length > 0, ...toWireEffects([effects]) };
}
