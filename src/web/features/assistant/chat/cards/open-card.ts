import type { ToolCard } from '#contract/assistant-cards.ts';
import { openView, type Search } from '#web/api/address/address.ts';

type CardView = NonNullable<ToolCard['open']>['view'];

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

/** Goes to the same rows in the view that they belong to; Back returns to the chat. */
export function openRows(view: CardView, filter: Search): void {
  const place = PLACES[view];
  openView(place.view, { ...place.search, ...filter });
}
