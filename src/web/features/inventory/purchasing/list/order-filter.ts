import type { purchaseOrdersRoute } from '#contract/purchasing.ts';
import type { QuerySent } from '#contract/route.ts';
import type { PoStatus } from '#domain/purchase-order.ts';

export type PoStatusFilter = PoStatus | 'open' | 'any';

/** What narrows the list of purchase orders. Days are days of the shop, inclusive; empty: open. */
export interface PoFilter {
  readonly status: PoStatusFilter;
  readonly supplierId: number | null;
  readonly from: string;
  readonly to: string;
  /** Another than the own, for those who may work at any. */
  readonly locationId: number | null;
}

export const FRESH_FILTER: PoFilter = { status: 'any', supplierId: null, from: '', to: '', locationId: null };

const PER_PAGE = 50;

export type PoQuery = NonNullable<QuerySent<typeof purchaseOrdersRoute>>;

export function queryOf({ status, supplierId, from, to, locationId }: PoFilter, search: string, page: number): PoQuery {
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

/** Whether more than the location narrows the list. */
export function isNarrowed({ status, supplierId, from, to }: PoFilter, search: string): boolean {
  return status !== 'any' || supplierId !== null || from !== '' || to !== '' || search.trim() !== '';
}
