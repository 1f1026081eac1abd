// @vitest-environment happy-dom
import { act } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import type { OnScreen } from '#testing/on-screen.tsx';
import { done, onPage, refused, serve, until } from '#testing/served-page.tsx';
import { queryClient } from '#web/api/queries/query-client.ts';
import { ANN, entryOf } from './customers.testing.ts';
import { CustomerDetails } from './detail/customer-details.tsx';
import { draftOf } from './detail/customer-draft.ts';
import { edit } from './list/customers-state.ts';
import { OrdersTab } from './orders/orders-tab.tsx';
import { RewardsTab } from './rewards/rewards-tab.tsx';

const TABS = { rewards: RewardsTab, orders: OrdersTab };

let screen: OnScreen;
afterEach(async () => {
  await screen.leave();
  edit(ANN.id, null);
  queryClient.clear();
  vi.unstubAllGlobals();
});

/** Opens a tab of Ann whose call has this answer; others have none yet. */
async function open(tab: keyof typeof TABS, path: string, answer: (() => Response) | null): Promise<void> {
  serve((call) => (call.endsWith(path) ? (answer?.() ?? null) : null));
  const Tab = TABS[tab];
  screen = await onPage(<Tab customer={entryOf(ANN)} />, ['adjust-points']);
}

const failed = () => refused(422, 'not_valid', 'No.');
const gone = () => refused(404, 'not_found', 'There is no customer 7.');
const noPoints = () =>
  done({ events: [], pagination: { total: 0, total_pages: 0, page: 1, per_page: 20 }, next_cursor: null });
const noOrders = () =>
  done({ data: [], meta: { page: 1, per_page: 20, pages: 0, total: 0, total_is_lower_bound: false } });

it.each<[keyof typeof TABS, string, (() => Response) | null, string[]]>([
  ['rewards', '/balance', null, ['CURRENT BALANCE', 'Loading...']],
  ['rewards', '/balance', failed, ['Error loading balance', 'Retry']],
  ['rewards', '/balance', gone, ['No data available']],
  ['rewards', '/history', null, ['Points History', 'Loading points history...']],
  ['rewards', '/history', failed, ['Failed to load points history', 'Retry']],
  ['rewards', '/history', noPoints, ['No points history available']],
  ['orders', '/statistics', null, ['CUSTOMER STATISTICS', 'Order & Transaction Stats', 'Loading...']],
  ['orders', '/statistics', failed, ['Error loading stats', 'Failed to load order stats', 'Retry']],
  ['orders', '/statistics', gone, ['No data available']],
  ['orders', '/api/orders', null, ['Order History', 'Loading order history...']],
  ['orders', '/api/orders', failed, ['Failed to load order history', 'Retry']],
  ['orders', '/api/orders', noOrders, ['No orders available']],
])('the tab %s says of %s what there is', async (tab, path, answer, words) => {
  await open(tab, path, answer);
  await until(() => {
    for (const word of words) expect(screen.text()).toContain(word);
  });
});

it('offers no Retry for a balance of somebody who is gone', async () => {
  await open('rewards', '/balance', gone);
  await until(() => expect(screen.text()).toContain('No data available'));
  expect(screen.all('button').map(({ textContent }) => textContent)).not.toContain('Retry');
});

it('offers the reasons to adjust points, and asks for both values', async () => {
  await open('rewards', '/balance', null);
  const offered = screen.all('[aria-label="Adjust points"] button').map(({ textContent }) => textContent);
  expect(offered.filter((label) => label !== 'Adjust Points')).toEqual([
    'Customer service credit',
    'Loyalty bonus',
    'Referral reward',
    'Birthday bonus',
    'Compensation for issue',
    'Promotional reward',
    'Manual correction',
    'Points expiry adjustment',
  ]);
  const form = document.querySelector('form');
  await act(async () => form?.requestSubmit());
  await until(() => expect(screen.text()).toContain('Points and description are required'));
});

it('says in the form what an empty password means', async () => {
  serve(() => null);
  edit(ANN.id, { seen: ANN, draft: draftOf(ANN), meanwhile: [], sentKey: null });
  screen = await onPage(<CustomerDetails customer={entryOf(ANN)} tab="details" />, ['edit-customers']);
  const password = document.querySelector<HTMLInputElement>('input[type=password]');
  expect(password?.placeholder).toBe('Leave empty to keep current');
});
