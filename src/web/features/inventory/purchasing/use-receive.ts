import { useState } from 'react';
import type { PurchaseOrder } from '#contract/purchasing.ts';
import { isCallError, sentenceOf } from '#web/api/call-error.ts';
import { newUuid } from '#web/api/new-uuid.ts';
import { ask } from '#web/ui/prompts.tsx';
import { toast } from '#web/ui/toast.tsx';
import { displayMilli, milliOf } from './figures.ts';
import { changedLines, countOf, overOf, type PendingReceipt, receiveBodyOf } from './pending-receipt.ts';
import { changePending, forgetPending, pendingOf } from './pending-receipts.ts';
import { fetchOrder, receiveOrder } from './purchasing-queries.ts';
import { goTo, type Tab } from './purchasing-state.ts';

/** Sends what was counted, once: with the same key for as long as its outcome is not known. */
export function useReceive(tab: Tab, order: PurchaseOrder) {
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState<string | null>(null);
  const [conflict, setConflict] = useState(false);

  async function receive() {
    if (busy) return;
    setRefused(null);
    const pending = pendingOf(order.id);
    // Heard of it already: the server would refuse it.
    if (pending.sent === null && changedLines(pending, order.items).length > 0) return setConflict(true);
    const isOver = order.items.some((item) => overOf(pending, item) > 0);
    if (pending.sent === null && isOver && !(await confirmOver(order, pending))) return;
    await send(pending, isOver);
  }

  async function send(pending: PendingReceipt, isOverConfirmed: boolean) {
    const sent = pending.sent ?? { key: newUuid(), body: receiveBodyOf(pending, isOverConfirmed) };
    setBusy(true);
    try {
      changePending(order.id, (before) => ({ ...before, sent }));
      const after = await receiveOrder(order.id, sent.body, sent.key);
      forgetPending(order.id);
      goTo(tab, { kind: 'order', id: order.id });
      toast.success(
        after.status === 'received' ? `${after.po_number}: everything received` : `${after.po_number} partly received`,
      );
    } catch (error) {
      await failed(error, pending);
    } finally {
      setBusy(false);
    }
  }

  async function failed(error: unknown, pending: PendingReceipt) {
    if (isCallError(error) && error.ambiguous) {
      return setRefused(
        `${sentenceOf(error)} It is not known whether it was received. Press the button again to find out: it is never received twice.`,
      );
    }
    changePending(order.id, (before) => ({ ...before, sent: null }));
    const now = await orderNow(order);
    if (isCallError(error, 'receipt_changed')) return setConflict(true);
    if (isCallError(error, 'receipt_exceeds_order')) {
      if (await confirmOver(now, pending)) await send({ ...pending, sent: null }, true);
      return;
    }
    setRefused(`Nothing was received. ${sentenceOf(error)}`);
  }

  return { busy, refused, conflict, receive, settle: () => setConflict(false) };
}

/** As it is by now; as it was, where that cannot be asked. */
async function orderNow(order: PurchaseOrder): Promise<PurchaseOrder> {
  try {
    return await fetchOrder(order.id);
  } catch {
    return order;
  }
}

/** More than was ordered is only received after a yes, and flagged. */
function confirmOver(order: PurchaseOrder, pending: PendingReceipt): Promise<boolean> {
  const over = order.items.filter((item) => overOf(pending, item) > 0);
  return ask({
    title: 'More than was ordered',
    message: (over.length === 0
      ? `More came of ${order.po_number} than is left of it.`
      : overSentences(over, pending).join(' ')
    ).concat(' It is received all the same and marked as over-receipt, with your name.'),
    confirmLabel: 'Receive anyway',
    cancelLabel: 'Go back',
  });
}

function overSentences(over: PurchaseOrder['items'], pending: PendingReceipt): string[] {
  const said = over.slice(0, 5).map((item) => {
    const [left, count] = [displayMilli(milliOf(item.quantity_remaining)), displayMilli(countOf(pending, item.id))];
    return `${item.product_name}: ${left} left, ${count} counted.`;
  });
  return over.length > 5 ? [...said, `And ${over.length - 5} more.`] : said;
}
