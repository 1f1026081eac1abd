import { addressed } from '#web/api/address/address.ts';
import { flag, openRecords, type OpenRecords, pageNumber, wordsOrNone } from '#web/api/address/params.ts';

export const CUSTOMER_TABS = ['details', 'rewards', 'orders'] as const;
export type CustomerTab = (typeof CUSTOMER_TABS)[number];

interface CustomersAddress {
  page: number;
  /** Only customers with this label. */
  group: string | null;
  flagged: boolean;
  open: OpenRecords<CustomerTab>;
}

const openCustomers = openRecords('customer', CUSTOMER_TABS);

/** The address of the customers view: the filters of the list, the page, and the open customers. */
export const customersAddress = addressed<CustomersAddress>('customers', {
  page: pageNumber('page'),
  group: wordsOrNone('group', 50),
  flagged: flag('flagged'),
  open: openCustomers,
});

/** Opens or closes the details of a customer. Back closes the one opened last. */
export function expand(id: number, on: boolean): void {
  customersAddress.change({ open: openCustomers.opened(customersAddress.get().open, id, on) }, on ? 'push' : 'replace');
}

/** Opens the kept account in place of one that was merged into it. Back does not return to the merged one. */
export function openInstead(id: number, keptId: number): void {
  const { open } = customersAddress.get();
  customersAddress.change({ open: new Map([...open].map(([one, tab]) => [one === id ? keptId : one, tab])) });
}

export function showTab(id: number, tab: CustomerTab): void {
  customersAddress.change({ open: new Map([...customersAddress.get().open, [id, tab]]) });
}

/** Goes to a page. Customers that were open on the former one are closed. */
export function goToPage(page: number): void {
  customersAddress.change({ page, open: openCustomers.fallback });
}

/** Changes the filter, goes to the first page and closes open customers. */
export function narrow(change: Partial<Pick<CustomersAddress, 'group' | 'flagged'>>): void {
  customersAddress.change({ ...change, page: 1, open: openCustomers.fallback });
}
