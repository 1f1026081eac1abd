import type { SearchMode } from './search-state.ts';

interface ModeDefinition {
  /** Shown in the search box while the mode is open; null for product mode, the ordinary one. */
  mark: string | null;
  placeholder: string;
}

export const MODES: Record<SearchMode, ModeDefinition> = {
  customer: { mark: 'Customer', placeholder: 'Name, phone, email or id' },
  product: { mark: null, placeholder: 'Name, SKU, barcode or category' },
  'product-only': { mark: 'Product', placeholder: 'Name, SKU or barcode' },
  audit: { mark: 'Audit', placeholder: 'Audit name' },
  'purchase-order': { mark: 'Purchase order', placeholder: 'Supplier name' },
  filter: { mark: 'Filter', placeholder: 'Category or value' },
};
