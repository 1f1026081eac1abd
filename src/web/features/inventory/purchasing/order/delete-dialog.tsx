import { useState } from 'react';
import type { PurchaseOrder } from '#contract/purchasing.ts';
import { useCommand } from '#web/api/commands/commands.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { Checking } from '#web/entities/command/checking.tsx';
import { Dialog } from '#web/ui/layers/dialog.tsx';
import { tellElsewhere } from '#web/entities/command/tell-outcome.ts';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { deleteOrderCommand, leaveForm, subjectOf } from '../order-commands.ts';

/** Asks for a reason, then deletes the order. Offered only while nothing has been received. */
export function DeleteDialog({ order, open, onClose }: { order: PurchaseOrder; open: boolean; onClose: () => void }) {
  return (
    <Dialog
      open={open}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={`Delete ${order.po_number}`}
      description="It leaves the list and is kept for the audit trail, with your name and the reason."
    >
      <Form order={order} onClose={onClose} />
    </Dialog>
  );
}

function Form({ order, onClose }: { order: PurchaseOrder; onClose: () => void }) {
  const [typed, setTyped] = useState('');
  const [wrong, setWrong] = useState<string | null>(null);
  const command = useCommand(deleteOrderCommand, subjectOf(order.id), (outcome) => {
    if (outcome.kind === 'refused') setWrong(outcome.error.message);
    if (outcome.kind !== 'elsewhere') return;
    tellElsewhere(outcome.state);
    if (outcome.state === 'done') leaveForm('order', order.id, { kind: 'list' });
  });
  const reason = command.memo?.reason ?? typed;

  function remove() {
    if (command.open) return;
    if (reason.trim() === '') return setWrong('Please say why this purchase order is deleted.');
    setWrong(null);
    void command.send({
      title: `Deletion of ${order.po_number}`,
      memo: { reason },
      params: { id: String(order.id) },
      body: { reason: reason.trim() },
    });
  }

  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        remove();
      }}
      className="flex flex-col gap-4"
    >
      <TextField
        label="Reason"
        required
        maxLength={500}
        value={reason}
        disabled={command.open !== null}
        error={wrong ?? undefined}
        onChange={({ target }) => setTyped(target.value)}
      />
      <Checking what="deletion" command={command.open} />
      <div className="flex justify-end gap-2">
        <Button onClick={onClose}>{command.open ? 'Close' : 'Keep it'}</Button>
        <Button type="submit" variant="danger" busy={command.open !== null}>
          Delete purchase order
        </Button>
      </div>
    </form>
  );
}
