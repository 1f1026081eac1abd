import { queryOptions, useQuery } from '@tanstack/react-query';
import { create } from 'zustand';
import { FIRST_PRODUCTS, type FirstRun, firstRunRoute } from '#contract/first-run.ts';
import type { ManagePage } from '#contract/pages.ts';
import { DEFAULT_RATE_PPM, ratePercent } from '#domain/tax.ts';
import { call } from '#web/api/call/call.ts';
import { queryKeys } from '#web/api/queries/query-keys.ts';

/** The progress of a new shop. It is read again with every event that may change it; in other shops, once only. */
export function useFirstRun() {
  return useQuery(
    queryOptions({
      queryKey: queryKeys.firstRun,
      queryFn: ({ signal }) => call(firstRunRoute, { signal }),
      staleTime: 0,
      enabled: ({ state }) => state.data?.is_new !== false,
    }),
  );
}

/** The place where a part is done: a page of Manage, a view, or Settings. */
type Place =
  | { readonly page: ManagePage; readonly search?: Readonly<Record<string, string>> }
  | { readonly view: 'products' | 'adjustments' | 'orders' }
  | 'settings';

export interface Part {
  readonly label: string;
  readonly hint: string;
  readonly done: boolean;
  readonly place: Place;
  /** Recommended only; the step counts as done without it. */
  readonly optional?: true;
}

export interface Step {
  readonly title: string;
  readonly parts: readonly Part[];
  readonly done: boolean;
}

const step = (title: string, parts: readonly Part[]): Step => ({
  title,
  parts,
  done: parts.every(({ done, optional }) => done || optional === true),
});

/** The steps to the first sale. The shop's data tells which are done; nothing is ticked. Rule: workspace/first-run. */
export function stepsOf(shop: FirstRun): readonly Step[] {
  const { location_id: id, products } = shop;
  const form: Place = { page: 'locations', ...(id !== null && { search: { location: String(id) } }) };
  return [
    step('Location and tax', [
      {
        label: 'Name and address',
        hint: 'They stand on receipts. The time zone decides when a day ends, and stays once you have sold.',
        done: shop.has_address,
        place: form,
      },
      {
        label: 'Sales tax',
        hint: `Added to prices here. Until you set one, every sale is charged ${ratePercent(DEFAULT_RATE_PPM)}%. To charge none, set a tax of 0%.`,
        done: shop.has_tax,
        place: { page: 'taxes', search: shop.has_tax ? {} : { tax: 'new' } },
      },
    ]),
    step('Catalogue', [
      {
        label: products >= FIRST_PRODUCTS ? 'Products' : `Products: ${products} of ${FIRST_PRODUCTS}`,
        hint: 'Type three, each with a price, its stock and the status For sale. A product file of WooCommerce comes in as a whole: on the page of products, behind the three dots.',
        done: products >= FIRST_PRODUCTS,
        place: { page: 'products', search: products < FIRST_PRODUCTS ? { new: 'yes' } : {} },
      },
      {
        label: 'Stock',
        hint: 'Of what has none yet: include zero stock, count what is on the shelf, and press Create Audit.',
        done: shop.has_stock,
        place: { view: 'adjustments' },
      },
    ]),
    step('Staff', [
      {
        label: 'A password of your own',
        hint: 'Change the password that the server printed at its first start.',
        done: shop.has_own_password,
        place: 'settings',
      },
      {
        label: 'Accounts for the others',
        hint: 'Each person signs in with an account of their own. Leave this out when you work alone.',
        done: shop.staff > 0,
        place: { page: 'staff', search: shop.staff > 0 ? {} : { person: 'new' } },
        optional: true,
      },
    ]),
    step('Receipt', [
      {
        label: 'Your words on receipts',
        hint: 'Lines below the address and at the end: a licence, when you take goods back, a thank-you.',
        done: shop.has_receipt,
        place: form,
      },
    ]),
    step('Test sale', [
      {
        label: 'Sell something',
        hint: 'This is a real sale: it takes stock and counts in the figures until it is deleted.',
        done: shop.has_sold,
        place: { view: 'products' },
      },
      {
        label: 'Take it back',
        hint: 'Open the order and choose Delete Order behind its three dots: its stock comes back, and the audit trail keeps it.',
        done: shop.has_undone,
        place: { view: 'orders' },
        optional: true,
      },
    ]),
  ];
}

/** The first part that is not done, leaving out optional ones. */
export function nextPart(steps: readonly Step[]): Part | undefined {
  const parts = steps.flatMap((one) => one.parts);
  return parts.find(({ done, optional }) => !done && optional !== true);
}

const KEY = 'pos_store_first_run';
const AWAY = 'away';

// For everybody: whether the checklist was put away belongs to the browser.
export const usePutAway = create<{ away: boolean; putAway: (away: boolean) => void }>((set) => ({
  away: localStorage.getItem(KEY) === AWAY,
  putAway: (away) => {
    if (away) localStorage.setItem(KEY, AWAY);
    else localStorage.removeItem(KEY);
    set({ away });
  },
}));
