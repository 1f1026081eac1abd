import type { SearchMode } from './search-state.ts';

interface ModeDefinition {
  /** Shown in the search box while the mode is open; product mode is what the box is anyway. */
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

/** Modes with a popup (`popups.ts`). Audit comes with its view; until then it does not open. */
const BUILT = [
  'customer',
  'product',
  'product-only',
  'purchase-order',
  'filter',
] as const satisfies readonly SearchMode[];
export type BuiltMode = (typeof BUILT)[number];

export function isBuilt(mode: SearchMode): mode is BuiltMode {
  return BUILT.some((built) => built === mode);
}
