// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from 'vitest';
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

const order = (id: number) => ({
  id,
  number: String(id),
  status: 'completed',
  date_created: '2026-11-20T15:00:00.000Z',
  payment_method_title: 'Cash',
  currency: 'USD',
  subtotal: '10.00',
  total_tax: '0.00',
  total: '10.00',
  refunded: '0.00',
  line_items: [],
});

it('lists all orders of a customer, a page at a time', async () => {
  vi.stubGlobal('IntersectionObserver', InSight);
  const asked: (string | null)[] = [];
  let second: ((response: Response) => void) | null = null;
  const page = (page: number, ids: readonly number[]) =>
    done({ data: ids.map(order), meta: { page, per_page: 2, pages: 2, total: 3 } });
  serve((call, _body, query) => {
    if (call !== 'GET /api/orders') return done({});
    asked.push(query.get('page'));
    if (query.get('page') === '1') return page(1, [31, 32]);
    return new Promise((resolve) => (second = resolve));
  });
  screen = await onPage(<OrdersTab customer={entryOf(ANN)} />);
  await until(() => expect(screen.text()).toContain('Loading more...'));
  expect(screen.button('Order 31')).toBeDefined();
  second!(refused(503, 'unavailable', 'Not now.'));
  await until(() => expect(screen.text()).toContain('Failed to load order history'));
  await screen.press(screen.button('Retry'));
  await until(() => expect(screen.text()).toContain('Loading more...'));
  second!(page(2, [33]));
  await until(() => expect(screen.text()).toContain('End of order history'));
  expect(screen.button('Order 33')).toBeDefined();
  expect(screen.text()).toContain('3 orders');
  expect(new Set(asked)).toEqual(new Set(['1', '2']));
});
