import type { ToolCard } from '#contract/assistant-cards.ts';
import { openView, type Search } from '#web/api/address/address.ts';

type Open = NonNullable<ToolCard['open']>;
type CardView = Open['view'];

/** The views of the workspace that show what a card names, with what they need beside its filter. */
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

/** Where the address of a view has another name for what the filter of its list is called. */
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
      // What needs attention is a tab of its own.
      ...('attention' in filter && { tab: 'attention' }),
      // A card without a location is about all of them; the list would show the own one.
      ...(view === 'orders' && tool !== '' && !('location_id' in filter) && { location: 'all' }),
      // The same sums stand in the summary of the orders.
      ...(tool === 'sales_summary' && { summary: 'yes' }),
      ...named,
    },
  };
}

/** Goes to the same rows in the view that they belong to; Back returns to the chat. */
export function openRows(view: CardView, filter: Search, tool = ''): void {
  const place = addressOfRows(view, filter, tool);
  openView(place.view, place.search);
}
