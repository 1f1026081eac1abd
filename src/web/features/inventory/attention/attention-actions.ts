import { displayQuantity, toQuantityNumber } from '#domain/quantity.ts';
import { commands } from '#web/api/commands/commands.ts';
import { emit } from '#web/api/events.ts';
import { ask } from '#web/ui/layers/prompts.tsx';
import { toast } from '#web/ui/status/toast.tsx';
import { isPendingLocked, pendingNow } from '../pending/pending-store.ts';
import { useStockView } from '../stock/stock-view-state.ts';
import { type AttentionItem, restockOf } from './attention-rows.ts';
import { countedCommand } from './counted-command.ts';

/** Opens the stock tab for counting these items only, including items at 0. */
export function countItems(items: readonly AttentionItem[]): void {
  if (items.some(({ isOut }) => isOut)) pendingNow().setIncludeZero(true);
  showSelected(items, 'audit');
}

function showSelected(items: readonly AttentionItem[], stockMode: 'audit' | 'restock'): void {
  useStockView.setState({ selected: new Set(items.map(({ key }) => key)), onlySelected: true });
  emit('showInView', { view: 'adjustments', search: '', stockTab: 'stock', stockMode });
}

/** Opens the stock tab in restock mode with these items only. */
export function showRestock(items: readonly AttentionItem[]): void {
  showSelected(items, 'restock');
}

/** Adds what is missing to the pending restock; quantities that it already has stay. */
export function restockItems(items: readonly AttentionItem[]): void {
  if (isPendingLocked('restocks')) {
    toast.error(
      'Failed to adjust restock quantity: a purchase order is being saved. Add to the next one when that is done.',
    );
    return;
  }
  const { restocks, setRestock } = pendingNow();
  for (const item of items) if (!restocks.has(item.key)) setRestock(item.key, restockOf(item));
  const [first] = items;
  const what = items.length === 1 && first ? first.name : `${items.length.toLocaleString('en-US')} items`;
  toast.success(`${what} added to the restock`, {
    label: 'Show',
    onPress: () => showRestock(items),
  });
}

/** Records that the shelf holds what the books say. Refused when the stock has changed meanwhile. */
export async function markAsCounted(item: AttentionItem): Promise<void> {
  const { productId, variationId, quantityMilli, name, unit } = item;
  const figure = `${displayQuantity(quantityMilli)}${unit && ` ${unit}`}`;
  const isRight = await ask({
    title: 'Mark as counted?',
    message: `The books say ${figure} of ${name}. Confirm that this is what is on the shelf.`,
    confirmLabel: 'Mark counted',
  });
  if (!isRight) return;
  const quantity = toQuantityNumber(quantityMilli);
  const isSent = await commands.send(countedCommand, {
    subject: item.key,
    title: `${name} marked as counted`,
    memo: name,
    body: {
      product_id: productId,
      variation_id: variationId,
      quantity,
      expected_quantity: quantity,
      reason: 'Counted, as expected',
    },
  });
  if (!isSent) toast.error(`${name} was marked before, and it is not known yet whether that saved.`);
}
