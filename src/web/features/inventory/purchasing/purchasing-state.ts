import { useMemo } from 'react';
import { PO_STATUSES } from '#domain/purchase-order.ts';
import { addressed, useAddress } from '#web/api/address/address.ts';
import { day, oneOf, pageNumber, type Param, recordId, wholeOf } from '#web/api/address/params.ts';
import { perOwner } from '#web/api/session/per-owner.ts';
import { useMay } from '#web/api/session/session.ts';
import type { PurchaseOrderFilter } from './list/purchase-order-filter.ts';

/** The page that is open among the purchase orders. */
export type Place =
  | { readonly kind: 'list' }
  | { readonly kind: 'new' }
  | { readonly kind: 'order' | 'edit' | 'receive'; readonly id: number };

/** The two tabs that show purchase orders; each has its own page. */
export type Tab = 'orders' | 'suppliers';

const LIST: Place = { kind: 'list' };

/** "12", "12.edit", "12.receive" or "new". */
function place(name: string): Param<Place> {
  return {
    name,
    fallback: LIST,
    read(text) {
      if (text === 'new') return { kind: 'new' };
      const [idText = '', kindText] = text.split('.');
      const id = wholeOf(idText);
      return id === null ? undefined : { kind: kindText === 'edit' || kindText === 'receive' ? kindText : 'order', id };
    },
    write(at) {
      if (at.kind === 'list') return undefined;
      if (at.kind === 'new') return 'new';
      return at.kind === 'order' ? `${at.id}` : `${at.id}.${at.kind}`;
    },
  };
}

interface PurchasingAddress extends PurchaseOrderFilter {
  orders: Place;
  suppliers: Place;
  page: number;
  supplierStatus: 'active' | 'inactive' | 'all';
  /** The supplier open in the suppliers tab. */
  openSupplierId: number | null;
}

/** The address of both tabs: the filters of orders and suppliers, and which one is open. */
export const purchasingAddress = addressed<PurchasingAddress>('adjustments', {
  orders: place('order'),
  suppliers: place('supplier-order'),
  status: oneOf('status', ['any', 'open', ...PO_STATUSES], 'any'),
  supplierId: recordId('from-supplier'),
  from: day('from'),
  to: day('to'),
  locationId: recordId('location'),
  page: pageNumber('page'),
  supplierStatus: oneOf('suppliers', ['active', 'inactive', 'all'], 'active'),
  openSupplierId: recordId('supplier'),
});

interface PurchasingState {
  readonly places: Readonly<Record<Tab, Place>>;
  /** The order that was open before the list, per tab. */
  readonly returnTo: Readonly<Record<Tab, number | null>>;
  readonly filter: PurchaseOrderFilter;
  readonly page: number;
  readonly supplierStatus: PurchasingAddress['supplierStatus'];
  readonly supplierId: number | null;
}

const TABS: readonly Tab[] = ['orders', 'suppliers'];

const useReturnTo = perOwner<PurchasingState['returnTo']>(() => ({ orders: null, suppliers: null }));

// Follows the address, because Back leads to the list as well as the arrow does.
let before = purchasingAddress.get();
useAddress.subscribe(() => {
  const now = purchasingAddress.get();
  for (const tab of TABS) {
    const left = before[tab];
    if (left !== now[tab]) useReturnTo.setState({ [tab]: 'id' in left ? left.id : null });
  }
  // The list now belongs to another supplier, and none of its orders was open before.
  if (before.openSupplierId !== now.openSupplierId) useReturnTo.setState({ suppliers: null });
  before = now;
});

/** The filters of both tabs. Another location than the own one is only for staff who may work at any. */
export function usePurchasing<Picked>(pick: (state: PurchasingState) => Picked): Picked {
  const address = purchasingAddress.use();
  const returnTo = useReturnTo();
  const mayGoElsewhere = useMay('switch-location');
  const state = useMemo(() => {
    const { orders, suppliers, page, supplierStatus, openSupplierId, status, supplierId, from, to, locationId } =
      address;
    const filter = { status, supplierId, from, to, locationId: mayGoElsewhere ? locationId : null };
    return { places: { orders, suppliers }, returnTo, filter, page, supplierStatus, supplierId: openSupplierId };
  }, [address, returnTo, mayGoElsewhere]);
  return pick(state);
}

/**
 * Opens a page. Leaving a finished form replaces it in the history, so that Back does not return to it; other pages are
 * added.
 */
export function goTo(tab: Tab, to: Place): void {
  const { kind } = purchasingAddress.get()[tab];
  const opens =
    kind === 'list' ? to.kind !== 'list' : kind === 'order' && (to.kind === 'edit' || to.kind === 'receive');
  purchasingAddress.change({ [tab]: to }, opens ? 'push' : 'replace');
}

/** Leaves a finished form, in each tab that shows it. */
export function moveOn(isDone: (place: Place) => boolean, to: Place): void {
  for (const tab of TABS) if (isDone(purchasingAddress.get()[tab])) goTo(tab, to);
}

/** @param supplierId null for the list of all suppliers */
export function openSupplier(supplierId: number | null): void {
  purchasingAddress.change({ openSupplierId: supplierId }, supplierId === null ? 'replace' : 'push');
}

export function chooseSupplierStatus(supplierStatus: PurchasingState['supplierStatus']): void {
  purchasingAddress.change({ supplierStatus });
}

/** Changes the filter and goes to the first page. */
export function changeFilter(change: Partial<PurchaseOrderFilter>): void {
  purchasingAddress.change({ ...change, page: 1 });
}

export function goToPage(page: number): void {
  purchasingAddress.change({ page });
}
