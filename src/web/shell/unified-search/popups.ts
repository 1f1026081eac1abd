import type { ComponentType } from 'react';
import { lazyPart } from '#web/ui/lazy-part.tsx';
import type { PopupProps } from './popup-props.ts';
import type { SearchMode } from './search-state.ts';

const loadProducts = async () => ({ default: (await import('./product-popup.tsx')).ProductPopup });
const loadCustomers = async () => ({ default: (await import('./customer-popup.tsx')).CustomerPopup });
const loadFilters = async () => ({ default: (await import('./filter-popup.tsx')).FilterPopup });

const loadAudit = async () => ({ default: (await import('./audit-popup.tsx')).AuditPopup });
const loadPurchaseOrder = async () => ({ default: (await import('./purchase-order-popup.tsx')).PurchaseOrderPopup });

const ProductPopup = lazyPart(loadProducts);

export const POPUPS: Record<SearchMode, ComponentType<PopupProps>> = {
  customer: lazyPart(loadCustomers),
  product: ProductPopup,
  'product-only': ProductPopup,
  audit: lazyPart(loadAudit),
  'purchase-order': lazyPart(loadPurchaseOrder),
  filter: lazyPart(loadFilters),
};

/** Popups must open at once, and when the network is gone by then. */
export function preloadPopups(): void {
  for (const load of [loadProducts, loadCustomers, loadFilters, () => import('./new-customer-form.tsx')]) {
    load().catch(() => undefined);
  }
}
