// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { onScreen, type OnScreen } from '#testing/on-screen.tsx';
import { onPage } from '#testing/served-page.tsx';
import { fetchAgain, queryClient } from '#web/api/queries/query-client.ts';
import { Toaster } from '#web/ui/status/toast.tsx';
import { grinder } from '../cart/state/cart.testing.ts';
import { useCart } from '../cart/state/cart-store.ts';
import { CustomerLines } from './customer-lines.tsx';
import { UsePoints } from './use-points.tsx';

const ADDRESS = {
  first_name: '',
  last_name: '',
  company: '',
  address_1: '',
  address_2: '',
  city: '',
  state: '',
  postcode: '',
  country: 'US',
};
const MAYA = {
  id: 7,
  name: 'Maya Stone',
  display_name: 'Maya Stone',
  first_name: 'Maya',
  last_name: 'Stone',
  username: 'maya',
  email: 'maya@example.com',
  phone: '704-555-0120',
  points_balance: 725,
  created_at: '2026-01-01T00:00:00.000Z',
  version: 1,
  flag: null as { kind: 'banned'; text: string } | null,
  groups: [],
  id_checked_at: null,
  billing: { ...ADDRESS, email: '', phone: '' },
  shipping: ADDRESS,
  preferences: { email_notifications: true, sms: false, newsletter: true, language: 'en', currency: 'USD' },
  has_birth_date: false,
  has_licence: false,
};
const SETTINGS = {
  earn_points: 1,
  earn_amount: '1.00',
  rounding: 'down',
  minimum_amount: '0.00',
  excluded_category_ids: [],
  earn_on_discounted: true,
  redeem_points: 100,
  redeem_amount: '5.00',
  points_label: 'Point:Points',
  expire_after_days: null,
  version: 1,
};

let screen: OnScreen;
let customer: (() => Response) | null;
let settings: typeof SETTINGS;

beforeEach(() => {
  settings = SETTINGS;
  customer = () => Response.json({ success: true, data: MAYA });
  vi.stubGlobal('fetch', async (address: string) =>
    address.includes('/settings')
      ? Response.json({ success: true, ...settings })
      : (customer?.() ?? new Promise<Response>(() => undefined)),
  );
  const cart = useCart.getState();
  cart.add(grinder);
  cart.setCustomer({ id: 7, name: 'Maya Stone', email: '', phone: '', points: 12 });
  cart.openCheckout();
});
afterEach(async () => {
  await screen.leave();
  useCart.getState().setCustomer(null);
  useCart.getState().empty();
  queryClient.clear();
  vi.unstubAllGlobals();
});

/** Waits until the screen shows a text, because an answer is drawn a moment after it came. */
const shows = (text: string) => act(() => vi.waitFor(() => expect(screen.text()).toContain(text)));
const told = () => document.querySelector('[aria-label=Notifications]')?.textContent;
async function open(): Promise<void> {
  const chosen = useCart.getState().customer;
  if (!chosen) throw new Error('no customer');
  screen = await onScreen(
    <QueryClientProvider client={queryClient}>
      <UsePoints customer={chosen} disabled={false} asked={false} onDone={() => undefined} />
      <Toaster />
    </QueryClientProvider>,
  );
}
const box = () => screen.all('input[type=checkbox]')[0] as HTMLInputElement;
const field = () => screen.all('input[aria-label="Points to use"]')[0] as HTMLInputElement;
const used = () => useCart.getState().points?.points ?? 0;

it('shows at once what can be used, uses nothing by itself, and then all that the cart is worth', async () => {
  await open();
  await shows('400 Points, $20.00 off');
  expect(used()).toBe(0);
  await screen.press(box());
  expect(used()).toBe(400);
  expect(screen.text()).toContain('-$20.00');
  await screen.press(box());
  expect(used()).toBe(0);
});

it('uses what is typed at once, keeps what was typed, and says what of it is used', async () => {
  await open();
  await shows('400 Points');
  await screen.press(box());
  await screen.type(field(), '250');
  expect([used(), field().value]).toEqual([200, '250']);
  expect(screen.text()).toContain('Points are used in steps of 100. 200 are used.');
  await screen.type(field(), '9');
  expect([used(), field().value]).toEqual([0, '9']);
  await screen.type(field(), '');
  expect(used()).toBe(0);
  await screen.type(field(), '100');
  await screen.press(screen.button('More points'));
  await screen.press(screen.button('More points'));
  expect([used(), field().value]).toEqual([300, '300']);
  expect(screen.button('Fewer points').disabled).toBe(false);
});

