// @vitest-environment happy-dom
import { act } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { toCents, ZERO_CENTS } from '#domain/money.ts';
import type { OnScreen } from '#testing/on-screen.tsx';
import { onPage, serve, until } from '#testing/served-page.tsx';
import { queryClient } from '#web/api/queries/query-client.ts';
import { grinder } from '../cart/state/cart.testing.ts';
import { useCart } from '../cart/state/cart-store.ts';
import { Checkout } from './checkout.tsx';

let screen: OnScreen;
afterEach(async () => {
  await act(async () => useCart.getState().empty());
  await screen.leave();
  queryClient.clear();
  vi.unstubAllGlobals();
});

it('offers no way to pay for a sale of which nothing is left to pay, but shows a part that was taken before', async () => {
  serve(() => null);
  screen = await onPage(<Checkout />, ['sell', 'override-prices'], { most_discount_percent: 100 });
  const { empty, add, changePrice, openCheckout, enterPayment } = useCart.getState();
  const off = (discount: number) =>
    act(async () =>
      changePrice(useCart.getState().lines[0]?.key ?? '', {
        overrideCents: null,
        discount,
        adjustmentCents: ZERO_CENTS,
        reason: 'Promotion',
      }),
    );
  const ways = () => screen.all('[aria-label="Payment method"]').length;
  await act(async () => {
    empty();
    add(grinder);
    openCheckout();
    enterPayment({ kind: 'method', method: 'card' });
  });
  expect(ways()).toBe(1);
  await off(10_000);
  expect(ways()).toBe(0);
  expect(screen.text()).toContain('Nothing is left to pay. Press Pay to record the sale.');
  expect(screen.text()).not.toContain('card terminal');
  expect(useCart.getState().payment.method).toBe('cash');
  await until(() => expect(screen.button(/^Pay \$0.00/).disabled).toBe(false));

  await off(0);
  const total = toCents(1000);
  await act(async () => {
    enterPayment({ kind: 'method', method: 'split' });
    enterPayment({ kind: 'split-amount', text: '1', total });
    enterPayment({ kind: 'split-add', total, method: 'card' });
  });
  await off(10_000);
  expect(ways()).toBe(1);
  expect(screen.text()).toContain('Take $1.00 on the card terminal');
});
