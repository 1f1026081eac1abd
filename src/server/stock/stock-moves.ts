import { sql } from 'kysely';
import type { LiveEvent, StockEvent, StockTold } from '#contract/live.ts';
import { type Milli, toNumericText, toQuantityNumber } from '#domain/quantity.ts';
import { type StockItem, stockKey } from '#domain/stock.ts';
import { quantityWords } from '#domain/unit.ts';
import { Refusal } from '#server/refusal.ts';
import { milliFrom } from '../db/numeric.ts';
import type { Tx } from '../db/pool.ts';
import { itemNames } from './stock-items.ts';

export interface StockMove extends StockItem {
  readonly deltaMilli: Milli;
  readonly action:
    | 'audit'
    | 'opening_stock'
    | 'inventory_update'
    | 'manual_adjustment'
    | 'restock'
    | 'stock_transfer'
    | 'stock_conversion'
    | 'order_deduction'
    | 'order_reversal'
    | 'order_refund';
  readonly reason: string;
  readonly orderId?: number;
  readonly orderLineId?: number;
  readonly batchId?: number;
  readonly purchaseOrderId?: number;
  readonly receiptId?: number;
  readonly transferId?: number;
  readonly conversionId?: number;
  /** True where the batch has movements already. */
  readonly follows?: boolean;
  readonly details?: Readonly<Record<string, unknown>>;
}

export interface Moved extends StockItem {
  readonly beforeMilli: Milli;
  readonly afterMilli: Milli;
  readonly deltaMilli: Milli;
  readonly movementId: number;
  /** Its time as the database writes it, with microseconds. */
  readonly at: string;
}

interface AnswerMove {
  position: number;
  product_id: number;
  variation_id: number | null;
  before: number;
  after: number;
  delta: number;
  movement_id: number;
  at: string;
}

export interface ShortItem {
  product_id: number;
  variation_id: number | null;
  requested: number;
  available: number;
}

export type MoveOutcome =
  | { readonly outcome: 'moved'; readonly moves: Moved[] }
  | { readonly outcome: 'short'; readonly lines: readonly ShortItem[] };

type Answer = { outcome: 'moved'; moves: AnswerMove[] } | { outcome: 'short'; lines: ShortItem[] };

export interface Place {
  readonly locationId: number;
  /** Null for an API key. */
  readonly actorId: number | null;
}

/**
 * Moves stock at one location, a movement for each move. Answers in the order of the moves; when there is too little,
 * nothing moves, or with `floor` stock stops at zero. With `ahead` only the movements are written (`settleAhead`).
 * Rules: stock/ledger, stock/stops-at-zero.
 */
export async function tryMoveStock(
  tx: Tx,
  { locationId, actorId }: Place,
  moves: readonly StockMove[],
  belowZero: 'refuse' | 'floor' | 'ahead' = 'refuse',
): Promise<MoveOutcome> {
  const sent = moves.map((move) => ({
    product_id: move.productId,
    variation_id: move.variationId,
    delta: toNumericText(move.deltaMilli),
    action: move.action,
    reason: move.reason,
    order_id: move.orderId,
    order_line_id: move.orderLineId,
    batch_id: move.batchId,
    purchase_order_id: move.purchaseOrderId,
    receipt_id: move.receiptId,
    transfer_id: move.transferId,
    conversion_id: move.conversionId,
    follows: move.follows,
    details: move.details,
  }));
  const { rows } = await sql<{ answer: Answer }>`
    SELECT move_stock(${locationId}, ${actorId}, ${JSON.stringify(sent)}::jsonb, ${belowZero}) AS answer`.execute(tx);
  const answer = rows[0]?.answer;
  if (!answer) throw new Error('moving stock gave no answer');
  if (answer.outcome === 'short') return answer;
  const moved = answer.moves
    .sort((a, b) => a.position - b.position)
    .map((move) => ({
      productId: move.product_id,
      variationId: move.variation_id,
      beforeMilli: milliFrom(String(move.before)),
      afterMilli: milliFrom(String(move.after)),
      deltaMilli: milliFrom(String(move.delta)),
      movementId: move.movement_id,
      at: move.at,
    }));
  return { outcome: 'moved', moves: moved };
}

/** The units in which products are counted, by id. The catalogue knows them, which the ledger does not ask. */
type UnitsOf = (tx: Tx, productIds: readonly number[]) => Promise<ReadonlyMap<number, string>>;

/** "There is not enough Blue Dream in stock: 1 g left, 3.5 g wanted." */
export function notEnoughWords(
  { name, available, requested }: { name: string; available: number; requested: number },
  unit?: string,
): string {
  const told = (quantity: number): string => quantityWords(milliFrom(String(quantity)), unit);
  return `There is not enough ${name} in stock: ${told(available)} left, ${told(requested)} wanted.`;
}

/**
 * As `tryMoveStock`, all or nothing. A transaction that moves stock at two locations does the lower one first.
 * @param unitsOf for the sentence of a refusal; left out where stock only grows
 * @throws Refusal `out_of_stock` with `lines`. More than can be counted is the database's to refuse (`beyondBounds`).
 */
export async function moveStock(
  tx: Tx,
  place: Place,
  moves: readonly StockMove[],
  unitsOf: UnitsOf = async () => new Map(),
): Promise<Moved[]> {
  const answer = await tryMoveStock(tx, place, moves);
  if (answer.outcome === 'short') throw await shortOf(tx, answer.lines, unitsOf);
  return answer.moves;
}

