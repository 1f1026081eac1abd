import { sql } from 'kysely';
import type { StockEvent } from '#contract/live.ts';
import { type Milli, toMilli, toNumericText, ZERO_MILLI } from '#domain/quantity.ts';
import { stockKey } from '#domain/stock.ts';
import type { Tx } from '#server/db/pool.ts';
import { type Author, personIdOf } from '#server/http/guard/session.ts';
import { Refusal } from '#server/refusal.ts';
import { requireStillOpen } from '#server/stock/stock-items.ts';
import {
  type Moved as MovedItem,
  type MoveOutcome,
  type ShortItem,
  stockEventOf,
  type StockMove,
  tryMoveStock,
} from '#server/stock/stock-moves.ts';
import { isUnpaid, type OrderLineRow, type OrderRow } from '../order-row.ts';
import { milliOrZero } from '../refund/refundable.ts';
import type { Plan } from './plan.ts';

/** New stock of the items that moved, for the other tills. */
export type Moved = StockEvent['items'];

/** The stock movements of a plan's goods. */
export interface MovedGoods {
  readonly moved: Moved;
  /** The quantity that went out or came back, by line: less than planned where stock ran short. */
  readonly quantities: readonly Milli[];
}

type Goods = Plan['items'];

/** Moves the goods of an order, out of stock when `sign` is negative. */
function moveGoods(
  tx: Tx,
  by: Author,
  order: OrderRow,
  goods: Goods,
  { action, sign, belowZero }: Pick<StockMove, 'action'> & { sign: 1 | -1; belowZero?: 'refuse' | 'floor' },
): Promise<MoveOutcome> {
  const moves = goods.map(({ line, quantityMilli }) => ({
    productId: line.product_id,
    variationId: line.variation_id,
    deltaMilli: toMilli(sign * quantityMilli),
    action,
    // The second end of a sale that was refunded before.
    reason: `Order #${order.number}${quantityMilli === 0 ? ': nothing left to return' : ''}`,
    orderId: order.id,
    orderLineId: line.id,
  }));
  return tryMoveStock(tx, { locationId: order.location_id, actorId: personIdOf(by) }, moves, belowZero);
}

/** Each item once, as its last movement left it. */
function toldOf(locationId: number, moves: readonly MovedItem[]): Moved {
  return stockEventOf(locationId, [...new Map(moves.map((one) => [stockKey(one), one])).values()]).items;
}

async function putBack(tx: Tx, by: Author, order: OrderRow, goods: Goods, action: StockMove['action']): Promise<Moved> {
  if (goods.length === 0) return [];
  await requireStillOpen(tx, order.location_id);
  const answer = await moveGoods(tx, by, order, goods, { action, sign: 1 });
  if (answer.outcome === 'short') throw new Error('returning stock found too little');
  return toldOf(order.location_id, answer.moves);
}

/** Puts back the goods of a plan. One movement per line, even of nothing. */
export async function returnStock(tx: Tx, by: Author, { order, items }: Plan): Promise<MovedGoods> {
  const moved = await putBack(tx, by, order, items, 'order_reversal');
  return { moved, quantities: items.map(({ quantityMilli }) => quantityMilli) };
}

/** Puts back refunded goods. */
export function restock(tx: Tx, by: Author, order: OrderRow, back: ReadonlyMap<number, Milli>): Promise<Moved> {
  const goods = order.lines.flatMap((line) => {
    const quantityMilli = back.get(line.id) ?? ZERO_MILLI;
    return quantityMilli > 0 ? [{ line, quantityMilli }] : [];
  });
  return putBack(tx, by, order, goods, 'order_refund');
}

function nameOf(lines: readonly OrderLineRow[], item: ShortItem): string {
  return (
    lines.find((line) => line.product_id === item.product_id && line.variation_id === item.variation_id)?.name ??
    `#${item.product_id}`
  );
}

export function notEnoughFor(order: OrderRow, lines: readonly { readonly name: string }[]): string {
  const names = [...new Set(lines.map(({ name }) => name))];
  return `There is not enough stock to sell this order${isUnpaid(order) ? '' : ' again'}: ${names.join(', ')}.`;
}

/** Sells the goods of a plan, perhaps again. Missing stock becomes a shortfall if `allowOversell`, which the caller has checked. */
export async function sellAgain(
  tx: Tx,
  by: Author,
  { order, items }: Plan,
  allowOversell: boolean,
): Promise<MovedGoods> {
  const belowZero = allowOversell ? 'floor' : 'refuse';
  const answer = await moveGoods(tx, by, order, items, { action: 'order_deduction', sign: -1, belowZero });
  if (answer.outcome === 'short') {
    const named = answer.lines.map((short) => ({ ...short, name: nameOf(order.lines, short) }));
    throw new Refusal('out_of_stock', notEnoughFor(order, named), { details: { lines: named } });
  }
  const drawn = answer.moves.map(({ deltaMilli }, place) => {
    const line = items[place]?.line;
    if (!line) throw new Error('a stock move without its line');
    const takenMilli = toMilli(-deltaMilli);
    const deducted = toMilli(milliOrZero(line.returned) + milliOrZero(line.written_off) + takenMilli);
    return { id: line.id, takenMilli, deducted: toNumericText(deducted) };
  });
  await sql`
    UPDATE order_lines l SET deducted = d.deducted, shortfall = l.stock_quantity - d.deducted
      FROM jsonb_to_recordset(${JSON.stringify(drawn)}::jsonb) AS d(id bigint, deducted numeric)
     WHERE l.id = d.id AND l.deducted <> d.deducted`.execute(tx);
  await sql`UPDATE stock_levels s SET needs_count_since = coalesce(s.needs_count_since, now())
    FROM order_lines l WHERE l.order_id = ${order.id} AND l.shortfall > 0 AND s.location_id = ${order.location_id}
     AND s.product_id = l.product_id AND s.variation_id IS NOT DISTINCT FROM l.variation_id`.execute(tx);
  await sql`UPDATE orders SET has_shortfall = EXISTS (SELECT 1 FROM order_lines WHERE order_id = ${order.id} AND shortfall > 0)
    WHERE id = ${order.id}`.execute(tx);
  return { moved: toldOf(order.location_id, answer.moves), quantities: drawn.map(({ takenMilli }) => takenMilli) };
}
