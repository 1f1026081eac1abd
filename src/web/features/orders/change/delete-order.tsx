import { Ellipsis, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { WireOrder } from '#contract/orders.ts';
import { sentenceOf } from '#web/api/call/call-error.ts';
import { useCommand } from '#web/api/commands/commands.ts';
import { IconButton } from '#web/ui/controls/icon-button.tsx';
import { Checking } from '#web/entities/command/checking.tsx';
import { Menu, MenuItem } from '#web/ui/layers/menu.tsx';
import { ask, tell } from '#web/ui/layers/prompts.tsx';
import { Spinner } from '#web/ui/status/spinner.tsx';
import { orderSubject } from './command-of-order.ts';
import { effectSentence } from './effect-words.ts';
import { effectsOf, voidCommand } from './order-changes.ts';
import { happenedOtherwise } from './tell-order-outcome.ts';

const failed = (message: string) => tell({ title: 'Failed to delete order', message });

/**
 * Deleting an order voids it: its effects are reversed, and it is hidden but kept for the audit trail. Somebody who may
 * not is asked for an approval. Rules: orders/delete-is-a-void, sign-in/approvals.
 */
export function DeleteOrder({ order }: { order: WireOrder }) {
  const [busy, setBusy] = useState(false);
  const command = useCommand(voidCommand, orderSubject(order.id), (outcome) => {
    if (outcome.kind === 'refused') void failed(sentenceOf(outcome.error));
    if (outcome.kind === 'otherwise') void failed(happenedOtherwise(outcome.error));
  });

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
      await command.send({
        title: `Delete order ${order.number}`,
        memo: { id: order.id, number: order.number },
        query: { id: String(order.id) },
      });
    } catch (error) {
      await failed(sentenceOf(error));
    } finally {
      setBusy(false);
    }
  }

  if (command.unknown) return <Checking what="deletion" command={command.open} />;
  return (
    <Menu
      align="end"
      trigger={
        <IconButton
          label={`More for order ${order.number}`}
          disabled={busy || command.open !== null}
          icon={
            busy || command.open !== null ? <Spinner className="size-4" /> : <Ellipsis aria-hidden className="size-4" />
          }
        />
      }
    >
      <MenuItem tone="danger" icon={<Trash2 aria-hidden className="size-4" />} onSelect={() => void remove()}>
        Delete Order
      </MenuItem>
    </Menu>
  );
}
