import { counted } from '#domain/counted.ts';
import { Ban, EllipsisVertical, Send, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { PurchaseOrder } from '#contract/purchasing.ts';
import type { CallError } from '#web/api/call/call-error.ts';
import { useCommand } from '#web/api/commands/commands.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { IconButton } from '#web/ui/controls/icon-button.tsx';
import { Menu, MenuItem } from '#web/ui/layers/menu.tsx';
import { ask, tell } from '#web/ui/layers/prompts.tsx';
import { tellElsewhere } from '#web/entities/command/tell-outcome.ts';
import { DeleteDialog } from './delete-dialog.tsx';
import { displayCost } from '../display-cost.ts';
import { orderStatusCommand, subjectOf } from '../order-commands.ts';
import { toMilli, displayGrouped, fromQuantityNumber } from '#domain/quantity.ts';

/**
 * The status changes that staff may make from here, according to the server's table of transitions.
 * @param isOpen a command of this order has no answer yet
 */
export function PurchaseOrderActions({ order, isOpen }: { order: PurchaseOrder; isOpen: boolean }) {
  const command = useCommand(orderStatusCommand, subjectOf(order.id), (outcome) => {
    if (outcome.kind === 'refused') refused(order, outcome.error);
    if (outcome.kind === 'elsewhere') tellElsewhere(outcome.state);
  });
  const [deleting, setDeleting] = useState(false);
  const mayOrder = order.next_statuses.includes('ordered');
  const mayCancel = order.next_statuses.includes('cancelled');

  async function move(status: 'ordered' | 'cancelled') {
    await command.send({
      title: `${order.po_number}: ${status}`,
      memo: { status },
      params: { id: String(order.id) },
      body: { status, expected_version: order.version },
    });
  }

  async function place() {
    const confirmed = await ask({
      title: `Order ${order.po_number}?`,
      message: `${order.total_amount === undefined ? counted(order.item_count, 'line') : displayCost(order.total_amount)} from ${order.supplier_name}. Afterwards its items and quantities cannot be changed, and it can be received.`,
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
          busy={command.open !== null}
          disabled={isOpen && command.open === null}
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
            <IconButton
              label="More"
              variant="outline"
              disabled={isOpen}
              icon={<EllipsisVertical className="size-4" />}
            />
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
      <DeleteDialog order={order} open={deleting} onClose={() => setDeleting(false)} />
    </>
  );
}

function cancelSentence(order: PurchaseOrder): string {
  if (order.status !== 'partially_received') return 'It is no longer expected. This cannot be undone.';
  const left = order.items.reduce((sum, { quantity_remaining }) => sum + fromQuantityNumber(quantity_remaining), 0);
  return `What came stays in stock. The ${displayGrouped(toMilli(left))} still missing are no longer expected. This cannot be undone.`;
}

/** Tells why a change was refused. The page behind the dialog shows the order as it is now. */
function refused(order: PurchaseOrder, { code, message }: CallError): void {
  const isChanged = code === 'po_changed' || code === 'status_conflict';
  void tell({
    title: `${order.po_number} was not changed`,
    message: isChanged ? `${message} The page now shows it as it is.` : message,
  });
}
