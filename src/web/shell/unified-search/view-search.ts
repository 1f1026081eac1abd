import type { ViewState } from '../views/view-state.ts';
import type { ViewId } from '../views/views.ts';

interface ViewSearch {
  /** The mode that typing opens; null when the text only filters the view's own list. */
  typing: 'product' | 'product-only' | 'customer' | null;
  /** True if the view can be filtered by category and blueprint field; orders cannot. Rule: search/placeholder. */
  filters: boolean;
}

export const VIEW_SEARCH: Record<ViewId, ViewSearch> = {
  products: { typing: 'product', filters: true },
  'blueprint-fields': { typing: 'product-only', filters: true },
  adjustments: { typing: null, filters: true },
  history: { typing: null, filters: false },
  customers: { typing: null, filters: false },
  orders: { typing: null, filters: false },
  menu: { typing: null, filters: false },
  'ai-view': { typing: null, filters: false },
};

/**
 * True if the list on the screen is filtered by category and blueprint field. Of the tabs of the Inventory Manager only
 * the stock is. Rule: search/placeholder.
 */
export function hasFilters(view: ViewId, { stockTab }: Pick<ViewState, 'stockTab'>): boolean {
  return VIEW_SEARCH[view].filters && (view !== 'adjustments' || stockTab === 'stock');
}
