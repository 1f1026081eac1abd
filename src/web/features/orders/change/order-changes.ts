import { useMemo } from 'react';
import { z } from 'zod';
import { orderEffectsRoute, voidOrderRoute, type WireEffects } from '#contract/order-changes.ts';
import { addOrderNoteRoute } from '#contract/order-notes.ts';
import { orderStatus, setOrderStatusRoute, type ListedOrder } from '#contract/orders.ts';
import { call } from '#web/api/call/call.ts';
import { ownerNow, useCommands } from '#web/api/commands/commands.ts';
import type { CommandDefinition } from '#web/api/commands/definition.ts';
import { type CommandRecord, concerns, isOpen } from '#web/api/commands/record.ts';
import { fetchAgain } from '#web/api/queries/query-client.ts';
import { toast } from '#web/ui/status/toast.tsx';
import { statusLabel } from '#web/entities/order/order-format.ts';
import { dropOrder, refreshDetail, showChanged } from '../orders-queries.ts';
import { belowZeroWords } from './effect-words.ts';
import { tellOrderOutcome } from './tell-order-outcome.ts';

/** Fetches again everything that a change of an order may have changed. */
export function fetchChanged(): void {
  fetchAgain('sale');
}

/** The effects that setting a status, or deleting, would have. */
export async function effectsOf(id: number, status: WireEffects['to'], signal?: AbortSignal): Promise<WireEffects> {
  return (await call(orderEffectsRoute, { params: { id }, query: { status }, signal })).data;
}

const aboutOrder = z.object({ id: z.int(), number: z.string() });
const statusMemo = aboutOrder.extend({ to: orderStatus });
const noteMemo = aboutOrder.extend({ text: z.string() });

/** A customer may have spent the points that were taken back. */
function tellBelowZero(balance: number | null | undefined): void {
  const words = belowZeroWords(balance);
  if (words !== null) toast.info(words);
}

/** Sets the status of one order. */
export const statusCommand: CommandDefinition<typeof setOrderStatusRoute, z.output<typeof statusMemo>> = {
  kind: 'order-status',
  route: setOrderStatusRoute,
  readMemo: (kept) => statusMemo.safeParse(kept).data ?? null,
  onOutcome(outcome, command, watched) {
    if (outcome.kind === 'done') {
      showChanged(outcome.reply.data);
      tellBelowZero(outcome.reply.points_balance);
    }
    fetchChanged();
    const memo = statusMemo.safeParse(command.memo).data;
    if (!watched)
      tellOrderOutcome(outcome, command, memo ? `${memo.number} set to ${statusLabel(memo.to)}` : command.title);
  },
};

/** Deletes (voids) an order, which then leaves every list. */
export const voidCommand: CommandDefinition<typeof voidOrderRoute, z.output<typeof aboutOrder>> = {
  kind: 'order-void',
  route: voidOrderRoute,
  readMemo: (kept) => aboutOrder.safeParse(kept).data ?? null,
  onOutcome(outcome, command, watched) {
    const number = aboutOrder.safeParse(command.memo).data?.number ?? '';
    if (outcome.kind === 'done') {
      dropOrder(outcome.reply.id);
      toast.success(`Order ${number} deleted`);
      tellBelowZero(outcome.reply.points_balance);
    } else if (!watched) tellOrderOutcome(outcome, command, '');
    fetchChanged();
  },
};

/** Adds a note for staff. Its text may name a person, so it is not stored after the answer. */
export const noteCommand: CommandDefinition<typeof addOrderNoteRoute, z.output<typeof noteMemo>> = {
  kind: 'order-note',
  route: addOrderNoteRoute,
  readMemo: (kept) => noteMemo.safeParse(kept).data ?? null,
  personal: true,
  onOutcome(outcome, command, watched) {
    const memo = noteMemo.safeParse(command.memo).data;
    if (memo) void refreshDetail(memo.id);
    if (!watched) tellOrderOutcome(outcome, command, `${command.title} is saved`);
  },
};

/**
 * Gives orders the status that was asked for and is not answered yet, so that a list fetched meanwhile, or after a
 * reload, does not show the former one. A refusal restores it.
 */
export function useAsAsked(orders: readonly ListedOrder[]): readonly ListedOrder[] {
  const records = useCommands((state) => state.records);
  return useMemo(() => asAsked(orders, records.values()), [orders, records]);
}

function asAsked(orders: readonly ListedOrder[], records: Iterable<CommandRecord>): readonly ListedOrder[] {
  const owner = ownerNow();
  const asked = new Map<number, ListedOrder['status']>();
  for (const record of records) {
    const memo =
      record.kind === statusCommand.kind && isOpen(record) && concerns(record, owner)
        ? statusCommand.readMemo(record.memo)
        : null;
    if (memo) asked.set(memo.id, memo.to);
  }
  if (asked.size === 0) return orders;
  return orders.map((order) => {
    const status = asked.get(order.id);
    return status === undefined || status === order.status ? order : { ...order, status };
  });
}
