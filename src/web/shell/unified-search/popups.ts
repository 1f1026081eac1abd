import { type LazyPart, lazyPart } from '#web/ui/lazy-part.tsx';
import { NewCustomerForm } from '#web/entities/customer/new-customer-part.ts';
import type { PopupProps } from './popup-props.ts';
import type { SearchMode } from './search-state.ts';

const ProductPopup = lazyPart(async () => (await import('./product/product-popup.tsx')).ProductPopup);

export const POPUPS: Record<SearchMode, LazyPart<PopupProps>> = {
  customer: lazyPart(async () => (await import('./customer/customer-popup.tsx')).CustomerPopup),
  product: ProductPopup,
  'product-only': ProductPopup,
  audit: lazyPart(async () => (await import('./pending/audit-popup.tsx')).AuditPopup),
  'purchase-order': lazyPart(async () => (await import('./pending/purchase-order-popup.tsx')).PurchaseOrderPopup),
  filter: lazyPart(async () => (await import('./filter/filter-popup.tsx')).FilterPopup),
};

/** Fetched early, so that popups open at once and while the network is down. */
export function preloadPopups(): void {
  for (const part of [POPUPS.product, POPUPS.customer, POPUPS.filter, NewCustomerForm]) void part.fetch();
}
