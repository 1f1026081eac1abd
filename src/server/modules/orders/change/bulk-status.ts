import type { StockTold } from '#contract/live.ts';
import type { OrderStatus } from '#contract/orders.ts';
import { beyondBounds } from '#server/stock/bounds.ts';
import { Refusal } from '#server/refusal.ts';

export interface Changed {
  readonly number: string;
  readonly status: OrderStatus;
  /** New stock of the jars it moved. */
  readonly stock: NonNullable<StockTold>;
}

export interface BulkResult {
  readonly orderId: number;
  readonly changed: Changed | null;
  readonly refused: Refusal | null;
}

/**
 * Refusals that are about the request, not about the order: the request ends there, and goes on when it is sent again.
 */
const OF_THE_REQUEST: ReadonlySet<Refusal['code']> = new Set(['request_in_progress', 'idempotency_key_reused']);

/**
 * Sets the status of several orders, one after the other. A refusal of one leaves the others changed.
 * @param change sets the status of one order, in its own transaction: a hundred orders in one would hold all their jars
 *   for seconds, and sales from those jars would wait
 */
export async function changeOneByOne(
  orderIds: readonly number[],
  change: (orderId: number) => Promise<Changed>,
): Promise<BulkResult[]> {
  const results = new Map<number, BulkResult>();
  // In the order of the preview: the oldest order is the first to get what is left.
  for (const orderId of [...new Set(orderIds)].toSorted((a, b) => a - b)) {
    try {
      results.set(orderId, { orderId, changed: await change(orderId), refused: null });
    } catch (error) {
      const refused = error instanceof Refusal ? error : beyondBounds(error);
      if (!refused || OF_THE_REQUEST.has(refused.code)) throw error;
      results.set(orderId, { orderId, changed: null, refused });
    }
  }
  return [...new Set(orderIds)].flatMap((orderId) => results.get(orderId) ?? []);
}