async function shortOf(tx: Tx, short: readonly ShortItem[], unitsOf: UnitsOf): Promise<Refusal> {
  const names = await itemNames(
    tx,
    short.map((line) => ({ productId: line.product_id, variationId: line.variation_id })),
  );
  const lines = short.map((line, at) => ({ ...line, name: names[at] ?? `Product #${line.product_id}` }));
  const [first] = lines;
  const sentence =
    lines.length === 1 && first
      ? notEnoughWords(first, (await unitsOf(tx, [first.product_id])).get(first.product_id))
      : `${lines.length} items are short of stock, ${first?.name ?? ''} among them. Nothing was changed.`;
  return new Refusal('out_of_stock', sentence, { details: { lines: lines.slice(0, 100) } });
}

/** The stock of an item as it was read. */
export interface Level {
  readonly quantityMilli: Milli;
  /** Grows with every movement. */
  readonly version: number;
}

interface LevelRow {
  product_id: number;
  variation_id: number | null;
  quantity: string;
  version: number;
}

const toLevels = (rows: readonly LevelRow[]): Map<string, Level> =>
  new Map(
    rows.map(({ product_id: productId, variation_id: variationId, quantity, version }) => [
      stockKey({ productId, variationId }),
      { quantityMilli: milliFrom(quantity), version },
    ]),
  );

const askedFor = (items: readonly StockItem[]) =>
  sql`unnest(${items.map(({ productId }) => productId)}::integer[], ${items.map(({ variationId }) => variationId)}::integer[])
    AS i(product_id, variation_id)`;

/** Locks the items' stock in the one order, with a row for each that the location never carried, and reads it. */
export async function lockStock(tx: Tx, locationId: number, items: readonly StockItem[]): Promise<Map<string, Level>> {
  const asked = askedFor(items);
  await sql`
    INSERT INTO stock_levels (location_id, product_id, variation_id)
      SELECT ${locationId}, i.product_id, i.variation_id FROM ${asked}
       WHERE NOT EXISTS (SELECT 1 FROM stock_levels s WHERE s.location_id = ${locationId} AND s.product_id = i.product_id
                           AND s.variation_id IS NOT DISTINCT FROM i.variation_id)
       ORDER BY i.product_id, i.variation_id NULLS FIRST
    ON CONFLICT DO NOTHING`.execute(tx);
  const { rows } = await sql<LevelRow>`
    SELECT s.product_id, s.variation_id, s.quantity::text AS quantity, s.version
      FROM stock_levels s
      JOIN ${asked} ON s.product_id = i.product_id AND s.variation_id IS NOT DISTINCT FROM i.variation_id
     WHERE s.location_id = ${locationId}
     ORDER BY s.product_id, s.variation_id NULLS FIRST
       FOR NO KEY UPDATE OF s`.execute(tx);
  return toLevels(rows);
}

/** The stock of those items that nobody bought at the location for a day, without a lock. */
export async function readUnsold(tx: Tx, locationId: number, items: readonly StockItem[]): Promise<Map<string, Level>> {
  const { rows } = await sql<LevelRow>`
    WITH sold AS MATERIALIZED (
      SELECT DISTINCT product_id, coalesce(variation_id, 0) AS variation
        FROM stock_movements
       WHERE location_id = ${locationId} AND created_at > now() - interval '1 day' AND action = 'order_deduction')
    SELECT s.product_id, s.variation_id, s.quantity::text AS quantity, s.version
      FROM stock_levels s
      JOIN ${askedFor(items)} ON s.product_id = i.product_id AND s.variation_id IS NOT DISTINCT FROM i.variation_id
     WHERE s.location_id = ${locationId} AND (s.product_id, coalesce(s.variation_id, 0)) NOT IN (SELECT product_id, variation FROM sold)`.execute(
    tx,
  );
  return toLevels(rows);
}

/** Sets the stock of items whose movements were written `ahead`. They are locked, and nothing else has moved them since. */
export async function settleAhead(tx: Tx, locationId: number, moved: readonly Moved[]): Promise<void> {
  await sql`
    UPDATE stock_levels s SET quantity = t.quantity, version = s.version + 1
      FROM unnest(${moved.map(({ productId }) => productId)}::integer[], ${moved.map(({ variationId }) => variationId)}::integer[],
             ${moved.map(({ afterMilli }) => toNumericText(afterMilli))}::numeric[]) AS t(product_id, variation_id, quantity)
     WHERE s.location_id = ${locationId} AND s.product_id = t.product_id AND s.variation_id IS NOT DISTINCT FROM t.variation_id`.execute(
    tx,
  );
}

/** The new stock in the caller's own reply. @param events only of locations the caller may look at */
export function stockTold(events: readonly (LiveEvent | null)[]): { stock: NonNullable<StockTold> } {
  const stock = events.flatMap((event) => {
    if (event?.type !== 'stock' || event.items.length === 0) return [];
    return [{ location_id: event.location_id, items: event.items }];
  });
  return { stock };
}

/** The id, quantity and time of movements by hand, as the audit trail keeps them for verify:books to compare. */
export function toldMovements(moved: readonly Moved[]): [number, string, string][] {
  return moved.map(({ movementId, deltaMilli, at }) => [movementId, toNumericText(deltaMilli), at]);
}

/** The event for the tills of the location. */
export function stockEventOf(locationId: number, moved: readonly Moved[]): StockEvent {
  return {
    type: 'stock',
    location_id: locationId,
    items: moved.map(({ productId, variationId, afterMilli, movementId }) => ({
      product_id: productId,
      variation_id: variationId,
      quantity: toQuantityNumber(afterMilli),
      movement_id: movementId,
    })),
  };
}
