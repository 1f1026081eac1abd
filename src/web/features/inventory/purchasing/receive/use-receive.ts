import { fromQuantityNumber } from '#domain/quantity.ts';
import { groupedWords } from '#domain/unit.ts';
import { useState } from 'react';
import type { PurchaseOrder } from '#contract/purchasing.ts';
import { useCommand } from '#web/api/commands/commands.ts';
import type { CommandOutcome } from '#web/api/commands/definition.ts';
import { ask } from '#web/ui/layers/prompts.tsx';
import { tellElsewhere } from '#web/entities/command/tell-outcome.ts';
import { leaveForm, receiveOrderCommand, subjectOf } from '../order-commands.ts';
import { changedLines, countedWords, countOf, overOf, type PendingReceipt, receiveBodyOf } from './pending-receipt.ts';
import { fromKept, pendingOf, toKept, usePendingReceipt } from './pending-receipts.ts';
import { fetchOrder } from '../purchasing-queries.ts';
import { useUnitOf } from '#web/entities/catalogue/use-unit-of.ts';

type UnitOf = ReturnType<typeof useUnitOf>;
type Outcome = CommandOutcome<typeof receiveOrderCommand.route>;

/**
 * The counts of an order and the command that receives them. While the command is open, the counts are the ones that
 * were sent.
 */
export function useReceive(id: number) {
  const [refused, setRefused] = useState<string | null>(null);
  const [conflict, setConflict] = useState(false);
  const counted = usePendingReceipt(id);
  const unitOf = useUnitOf();
  const command = useCommand(receiveOrderCommand, subjectOf(id), (outcome) => void heard(outcome));

  async function receive(order: PurchaseOrder) {
    if (command.open) return;
    setRefused(null);
    const pending = pendingOf(id);
    // It is known already that the server would refuse it.
    if (changedLines(pending, order.items).length > 0) return setConflict(true);
    const isOver = order.items.some((item) => overOf(pending, item) > 0);
    if (!isOver || (await confirmOver(order, pending, unitOf))) await send(order, isOver);
  }

  async function send({ po_number: number, items }: PurchaseOrder, isOverConfirmed: boolean) {
    const pending = pendingOf(id);
    await command.send({
      key: pending.key,
      title: `Receipt of ${countedWords(pending, items, unitOf)} on ${number}`,
      memo: { id, kept: toKept(pending) },
      params: { id: String(id) },
      body: receiveBodyOf(pending, isOverConfirmed),
    });
  }

  async function heard(outcome: Outcome) {
    if (outcome.kind === 'elsewhere') {
      if (outcome.state === 'done') leaveForm('receive', id, { kind: 'order', id });
      return tellElsewhere(outcome.state);
    }
    if (outcome.kind !== 'refused') return;
    const { code, message } = outcome.error;
    const order = await fetchOrder(id).catch(() => null);
    if (code === 'receipt_changed') return setConflict(true);
    if (code === 'receipt_exceeds_order' && order) {
      if (await confirmOver(order, pendingOf(id), unitOf)) await send(order, true);
      return;
    }
    setRefused(`Nothing was received. ${message}`);
  }

  return {
    pending: command.memo ? fromKept(command.memo.kept) : counted,
    command,
    refused,
    conflict,
    receive,
    settle: () => setConflict(false),
  };
}

/** Receiving more than was ordered needs a confirmation, and is flagged. */
function confirmOver(order: PurchaseOrder, pending: PendingReceipt, unitOf: UnitOf): Promise<boolean> {
  const over = order.items.filter((item) => overOf(pending, item) > 0);
  return ask({
    title: 'More than was ordered',
    message: (over.length === 0
      ? `More has arrived for ${order.po_number} than is still due.`
      : overSentences(over, pending, unitOf).join(' ')
    ).concat(' It is received all the same and marked as over-receipt, with your name.'),
    confirmLabel: 'Receive anyway',
    cancelLabel: 'Go back',
  });
}

function overSentences(over: PurchaseOrder['items'], pending: PendingReceipt, unitOf: UnitOf): string[] {
  const said = over.slice(0, 5).map((item) => {
    const [left, count] = [fromQuantityNumber(item.quantity_remaining), countOf(pending, item.id)].map((quantity) =>
      groupedWords(quantity, unitOf(item.product_id)),
    );
    return `${item.product_name}: ${left} left, ${count} counted.`;
  });
  return over.length > 5 ? [...said, `And ${over.length - 5} more.`] : said;
}
