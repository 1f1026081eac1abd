import type { purchaseOrdersRoute } from '#contract/purchasing.ts';
import type { QuerySent } from '#contract/route.ts';
import type { PoStatus } from '#domain/purchase-order.ts';

export type PurchaseOrderStatusFilter = PoStatus | 'open' | 'any';

/** The filter of the list. Days are days of the shop, inclusive; an empty day is open. */
export interface PurchaseOrderFilter {
  readonly status: PurchaseOrderStatusFilter;
  readonly supplierId: number | null;
  readonly from: string;
  readonly to: string;
  /** Another location, for staff who may work at any; null for the own one. */
  readonly locationId: number | null;
}

export const FRESH_FILTER: PurchaseOrderFilter = {
  status: 'any',
  supplierId: null,
  from: '',
  to: '',
  locationId: null,
};

const PER_PAGE = 50;

export type PurchaseOrdersQuery = NonNullable<QuerySent<typeof purchaseOrdersRoute>>;

export function queryOf(
  { status, supplierId, from, to, locationId }: PurchaseOrderFilter,
  search: string,
  page: number,
): PurchaseOrdersQuery {
  const words = search.trim();
  return {
    page: String(page),
    per_page: String(PER_PAGE),
    ...(status === 'any' ? {} : { status }),
    ...(supplierId === null ? {} : { supplier_id: String(supplierId) }),
    ...(from === '' ? {} : { date_from: from }),
    ...(to === '' ? {} : { date_to: to }),
    ...(locationId === null ? {} : { location_id: String(locationId) }),
    ...(words === '' ? {} : { search: words.slice(0, 200) }),
  };
}

/** True if anything but the location filters the list. */
export function isNarrowed({ status, supplierId, from, to }: PurchaseOrderFilter, search: string): boolean {
  return status !== 'any' || supplierId !== null || from !== '' || to !== '' || search.trim() !== '';
}
