// @vitest-environment happy-dom
import { act } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { ManagedLocation } from '#contract/locations.ts';
import type { OnScreen } from '#testing/on-screen.tsx';
import { done, onPage, refused, serve, until } from '#testing/served-page.tsx';
import { defineCommands } from '#web/api/commands/commands.ts';
import { queryClient } from '#web/api/queries/query-client.ts';
import { Closing } from './closing.tsx';
import { closeLocationCommand, reopenLocationCommand, useLocations } from './location-queries.ts';

defineCommands({
  'location-close': () => Promise.resolve(closeLocationCommand),
  'location-reopen': () => Promise.resolve(reopenLocationCommand),
});

const NORTH: ManagedLocation = {
  id: 21,
  name: 'North',
  phone: '',
  address: { address_1: '', address_2: '', city: '', state: '', postcode: '' },
  time_zone: 'America/New_York',
  opening_hours: [],
  receipt_header: '',
  receipt_footer: '',
  closed_at: null,
  has_orders: true,
  stocked_items: 0,
  staff: 0,
  version: 4,
};

let screen: OnScreen;
let stocked: number;
let stamp: string;
let orders: ManagedLocation['open_purchase_orders'];
let canAsk: boolean;
let closed: unknown[];

function Page() {
  const location = useLocations().data?.[0];
  return location ? <Closing location={location} others={[]} /> : null;
}

beforeEach(async () => {
  stocked = 0;
  stamp = 'a';
  orders = [];
  canAsk = true;
  closed = [];
  serve((call, body) => {
    if (call.startsWith('GET'))
      return canAsk
        ? done({ data: [{ ...NORTH, stocked_items: stocked, stock_stamp: stamp, open_purchase_orders: orders }] })
        : refused(400, 'no', 'Not now.');
    if (call.endsWith('/close')) closed.push(body);
    return null;
  });
  screen = await onPage(<Page />, ['configure']);
  await until(() => screen.button('Close this location'));
});
afterEach(async () => {
  await screen.leave();
  queryClient.clear();
  vi.unstubAllGlobals();
});

it('asks about the stock of now', async () => {
  stocked = 3;
  await screen.press(screen.button('Close this location'));
  await until(() => expect(screen.text()).toContain('the stock of 3 items?'));
});

it('does not close what it could not look at', async () => {
  await screen.press(screen.button('Close this location'));
  await until(() => screen.button('Close North'));
  canAsk = false;
  await screen.press(screen.button('Close North'));
  await until(() => expect(screen.text()).toContain('Nothing was closed. Not now.'));
  expect(closed).toEqual([]);
});

it('does not close when quantities have changed, even if the number of items has not', async () => {
  await screen.press(screen.button('Close this location'));
  await until(() => screen.button('Close North'));
  // The fetch that the question started has ended.
  await until(() => expect(queryClient.isFetching()).toBe(0));
  stamp = 'b';
  await screen.press(screen.button('Close North'));
  await until(() => expect(screen.text()).toContain('the number of items is the same'));
  expect(closed).toEqual([]);
});

it('does not close when the stock is not what it said, until it is pressed again', async () => {
  await screen.press(screen.button('Close this location'));
  await until(() => screen.button('Close North'));
  stocked = 4;
  await screen.press(screen.button('Close North'));
  await until(() => expect(screen.text()).toContain('it is 4 items now'));
  expect(screen.text()).toContain('the stock of 4 items?');
  expect(closed).toEqual([]);
  stocked = 0;
  await act(() => queryClient.refetchQueries());
  await until(() => expect(screen.text()).not.toContain('the stock of'));
  await screen.press(screen.button('Close North'));
  await until(() => expect(closed).toEqual([{ stock: 'none', version: 4, stock_seen: 'a' }]));
});

it('names the purchase orders that wait for it', async () => {
  expect(screen.text()).not.toContain('PO-7');
  orders = [{ id: 7, number: 'PO-7', supplier: 'Acme', status: 'partially_received' }];
  await screen.press(screen.button('Close this location'));
  await until(() => expect(screen.text()).toContain('PO-7 from Acme, partially received'));
});
