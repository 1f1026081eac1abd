import { sql } from 'kysely';
import type { StockEvent } from '#contract/live.ts';
import { can } from '#domain/permissions.ts';
import { type Milli, toMilli, toNumericText } from '#domain/quantity.ts';
import type { Tx } from '#server/db/pool.ts';
import type { Staff } from '#server/http/guard/session.ts';
import { Refusal } from '#server/refusal.ts';
import { isUnpaid, type OrderLineRow, type OrderRow } from '../order-row.ts';
import { milliOf } from '../refund/refundable.ts';
import type { Plan } from './plan.ts';

interface Move {
  position: number;
  product_id: number;
  variation_id: number | null;
  after: number;
  delta: number;
  movement_id: number;
}

interface ShortItem {
  product_id: number;
  variation_id: number | null;
  requested: number;
  available: number;
}

type Outcome = { outcome: 'moved'; moves: Move[] } | { outcome: 'short'; lines: ShortItem[] };

/** New stock of the items that moved, for the other tills. */
export type Moved = StockEvent['items'];

/** What became of a plan's goods. */
export interface MovedGoods {
  readonly moved: Moved;
  /** What went out or came back, line by line: less than planned where stock ran short. */
  readonly quantities: readonly Milli[];
}

interface Delta {
  readonly line: OrderLineRow;
  readonly milli: number;
}

async function move(
  tx: Tx,
  staff: Staff,
  order: OrderRow,
  deltas: readonly Delta[],
  { action, belowZero = 'refuse' }: { action: string; belowZero?: 'refuse' | 'floor' },
): Promise<Outcome> {
  const moves = deltas.map(({ line, milli }) => ({
    product_id: line.product_id,
    variation_id: line.variation_id,
    delta: toNumericText(milli as Milli),
    action,
    reason: `Order #${order.number}`,
    order_id: order.id,
    order_line_id: line.id,
  }));
  const { rows } = await sql<{ answer: Outcome }>`
    SELECT move_stock(${order.location_id}, ${staff.id}, ${JSON.stringify(moves)}::jsonb, ${belowZero}) AS answer`.execute(
    tx,
  );
  const answer = rows[0]?.answer;
  if (!answer) throw new Error('moving stock gave no answer');
  return answer;
}

function movedBy(moves: readonly Move[]): Moved {
  const latest = new Map(moves.map((one) => [`${one.product_id}-${one.variation_id}`, one]));
  return [...latest.values()].map(({ product_id, variation_id, after, movement_id }) => ({
    product_id,
    variation_id,
    quantity: after,
    movement_id,
  }));
}

async function putBack(
  tx: Tx,
  staff: Staff,
  order: OrderRow,
  deltas: readonly Delta[],
  action: string,
): Promise<Moved> {
  if (deltas.length === 0) return [];
  const answer = await move(tx, staff, order, deltas, { action });
  if (answer.outcome === 'short') throw new Error('returning stock found too little');
  return movedBy(answer.moves);
}

/** Puts back the goods of a plan. One movement per line, even of nothing. */
export async function returnStock(tx: Tx, staff: Staff, { order, items }: Plan): Promise<MovedGoods> {
  const deltas = items.map(({ line, quantityMilli }) => ({ line, milli: quantityMilli }));
  const moved = await putBack(tx, staff, order, deltas, 'order_reversal');
  return { moved, quantities: items.map(({ quantityMilli }) => quantityMilli) };
}

/** Puts back refunded goods. */
export function restock(tx: Tx, staff: Staff, order: OrderRow, back: ReadonlyMap<number, Milli>): Promise<Moved> {
  const deltas = order.lines.flatMap((line) => {
    const milli = back.get(line.id) ?? 0;
    return milli > 0 ? [{ line, milli }] : [];
  });
  return putBack(tx, staff, order, deltas, 'order_refund');
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

/** Sells the goods of a plan, perhaps again. What is missing is a shortfall, when the caller may oversell. */
export async function sellAgain(
  tx: Tx,
  staff: Staff,
  { order, items }: Plan,
  allowOversell: boolean,
): Promise<MovedGoods> {
  if (allowOversell && !can(staff.role, 'sell-anyway')) {
    throw new Refusal('not_allowed', 'Selling more than is in stock needs a manager.');
  }
  const deltas = items.map(({ line, quantityMilli }) => ({ line, milli: -quantityMilli }));
  const belowZero = allowOversell ? 'floor' : 'refuse';
  const answer = await move(tx, staff, order, deltas, { action: 'order_deduction', belowZero });
  if (answer.outcome === 'short') {
    const named = answer.lines.map((short) => ({ ...short, name: nameOf(order.lines, short) }));
    throw new Refusal('out_of_stock', notEnoughFor(order, named), { details: { lines: named } });
  }
  const drawn = answer.moves.map(({ position, delta }) => {
    const line = items[position - 1]?.line;
    if (!line) throw new Error('a stock move without its line');
    const takenMilli = milliOf(-delta);
    const deducted = toMilli(milliOf(line.returned) + milliOf(line.written_off) + takenMilli);
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
  return { moved: movedBy(answer.moves), quantities: drawn.map(({ takenMilli }) => takenMilli) };
}
