// @vitest-environment happy-dom
import { act } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { OnScreen } from '#testing/on-screen.tsx';
import { type Answers, done, onPage, refused, serve, until } from '#testing/served-page.tsx';
import { emit } from '#web/api/events.ts';
import { hearAddress } from '#web/api/address/address.ts';
import { queryClient } from '#web/api/queries/query-client.ts';
import type { Permission } from '#domain/permissions.ts';
import { CustomersView } from './customers-view.tsx';
import { ANN, entryOf } from './customers.testing.ts';
import { customerColumns } from './list/columns.tsx';
import { showBanner } from './list/customers-state.ts';

let screen: OnScreen;
let answers: Answers;
let fails: string | null;

const LIST = 'GET /api/users-matrix/users';
const listed = (customers = [ANN], pages = 1, total = customers.length) =>
  done({ data: customers.map(entryOf), meta: { page: 1, per_page: 50, pages, total, is_exact: true } });

beforeEach(() => {
  fails = null;
  answers = (call) => {
    if (call === fails) return refused(422, 'not_valid', 'The list is not there.');
    if (call === LIST) return listed();
    if (call === 'GET /api/customers/totals')
      return done({ data: [{ id: 7, total_orders: 1, total_spent: '12.50', last_order: '2026-11-20T15:00:00.000Z' }] });
    if (call === 'GET /api/users-matrix/customers/7') return done({ data: ANN });
    return done({ data: [] });
  };
  serve((...call) => answers(...call));
});
afterEach(async () => {
  await screen.leave();
  hearAddress('customers', {});
  showBanner(null);
  customerColumns.choose(new Set(['email', 'joined']));
  queryClient.clear();
  vi.unstubAllGlobals();
});

async function open(search = '', address: Record<string, string> = {}, more: Permission[] = []): Promise<void> {
  hearAddress('customers', address);
  const may: Permission[] = ['edit-customers', 'see-customers', ...more];
  screen = await onPage(<CustomersView state={{ search }} update={() => {}} />, may);
}
const shows = (text: string) => until(() => expect(screen.text()).toContain(text));

it('says that it loads, what went wrong, and tries again', async () => {
  answers = (call) => (call === LIST ? null : done({ data: [] }));
  await open();
  expect(screen.text()).toContain('Loading customers...');
  await screen.leave();
  queryClient.clear();
  answers = (call) => (call === LIST ? refused(422, 'not_valid', 'The list is not there.') : done({ data: [] }));
  await open();
  await shows('Failed to load customers data');
  expect(screen.text()).toContain('The list is not there.');
  answers = (call) => (call === LIST ? listed() : done({ data: [] }));
  await screen.press(screen.button('Retry'));
  await shows('Ann');
});

it('says that nobody is there, and offers to add the first customer or to show all again', async () => {
  answers = (call) => (call === LIST ? listed([]) : done({ data: [] }));
  await open();
  await shows('Get started by adding your first customer to the system.');
  expect(screen.text()).toContain('No customers found');
  expect(screen.all('button').filter((one) => one.textContent === 'Add Customer').length).toBeGreaterThan(0);
  await screen.leave();
  await open('nobody');
  await shows('Nobody matches this search and these filters.');
  expect(screen.button('Clear filters')).toBeDefined();
});

it('shows real figures once they are there, and dashes when they are not to be had', async () => {
  customerColumns.choose(new Set(['orders', 'spent', 'last']));
  await open();
  await shows('$12.50');
  expect(screen.text()).toContain('1 order');
  expect(screen.text()).toContain('Nov 20, 2026');
  await screen.leave();
  queryClient.clear();
  fails = 'GET /api/customers/totals';
  await open();
  await shows('Failed to load order data');
  expect(screen.text()).not.toContain('0 orders');
  expect(screen.text()).not.toContain('$0.00');
  expect(screen.text()).not.toContain('Never');
  fails = null;
  await screen.press(screen.button('Retry'));
  await shows('$12.50');
});

it.each([
  ['details', 'GET /api/users-matrix/customers/7', 'Failed to load customers data'],
  ['rewards', 'GET /api/proxy/wc-points-rewards/user/7/balance', 'Error loading balance'],
  ['rewards', 'GET /api/proxy/wc-points-rewards/user/7/history', 'Failed to load points history'],
  ['orders', 'GET /api/customers/7/statistics', 'Failed to load order stats'],
  ['orders', 'GET /api/orders', 'Failed to load order history'],
])('says on the tab %s what %s did not give', async (tab, call, words) => {
  fails = call;
  const before = answers;
  answers = (asked, ...more) =>
    asked.startsWith('GET /api/') && asked !== call && asked !== LIST ? null : before(asked, ...more);
  await open('', { customer: tab === 'details' ? '7' : `7.${tab}` });
  await shows(words);
  expect(screen.all('button').some((one) => one.textContent === 'Retry')).toBe(true);
});

const FIND = 'POST /api/users-matrix/customers/find-by-identity';

it('finds by a typed birth date when somebody who may read it asks, and never by itself', async () => {
  const asked: unknown[] = [];
  answers = (call, body) => {
    if (call === LIST || call === FIND) asked.push([call, body]);
    if (call === FIND) return done({ data: [entryOf(ANN)] });
    return call === 'GET /api/users-matrix/customers/7' ? done({ data: ANN }) : done({ data: [] });
  };
  await open('03/14/1985', {}, ['see-identity']);
  await shows('Mar 14, 1985. The search is recorded in the audit trail.');
  await act(async () => emit('enterList'));
  await until(() => expect(document.activeElement).toBe(screen.button('Find by birth date')));
  expect(asked).toEqual([]);
  await screen.press(screen.button('Find by birth date'));
  await shows('1 customer born on Mar 14, 1985:');
  expect(asked).toEqual([[FIND, { date_of_birth: '1985-03-14' }]]);
  await screen.press(screen.all('button').find((one) => one.textContent === 'Ann #7') as HTMLElement);
  await until(() => expect(screen.all('[data-record="7"]')).toHaveLength(1));
});

it('offers no birth date to somebody who may not read it, and says when it cannot be searched', async () => {
  const asked: string[] = [];
  answers = (call) => {
    asked.push(call);
    return refused(403, 'not_allowed', 'This needs a manager.');
  };
  await open('03/14/1985');
  await shows('Only a manager can find customers by birth date.');
  expect(screen.text()).not.toContain('Find by');
  // It would stand in the address of the request.
  expect(asked).not.toContain(LIST);
  await screen.leave();
  await open('03/14/1985', {}, ['see-identity']);
  await screen.press(screen.button('Find by birth date'));
  await shows('This needs a manager.');
});

it('finds by a whole licence number where the list has nobody', async () => {
  const asked: unknown[] = [];
  answers = (call, body) => {
    if (call === FIND) asked.push(body);
    return call === LIST ? listed([]) : done({ data: [] });
  };
  await open('X123-4567');
  await shows('Find by licence number');
  await screen.press(screen.button('Find by licence number'));
  await shows('Nobody has this licence number.');
  expect(asked).toEqual([{ license_number: 'X123-4567' }]);
  await screen.leave();
  queryClient.clear();
  answers = (call) => (call === LIST ? listed() : done({ data: [] }));
  await open('X123-4567');
  await shows('Ann');
  expect(screen.text()).not.toContain('Find by');
});
