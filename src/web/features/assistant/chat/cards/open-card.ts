import type { ToolCard } from '#contract/assistant-cards.ts';
import { openView, type Search } from '#web/api/address/address.ts';

type Open = NonNullable<ToolCard['open']>;
type CardView = Open['view'];

/** The workspace views that show the rows of a card, with the address parameters that each needs. */
const PLACES: Record<CardView, { readonly view: string; readonly search?: Search }> = {
  orders: { view: 'orders' },
  products: { view: 'products' },
  adjustments: { view: 'adjustments' },
  history: { view: 'history' },
  customers: { view: 'customers' },
  purchasing: { view: 'adjustments', search: { tab: 'purchase-orders' } },
  menu: { view: 'menu' },
  labels: { view: 'blueprint-fields' },
};

/** Names of filters that differ in the address of a view. */
const NAMES: Readonly<Record<string, string>> = {
  date_from: 'from',
  date_to: 'to',
  location_id: 'location',
  supplier_id: 'from-supplier',
};

/** The address that shows the rows of a card. Rule: ai-view/open-in. */
export function addressOfRows(
  view: CardView,
  filter: Search,
  tool = '',
): { readonly view: string; readonly search: Search } {
  const place = PLACES[view];
  const named = Object.fromEntries(Object.entries(filter).map(([name, value]) => [NAMES[name] ?? name, value]));
  return {
    view: place.view,
    search: {
      ...place.search,
      // Rows that need attention have their own tab.
      ...('attention' in filter && { tab: 'attention' }),
      // A card without a location covers all of them, while the list starts at one's own.
      ...(view === 'orders' && tool !== '' && !('location_id' in filter) && { location: 'all' }),
      // The summary of the orders shows the same sums.
      ...(tool === 'sales_summary' && { summary: 'yes' }),
      ...named,
    },
  };
}

/** Opens the same rows in their own view. Back returns to the chat. */
export function openRows(view: CardView, filter: Search, tool = ''): void {
  const place = addressOfRows(view, filter, tool);
  openView(place.view, place.search);
}
