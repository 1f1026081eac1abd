import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { WireOrder } from '#contract/orders.ts';
import { isCallError } from '#web/api/call-error.ts';
import { useMay } from '#web/api/session.ts';
import { Button } from '#web/ui/button.tsx';
import { ask, tell } from '#web/ui/prompts.tsx';
import { toast } from '#web/ui/toast.tsx';
import { effectSentence } from './effect-words.ts';
import { deleteOrder, effectsOf } from './order-changes.ts';

/** Delete is a void: its effects are reversed, the order is hidden and kept for the audit trail. Source: design §4.8. */
export function DeleteOrder({ order }: { order: WireOrder }) {
  const mayVoid = useMay('void-orders');
  const [busy, setBusy] = useState(false);
  if (!mayVoid) return null;

  async function remove() {
    setBusy(true);
    try {
      const sentence = effectSentence(await effectsOf(order.id, 'void'));
      const confirmed = await ask({
        title: 'Delete Order',
        message: (
          <>
            <p>Are you sure you want to delete this order? This action cannot be undone.</p>
            <p className="mt-2 font-medium text-ink">{order.number}</p>
            {sentence && <p>{sentence}.</p>}
          </>
        ),
        confirmLabel: 'Delete Order',
        tone: 'danger',
      });
      if (!confirmed) return;
      await deleteOrder(order.id);
      toast.success(`Order ${order.number} deleted`);
    } catch (error) {
      await tell({
        title: 'Failed to delete order',
        message: isCallError(error) ? error.message : `Order ${order.number} is still there.`,
      });
    } finally {
      setBusy(false);
    }
  }

  return (
    <Button
      busy={busy}
      icon={<Trash2 aria-hidden className="size-4" />}
      className="text-danger-ink!"
      onClick={() => void remove()}
    >
      Delete Order
    </Button>
  );
}
