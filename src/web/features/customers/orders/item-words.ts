import type { WireOrder } from '#contract/orders.ts';
import { displayCount } from '#web/entities/order/order-format.ts';

type Line = Pick<WireOrder['line_items'][number], 'name' | 'quantity'>;

const SHOWN = 2;
const THOUSAND = 1000;

/** Orders of older tills hold thousandths where these are whole. */
function shownQuantity(quantity: number): number {
  return quantity >= THOUSAND && quantity % THOUSAND === 0 ? quantity / THOUSAND : quantity;
}

/** "2x Blue Dream, 1x Papers, +3 more". Rule: customers/items-summary. */
export function itemsSummary(lines: readonly Line[]): string {
  if (lines.length === 0) return 'No items';
  const named = lines.slice(0, SHOWN).map(({ name, quantity }) => `${displayCount(shownQuantity(quantity))}x ${name}`);
  const more = lines.length - SHOWN;
  return [...named, ...(more > 0 ? [`+${more} more`] : [])].join(', ');
}

/** "1 item", "5 items". */
export function itemCount(lines: readonly unknown[]): string {
  return lines.length === 1 ? '1 item' : `${lines.length} items`;
}
