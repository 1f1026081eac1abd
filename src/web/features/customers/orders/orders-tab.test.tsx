// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from 'vitest';
import { order as orderShape } from '#contract/orders.ts';
import { done, onPage, refused, serve, until } from '#testing/served-page.tsx';
import type { OnScreen } from '#testing/on-screen.tsx';
import { queryClient } from '#web/api/queries/query-client.ts';
import { ANN, entryOf } from '../customers.testing.ts';
import { OrdersTab } from './orders-tab.tsx';

let screen: OnScreen;
afterEach(async () => {
  await screen.leave();
  queryClient.clear();
  vi.unstubAllGlobals();
});

const AT = '2026-11-20T15:00:00.000Z';

/** The end of the list is in sight as soon as it is watched. */
class InSight {
  readonly #seen: (entries: { isIntersecting: boolean }[]) => void;
  constructor(seen: (entries: { isIntersecting: boolean }[]) => void) {
    this.#seen = seen;
  }
  observe(): void {
    this.#seen([{ isIntersecting: true }]);
  }
  disconnect(): void {}
}

const order = (id: number) =>
  orderShape.parse({
    ...{ id, number: String(id), status: 'completed', currency: 'USD', created_via: 'pos' },
    ...{ subtotal: '10.00', total_tax: '0.00', shipping_total: '0.00', total: '10.00', refunded: '0.00' },
    ...{ date_created: AT, date_modified: AT, date_paid: AT, date_completed: null },
    ...{ customer_id: ANN.id, customer_name: ANN.name, customer_note: '', employee_id: 3, employee_name: 'Sasha Lind' },
    ...{ location_id: 20, location_name: 'Main', transaction_id: '', tenders: [], change: '0.00', rounding: '0.00' },
    ...{ payment_method: 'cash', payment_method_title: 'Cash', points_awarded: 0, points_refunded: 0 },
    ...{ has_shortfall: false, price_overridden: false, billing: ANN.billing, shipping: ANN.shipping },
    ...{ shipping_lines: [], tax_lines: [], line_items: [], meta_data: [] },
  });

it('lists all orders of a customer, a page at a time', async () => {
  vi.stubGlobal('IntersectionObserver', InSight);
  const asked: (string | null)[] = [];
  let second: ((response: Response) => void) | null = null;
  const page = (page: number, ids: readonly number[]) =>
    done({ data: ids.map(order), meta: { page, per_page: 2, pages: 2, total: 3, total_is_lower_bound: false } });
  serve((call, _body, query) => {
    // The statistics have no answer yet.
    if (call !== 'GET /api/orders') return null;
    asked.push(query.get('page'));
    if (query.get('page') === '1') return page(1, [31, 32]);
    return new Promise((resolve) => (second = resolve));
  });
  screen = await onPage(<OrdersTab customer={entryOf(ANN)} />);
  await until(() => expect(screen.text()).toContain('Loading more...'));
  expect(screen.button('Order 31')).toBeDefined();
  second!(refused(422, 'not_valid', 'Not now.'));
  await until(() => expect(screen.text()).toContain('Failed to load order history'));
  await screen.press(screen.button('Retry'));
  await until(() => expect(asked).toEqual(['1', '2', '2']));
  second!(page(2, [33]));
  await until(() => expect(screen.text()).toContain('End of order history'));
  expect(screen.button('Order 33')).toBeDefined();
  expect(screen.text()).toContain('3 orders');
});
