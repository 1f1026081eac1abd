import { beforeEach, describe, expect, it } from 'vitest';
import { displayMoney } from '#domain/money.ts';
import { body, grinder, Kept, papers, reply, SASHA, total } from './cart.testing.ts';
import { createCart } from './cart-state.ts';
import { NEW_PAYMENT, onCard, splitSum } from './payment.ts';

let storage: Kept;
let told: string[];
beforeEach(() => {
  storage = new Kept();
  told = [];
});

/** A page of this browser. */
function page() {
  let keys = 0;
  const cart = createCart({
    storage,
    tabStorage: new Kept(),
    newKey: () => `key-${(keys += 1)}`,
    tell: (sentence) => told.push(sentence),
    checkStock: () => null,
  });
  cart.openFor(SASHA);
  return { ...cart, now: cart.store.getState };
}

type Now = ReturnType<typeof page>['now'];

describe('the payment of a cart', () => {
  const card5 = [
    { kind: 'method', method: 'split' },
    { kind: 'split-amount', text: '5', total },
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
    told = [];
    now().settleSold(now().send(body, total) ?? '', reply);
    expect(now().payment).toEqual(NEW_PAYMENT);
    expect(told).toEqual([]);
  });

  const refund = 'If $5.00 was taken on the card terminal, refund it there.';
  it.each([
    ['the cart is emptied', (now: Now) => now().empty()],
    ['the last line is removed', (now: Now) => now().setCount('502', 0)],
    ['the split is cancelled', (now: Now) => now().pay({ kind: 'split-cancel' })],
    ['the payment is removed', (now: Now) => now().pay({ kind: 'split-remove', index: 0 })],
  ])('of a card is not forgotten without a word when %s', (_when, change) => {
    const { now } = partlyPaid();
    change(now);
    expect(told).toEqual([refund]);
  });

  it('by card is remembered when the sale is refused, at hand or put aside, and goes with a word', () => {
    const { now } = page();
    now().add(grinder);
    now().openCheckout();
    now().pay({ kind: 'method', method: 'card' });
    now().settleRefused(now().send(body, total) ?? '', 'Grinders are not for sale.');
    expect(now().payment.maybeCharged).toBe(total);
    const key = now().send(body, total) ?? '';
    now().setAside();
    expect(now().payment.maybeCharged).toBe(0);
    now().settleRefused(key, 'Grinders are not for sale.');
    now().takeBack(key);
    expect(now().payment.maybeCharged).toBe(total);
    now().empty();
    expect(told).toEqual([`If ${displayMoney(total)} was taken on the card terminal, refund it there.`]);
  });

  it('in cash is taken back without a word, and another way to pay forgets nothing', () => {
    const { now } = partlyPaid();
    now().pay({ kind: 'split-add', total, method: 'cash' });
    now().pay({ kind: 'split-remove', index: 1 });
    now().pay({ kind: 'method', method: 'cash' });
    expect(told).toEqual([]);
    expect(onCard(now().payment)).toBe(500);
    expect(splitSum(now().payment)).toBe(500);
  });
});
