// @vitest-environment happy-dom
import { act } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import type { WireEffects } from '#contract/order-changes.ts';
import type { WireOrder } from '#contract/orders.ts';
import type { OnScreen } from '#testing/on-screen.tsx';
import { done, onPage, refused, serve, until } from '#testing/served-page.tsx';
import { queryClient } from '#web/api/queries/query-client.ts';
import { StatusChanger } from './status-changer.tsx';

let screen: OnScreen;
afterEach(async () => {
  await screen.leave();
  queryClient.clear();
  vi.unstubAllGlobals();
});

const order = { id: 17, number: 'POS-17', status: 'completed' } as WireOrder;
const giving = (refund: string): WireEffects => ({
  from: 'completed',
  to: 'refunded',
  stock: 'unchanged',
  items: [],
  short: false,
  points: 0,
  points_returned: 0,
  points_balance: null,
  refund,
  refund_undone: '0.00',
  tenders: [{ method: 'cash', amount: refund }],
  payments: [],
});
const button = (label: string) => [...document.querySelectorAll('button')].find((one) => one.textContent === label);

it('sends the refund that was shown, and shows the new one when another till refunded a part meanwhile', async () => {
  const left = ['40.00', '30.00'];
  const sent: unknown[] = [];
  serve((call, body) => {
    if (call === 'GET /api/orders/17/effects') return done({ data: giving(left[sent.length] ?? '') });
    if (call !== 'PUT /api/orders') return null;
    sent.push(body);
    return refused(409, 'refund_changed', 'This refund comes to $30.00 now.', { amount: '30.00' });
  });
  screen = await onPage(<StatusChanger order={order} />);
  // The field behind the list, which browsers fill.
  await screen.type(document.querySelector('main input') as HTMLInputElement, 'refunded');
  await until(() => expect(document.body.textContent).toContain('$40.00'));
  await act(async () => button('Set to Refunded')?.click());
  await until(() => expect(document.body.textContent).toContain('This refund comes to $30.00 now.'));
  await until(() => expect(document.querySelector('[aria-label="What this does"]')?.textContent).toContain('$30.00'));
  await act(async () => button('Set to Refunded')?.click());
  await until(() => expect(sent).toHaveLength(2));
  const body = { orderId: 17, status: 'refunded' };
  expect(sent).toEqual([
    { ...body, refund: '40.00' },
    { ...body, refund: '30.00' },
  ]);
});
