// @vitest-environment happy-dom
import { expect, it } from 'vitest';
import { grinder } from '../cart/state/cart.testing.ts';
import { useCart } from '../cart/state/cart-store.ts';
import { beginCheckout } from './begin-checkout.ts';

it('tells extensions that checkout was opened, and nothing for an empty cart', async () => {
  let heard = 0;
  window.addEventListener('checkout-started', () => {
    heard += 1;
  });
  await beginCheckout();
  expect([heard, useCart.getState().stage]).toEqual([0, 'cart']);
  useCart.getState().add(grinder);
  await beginCheckout();
  expect([heard, useCart.getState().stage]).toEqual([1, 'checkout']);
  useCart.getState().empty();
});
