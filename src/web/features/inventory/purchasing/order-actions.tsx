import { Ban, EllipsisVertical, Send, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { PurchaseOrder } from '#contract/purchasing.ts';
import type { PoStatus } from '#domain/purchase-order.ts';
import { isCallError, sentenceOf } from '#web/api/call-error.ts';
import { Button } from '#web/ui/button.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { Menu, MenuItem } from '#web/ui/menu.tsx';
import { ask, tell } from '#web/ui/prompts.tsx';
import { toast } from '#web/ui/toast.tsx';
import { DeleteDialog } from './delete-dialog.tsx';
import { counted, displayAmount, displayMilli, milliOf } from './figures.ts';
import { fetchOrder, updateOrder } from './purchasing-queries.ts';
import type { Tab } from './purchasing-state.ts';
import { toMilli } from '#domain/quantity.ts';

const DONE: Partial<Record<PoStatus, string>> = { ordered: 'ordered', cancelled: 'cancelled' };

/** Where an order may go by hand from here, as the server's table of transitions has it, and its end. */
export function OrderActions({ tab, order }: { tab: Tab; order: PurchaseOrder }) {
  const [busy, setBusy] = useState(false);
  const [deleting, setDeleting] = useState(false);
  const mayOrder = order.next_statuses.includes('ordered');
  const mayCancel = order.next_statuses.includes('cancelled');

  async function move(status: PoStatus) {
    setBusy(true);
    try {
      await updateOrder(order.id, { status, expected_version: order.version });
      toast.success(`${order.po_number} ${DONE[status] ?? 'changed'}`);
    } catch (error) {
      await refused(order, error);
    } finally {
      setBusy(false);
    }
  }

  async function place() {
    const confirmed = await ask({
      title: `Order ${order.po_number}?`,
      message: `${order.total_amount === undefined ? counted(order.item_count, 'line') : displayAmount(order.total_amount)} from ${order.supplier_name}. Its items and quantities can no longer be changed then; it is ready to be received.`,
      confirmLabel: 'Mark as ordered',
    });
    if (confirmed) await move('ordered');
  }

  async function cancel() {
    const confirmed = await ask({
      title: `Cancel ${order.po_number}?`,
      message: cancelSentence(order),
      confirmLabel: 'Cancel purchase order',
      cancelLabel: 'Keep it',
      tone: 'danger',
    });
    if (confirmed) await move('cancelled');
  }

  return (
    <>
      {mayOrder && (
        <Button
          busy={busy}
          icon={<Send aria-hidden className="size-4" />}
          variant="primary"
          onClick={() => void place()}
        >
          Mark as ordered
        </Button>
      )}
      {(mayCancel || order.can_delete) && (
        <Menu
          align="end"
          trigger={
            <IconButton label="More" variant="outline" disabled={busy} icon={<EllipsisVertical className="size-4" />} />
          }
        >
          {mayCancel && (
            <MenuItem icon={<Ban aria-hidden className="size-4" />} onSelect={() => void cancel()}>
              Cancel purchase order
            </MenuItem>
          )}
          {order.can_delete && (
            <MenuItem tone="danger" icon={<Trash2 aria-hidden className="size-4" />} onSelect={() => setDeleting(true)}>
              Delete purchase order
            </MenuItem>
          )}
        </Menu>
      )}
      <DeleteDialog tab={tab} order={order} open={deleting} onClose={() => setDeleting(false)} />
    </>
  );
}

function cancelSentence(order: PurchaseOrder): string {
  if (order.status !== 'partially_received') return 'Nothing of it is expected any more. This cannot be undone.';
  const left = order.items.reduce((sum, { quantity_remaining }) => sum + milliOf(quantity_remaining), 0);
  return `What came stays in stock. The ${displayMilli(toMilli(left))} still missing are no longer expected. This cannot be undone.`;
}

/** What was refused, and the order as it is now on the screen behind it. */
async function refused(order: PurchaseOrder, error: unknown): Promise<void> {
  const changed = isCallError(error, 'po_changed') || isCallError(error, 'status_conflict');
  if (changed) await fetchOrder(order.id).catch(() => undefined);
  await tell({
    title: `${order.po_number} was not changed`,
    message: changed ? `${sentenceOf(error)} It is now shown as it is.` : sentenceOf(error),
  });
}
