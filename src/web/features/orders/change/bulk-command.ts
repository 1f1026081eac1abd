import { counted } from '#domain/counted.ts';
import { z } from 'zod';
import { bulkStatusRoute, type WireBulkEffects } from '#contract/order-changes.ts';
import { type OrderStatus, orderStatus } from '#contract/orders.ts';
import type { CommandDefinition } from '#web/api/commands/definition.ts';
import { fetchChanged } from './order-changes.ts';
import { statusLabel } from '#web/entities/order/order-format.ts';
import { showStatuses } from '../orders-queries.ts';
import { tellOrderOutcome } from './tell-order-outcome.ts';

/** The subject of all batches, because one batch is sent at a time, whichever orders it contains. */
export const BULK_SUBJECT = 'chosen orders';

const batchMemo = z.object({
  status: orderStatus,
  /** The number of orders in this batch. */
  size: z.int(),
  /** Numbers of orders that earlier batches changed, and left unchanged. */
  changed: z.int(),
  refused: z.int(),
  /** The number of orders in later batches, which are sent once this one is answered. */
  later: z.int(),
});
export type BatchMemo = z.output<typeof batchMemo>;

/** The orders to change, and the amounts by which the person counts the money. */
export interface Agreed {
  readonly ids: readonly number[];
  readonly refunds: WireBulkEffects['refunds'];
}

export function batchBody({ ids, refunds }: Agreed, status: OrderStatus) {
  const shown = refunds.filter(({ order_id: id }) => ids.includes(id));
  return { order_ids: [...ids], status, ...(status === 'refunded' && { refunds: shown }) };
}

/** "100 orders set to On hold." */
export function changedWords(changed: number, status: OrderStatus): string {
  return `${counted(changed, 'order')} set to ${statusLabel(status)}.`;
}

/** "2 orders are left as they are." */
export function leftWords(left: number): string {
  return left === 1 ? '1 order is left as it is.' : `${counted(left, 'order')} are left as they are.`;
}

/** Sets the status of one batch of the selected orders. The run sends the batches one after the other. */
export const bulkStatusCommand: CommandDefinition<typeof bulkStatusRoute, BatchMemo> = {
  kind: 'bulk-status',
  route: bulkStatusRoute,
  // A batch of a hundred orders that return goods to stock takes this long.
  timeoutMs: 30_000,
  readMemo: (kept) => batchMemo.safeParse(kept).data ?? null,
  onOutcome(outcome, command, watched) {
    if (outcome.kind === 'done' && outcome.first) {
      const statuses = outcome.reply.results.map(
        ({ order_id: id, success, status }) => [id, success && status] as const,
      );
      showStatuses(new Map(statuses.filter((one): one is [number, OrderStatus] => typeof one[1] === 'string')));
    }
    if (watched) return;
    fetchChanged();
    const memo = batchMemo.safeParse(command.memo).data;
    const reply = outcome.kind === 'done' ? outcome.reply : { changed: 0, refused: memo?.size ?? 0 };
    if (!memo) return tellOrderOutcome(outcome, command, `${command.title} is done`);
    const changed = memo.changed + reply.changed;
    const left = memo.refused + reply.refused + memo.later;
    const words = `${changedWords(changed, memo.status)}${left > 0 ? ` ${leftWords(left)}` : ''}`;
    if (outcome.kind === 'done') tellOrderOutcome(outcome, command, words);
    else tellOrderOutcome(outcome, { ...command, title: `${command.title} (${words})` }, words);
  },
};