it('follows a cart that is worth less', async () => {
  await open();
  await shows('400 Points');
  await screen.press(box());
  await act(async () =>
    useCart
      .getState()
      .changePrice('502', { overrideCents: null, discount: 5000, adjustmentCents: null as never, reason: null }),
  );
  expect([used(), field().value]).toEqual([200, '200']);
});

it('says that it is asking, and that it could not, with a way to ask again', async () => {
  customer = null;
  await open();
  expect(screen.text()).toBe('Looking up the points...');
  await screen.leave();
  queryClient.clear();
  customer = () => Response.json({ success: false, error: 'No.', code: 'not_allowed' }, { status: 403 });
  await open();
  await shows('Points could not be looked up. No.');
  customer = () => Response.json({ success: true, data: MAYA });
  await screen.press(screen.button('Try again'));
  await shows('400 Points, $20.00 off');
});

it('uses fewer once some were spent elsewhere, or were made worth something else', async () => {
  await open();
  await shows('400 Points');
  await screen.press(box());
  customer = () => Response.json({ success: true, data: { ...MAYA, points_balance: 325 } });
  await act(async () => fetchAgain('customer'));
  await shows('-$15.00');
  expect(used()).toBe(300);
  settings = { ...SETTINGS, redeem_amount: '4.00' };
  await act(async () => fetchAgain('loyalty'));
  await shows('-$12.00');
  expect(useCart.getState().points).toMatchObject({ points: 300, redeemCents: 400 });
  expect(told()).toContain('Maya Stone has 325 Points now. 300 Points are used instead of 400: $15.00 off.');
  expect(told()).toContain('The value of points has changed. 300 Points take off $12.00.');
});

it('says why none can be used', async () => {
  customer = () => Response.json({ success: true, data: { ...MAYA, points_balance: 45 } });
  await open();
  await shows('45 Points. They can be used from 100 on.');
});

it('takes no points from before for known once the customer cannot be asked for', async () => {
  await open();
  await shows('400 Points, $20.00 off');
  customer = () => Response.json({ success: false, error: 'No.', code: 'not_allowed' }, { status: 403 });
  await act(async () => fetchAgain('customer'));
  await shows('Points could not be looked up. No.');
  await screen.leave();
  const chosen = useCart.getState().customer;
  screen = await onPage(chosen && <CustomerLines customer={chosen} />);
  await shows(`725 Points when last asked`);
  expect(screen.text()).toContain('No.');
});

it('takes a customer who was deleted out of the cart, and says so', async () => {
  await open();
  await shows('400 Points, $20.00 off');
  await screen.press(box());
  const gone = { success: false, error: 'There is no such customer.', code: 'not_found' };
  customer = () => Response.json(gone, { status: 404 });
  await act(async () => fetchAgain('customer'));
  await act(() => vi.waitFor(() => expect(useCart.getState()).toMatchObject({ customer: null, points: null })));
  expect(told()).toContain('The customer is not in the directory any more, so this sale has none.');
});

it('a customer who was merged meanwhile makes way for the one who was kept', async () => {
  await open();
  await shows('400 Points, $20.00 off');
  const merged = { success: false, error: 'Merged.', code: 'not_found', merged_into: 9 };
  const kept = { ...MAYA, id: 9, name: 'Maya Stone-Reed', display_name: 'Maya Stone-Reed', points_balance: 1000 };
  vi.stubGlobal('fetch', async (address: string) => {
    if (address.includes('/settings')) return Response.json({ success: true, ...settings });
    if (address.includes('/customers/9')) return Response.json({ success: true, data: kept });
    return Response.json(merged, { status: 404 });
  });
  await act(async () => fetchAgain('customer'));
  const now = { id: 9, name: 'Maya Stone-Reed', points: 1000 };
  await act(() => vi.waitFor(() => expect(useCart.getState().customer).toMatchObject(now)));
  expect(told()).toContain('Maya Stone was merged into Maya Stone-Reed, who is the customer now.');
});
