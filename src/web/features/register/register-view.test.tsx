// @vitest-environment happy-dom
import { act } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { onPage, serve, until } from '#testing/served-page.tsx';
import { queryClient } from '#web/api/queries/query-client.ts';
import { PAID_ORDER } from '#web/entities/order/order.testing.ts';
import { grinder } from './cart/state/cart.testing.ts';
import { useCart } from './cart/state/cart-store.ts';
import { RegisterView } from './register-view.tsx';

const STATE = {
  search: '',
  categoryId: null,
  blueprintField: null,
  blueprintValue: null,
  productId: null,
  stockMode: null,
};

afterEach(() => {
  queryClient.clear();
  vi.unstubAllGlobals();
});

it('closes the cart of a narrow window when the sale is done', async () => {
  serve(() => null);
  // Without a location there are no products to draw, and the cart is the same.
  const screen = await onPage(<RegisterView state={STATE} update={() => undefined} />, ['sell'], {
    location_id: null,
    location: null,
  });
  const bar = () => screen.all('button[aria-expanded]').find((one) => one.textContent.startsWith('Cart'));
  const isOpen = () => bar()?.getAttribute('aria-expanded');
  await act(async () => useCart.getState().add(grinder));
  await screen.press(bar() as HTMLButtonElement);
  expect(isOpen()).toBe('true');
  // The change due is shown in it until somebody begins the next sale.
  const reply = { success: true as const, id: 1, data: PAID_ORDER, points_awarded: 0, inventory: [] };
  await act(async () => useCart.getState().settleSold(useCart.getState().saleKey ?? '', reply));
  await until(() => expect(screen.text()).toContain('Sale complete'));
  expect(isOpen()).toBe('true');
  await act(async () => useCart.getState().newSale());
  expect(isOpen()).toBe('false');
  await screen.leave();
});
