/** A line of an order as its summary needs it. */
export interface SummedItem {
  readonly name: string;
  readonly quantity: number;
}

const SHOWN = 2;
/** Some stores send quantities in thousandths. */
const THOUSAND = 1000;

function shownQuantity(quantity: number): number {
  return quantity >= THOUSAND && quantity % THOUSAND === 0 ? quantity / THOUSAND : quantity;
}

/** The first two items as "2x name", then how many more; "No items" without any. Rule: customers/item-summary. */
export function itemSummary(items: readonly SummedItem[]): string {
  if (items.length === 0) return 'No items';
  const shown = items.slice(0, SHOWN).map(({ name, quantity }) => `${shownQuantity(quantity)}x ${name}`);
  const more = items.length - shown.length;
  return [...shown, ...(more > 0 ? [`+${more} more`] : [])].join(', ');
}

/** "1 item", "3 items". */
export function itemCount(items: readonly SummedItem[]): string {
  return `${items.length} ${items.length === 1 ? 'item' : 'items'}`;
}
