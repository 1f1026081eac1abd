import { beforeEach, describe, expect, it } from 'vitest';
import { body, grinder, Kept, papers, reply, SASHA, total } from './cart.testing.ts';
import { createCart } from './cart-state.ts';
import { NEW_PAYMENT } from './payment.ts';

let storage: Kept;
beforeEach(() => {
  storage = new Kept();
});

/** A page of this browser. */
function page() {
  let keys = 0;
  const cart = createCart({
    storage,
    tabStorage: new Kept(),
    newKey: () => `key-${(keys += 1)}`,
    tell: () => undefined,
    checkStock: () => null,
  });
  cart.openFor(SASHA);
  return { ...cart, now: cart.store.getState };
}

describe('the payment of a cart', () => {
  const card5 = [
    { kind: 'method', method: 'split' },
    { kind: 'split-amount', text: '5' },
    { kind: 'split-add', total, method: 'card' },
  ] as const;
  const taken = { method: 'split', splits: [{ method: 'card', amountCents: 500 }] };
  function partlyPaid() {
    const cart = page();
    cart.now().add(grinder);
    cart.now().openCheckout();
    for (const event of card5) cart.now().pay(event);
    return cart;
  }

  it('outlives a reload, and stays with its person and location', () => {
    const { now, openFor } = partlyPaid();
    expect(page().now().payment).toMatchObject(taken);
    openFor({ ...SASHA, locationId: 19 });
    now().add(papers);
    expect(now().payment).toEqual(NEW_PAYMENT);
    openFor(SASHA);
    expect(now().payment).toMatchObject(taken);
  });

  it('is fixed while the sale is on its way, and known after a reload and a refusal', () => {
    const { now } = partlyPaid();
    const key = now().send(body, total) ?? '';
    now().pay({ kind: 'split-cancel' });
    const reloaded = page();
    reloaded.now().settleRefused(key, 'Papers are not for sale.');
    expect(reloaded.now().payment).toMatchObject(taken);
  });

  it('goes aside with its sale and comes back with it', () => {
    const { now } = partlyPaid();
    const key = now().send(body, total) ?? '';
    now().setAside();
    expect(now().payment).toEqual(NEW_PAYMENT);
    now().settleRefused(key, 'Papers are not for sale.');
    const reloaded = page().now;
    reloaded().takeBack(key);
    expect(reloaded().payment).toMatchObject(taken);
  });

  it('goes with the last line, and with the sale', () => {
    const { now } = partlyPaid();
    now().empty();
    expect(now().payment).toEqual(NEW_PAYMENT);
    now().add(grinder);
    for (const event of card5) now().pay(event);
    now().settleSold(now().send(body, total) ?? '', reply);
    expect(now().payment).toEqual(NEW_PAYMENT);
  });
});
