import { useId, useState } from 'react';
import type { PurchaseOrder } from '#contract/purchasing.ts';
import { sentenceOf } from '#web/api/call-error.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { toast } from '#web/ui/toast.tsx';
import { forgetDraft } from './kept-drafts.ts';
import { deleteOrder } from './purchasing-queries.ts';
import { goTo, type Tab } from './purchasing-state.ts';

/** Asks why, then deletes. Only offered before anything was received. */
export function DeleteDialog({
  tab,
  order,
  open,
  onClose,
}: {
  tab: Tab;
  order: PurchaseOrder;
  open: boolean;
  onClose: () => void;
}) {
  return (
    <Dialog
      open={open}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={`Delete ${order.po_number}`}
      description="It leaves the list and is kept for the audit trail, with your name and the reason."
    >
      <Form tab={tab} order={order} onClose={onClose} />
    </Dialog>
  );
}

function Form({ tab, order, onClose }: { tab: Tab; order: PurchaseOrder; onClose: () => void }) {
  const formId = useId();
  const [reason, setReason] = useState('');
  const [wrong, setWrong] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);

  async function remove() {
    if (busy) return;
    if (reason.trim() === '') return setWrong('Please say why this purchase order is deleted.');
    setBusy(true);
    setWrong(null);
    try {
      await deleteOrder(order.id, reason.trim());
      forgetDraft(order.id);
      goTo(tab, { kind: 'list' });
      toast.success(`${order.po_number} deleted`);
    } catch (error) {
      setWrong(sentenceOf(error));
      setBusy(false);
    }
  }

  return (
    <form
      id={formId}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void remove();
      }}
      className="flex flex-col gap-4"
    >
      <TextField
        label="Reason"
        required
        maxLength={500}
        value={reason}
        error={wrong ?? undefined}
        onChange={({ target }) => setReason(target.value)}
      />
      <div className="flex justify-end gap-2">
        <Button onClick={onClose}>Keep it</Button>
        <Button type="submit" variant="danger" busy={busy}>
          Delete purchase order
        </Button>
      </div>
    </form>
  );
}
