import { beforeEach, describe, expect, it } from 'vitest';
import { toCents } from '#domain/money.ts';
import { body, grinder, Kept, papers, reply, SASHA, total } from './cart.testing.ts';
import { type CartDeps, createCart } from './cart-state.ts';
import type { CartCustomer } from './cart-record.ts';

const maya: CartCustomer = { id: 7, name: 'Maya Stone', email: 'maya@example.com', phone: '', points: 12 };

let storage: Kept;
let told: string[];
let offered: { label: string; onPress: () => void }[];
let keys: number;

/** A page of this browser. */
function page(overrides: Partial<CartDeps> = {}, tabStorage = new Kept()) {
  const cart = createCart({
    storage,
    tabStorage,
    newKey: () => `key-${(keys += 1)}`,
    tell: (sentence, _isWarning, next) => {
      told.push(sentence);
      if (next) offered.push(next);
    },
    checkStock: () => null,
    ...overrides,
  });
  cart.openFor(SASHA);
  return { ...cart, now: cart.store.getState, tabStorage };
}

beforeEach(() => {
  storage = new Kept();
  told = [];
  offered = [];
  keys = 0;
});

describe('the cart', () => {
  it('survives a reload with its customer and its changed prices', () => {
    const { now } = page();
    now().add(grinder);
    now().changePrice('502', {
      overrideCents: toCents(2000),
      discount: 1000,
      adjustmentCents: toCents(-50),
      reason: 'Price match',
    });
    now().setCustomer(maya);
    expect(page().now()).toMatchObject({ lines: now().lines, customer: maya, stage: 'cart' });
  });

  it('waits for the person who left it, and for nobody else', () => {
    const { now, openFor } = page();
    now().add(grinder);
    openFor(null);
    expect(now().lines).toEqual([]);
    openFor({ userId: 4, locationId: 20 });
    expect(now().lines).toEqual([]);
    now().add(papers);
    openFor(SASHA);
    expect(now().lines.map((line) => line.name)).toEqual(['Grinder']);
    openFor({ userId: 3, locationId: 19 });
    expect(now().lines).toEqual([]);
  });

  it('opens empty when what was kept is broken, and leaves nothing behind when it is empty', () => {
    const { now } = page();
    now().add(grinder);
    storage.items.set('tillwright.cart.3.20', '{"version":1,"cart":"{oops"}');
    expect(page().now().lines).toEqual([]);
    now().empty();
    expect(storage.items.size).toBe(0);
  });

  it('works when the browser cannot keep anything', () => {
    storage.full = true;
    const { now } = page();
    now().add(grinder);
    now().openCheckout();
    expect(now().send(body, total)).toBe('key-1');
    expect(now().lines).toHaveLength(1);
  });

  it('is the same in two windows of one person', () => {
    const first = page();
    const second = page();
    first.now().add(grinder);
    second.changedElsewhere('tillwright.cart.3.20');
    expect(second.now().lines).toEqual(first.now().lines);
    first.now().empty();
    second.changedElsewhere('tillwright.cart.3.20');
    expect(second.now().lines).toEqual([]);
  });

  it('turns down more than there is for those who may not, and only warns the others', () => {
    const sentence = 'Only 1 of Grinder left in stock.';
    const staff = page({ checkStock: () => ({ sentence, blocked: true }) });
    staff.now().add(grinder);
    expect(staff.now().lines).toEqual([]);
    const manager = page({ checkStock: () => ({ sentence, blocked: false }) });
    manager.now().add(grinder);
    expect(manager.now().lines).toHaveLength(1);
    expect(told).toEqual([sentence, sentence]);
  });
});

describe('the key of a sale', () => {
  it('is made at the first checkout and kept while the cart is changed and the page reloaded', () => {
    const { now } = page();
    now().add(grinder);
    expect(now().saleKey).toBeNull();
    now().openCheckout();
    const key = now().saleKey;
    now().closeCheckout();
    now().add(papers);
    now().openCheckout();
    expect(now().saleKey).toBe(key);
    expect(page().now().saleKey).toBe(key);
  });

  it('is a new one for the next cart', () => {
    const { now } = page();
    now().add(grinder);
    now().openCheckout();
    const key = now().saleKey;
    now().empty();
    now().add(grinder);
    now().openCheckout();
    expect(now().saleKey).not.toBe(key);
  });

  it('is sent once however often Pay is pressed, in whichever window', () => {
    const { now } = page();
    now().add(grinder);
    now().openCheckout();
    expect(now().send(body, total)).toBe(now().saleKey);
    expect(now().send(body, total)).toBeNull();
    const other = page();
    expect(other.now().stage).toBe('checkout');
    expect(other.now().send(body, total)).toBeNull();
  });

  it('is sent by one of two windows that are pressed at the same moment', () => {
    const first = page();
    first.now().add(grinder);
    first.now().openCheckout();
    const second = page();
    second.now().openCheckout();
    expect(first.now().send(body, total)).not.toBeNull();
    expect(second.now().send({ ...body, payment_method: 'cash' }, total)).toBeNull();
    expect(second.now().sent).toEqual(first.now().sent);
  });

  it('is free again in the window that only watched, once the other one sold', () => {
    const first = page();
    first.now().add(grinder);
    first.now().openCheckout();
    const second = page();
    const key = first.now().send(body, total) ?? '';
    second.changedElsewhere('tillwright.cart.3.20');
    expect(second.now()).toMatchObject({ stage: 'checkout', elsewhere: true });
    first.now().settleSold(key, reply);
    second.changedElsewhere('tillwright.cart.3.20');
    expect(second.now()).toMatchObject({ lines: [], sent: null, stage: 'cart', elsewhere: false, sold: null });
    expect(told).toEqual(['This sale was saved in another window of yours.']);
  });

  it('stays the same, with the body to the letter, until its answer is known, and the cart is locked until then', () => {
    const { now } = page();
    now().add(grinder);
    now().openCheckout();
    const key = now().send(body, total);
    now().add(papers);
    now().setCount('502', 5);
    now().setCustomer(maya);
    now().closeCheckout();
    expect(told).toHaveLength(3);
    const reloaded = page().now();
    expect(reloaded).toMatchObject({ stage: 'checkout', customer: null, sent: { key, body, totalCents: total } });
    expect(reloaded.lines).toHaveLength(1);
  });

  it('is a new one after a known refusal, and the cart is free again', () => {
    const { now } = page();
    now().add(grinder);
    now().openCheckout();
    const key = now().send(body, total) ?? '';
    now().settleRefused(key, 'There is not enough Grinder in stock.');
    expect(now()).toMatchObject({ sent: null, stage: 'checkout' });
    expect(now().saleKey).not.toBe(key);
    expect(now().send(body, total)).toBe(now().saleKey);
  });
});

describe('what is added while a payment is open', () => {
  const names = (lines: readonly { name: string }[]) => lines.map(({ name }) => name);

  it('is not added, and goes into the cart when the cashier goes back for it', () => {
    const { now } = page();
    now().add(grinder);
    now().openCheckout();
    now().add(papers);
    expect(names(now().lines)).toEqual(['Grinder']);
    expect(told).toEqual(['Not added: Papers. The payment is open, so its items are fixed.']);
    expect(offered.map(({ label }) => label)).toEqual(['Back to cart and add']);
    offered[0]?.onPress();
    expect(now().stage).toBe('cart');
    expect(names(now().lines)).toEqual(['Grinder', 'Papers']);
  });

  it('is not added to a sale on its way, and begins the next one when that is put aside', () => {
    const { now } = page();
    now().add(grinder);
    now().openCheckout();
    const key = now().send(body, total);
    now().add(papers);
    expect(told).toEqual(['Not added: Papers. The sale before it is still being saved.']);
    offered[0]?.onPress();
    expect(names(now().lines)).toEqual(['Papers']);
    expect(now().aside.map((sale) => [sale.key, names(sale.lines)])).toEqual([[key, ['Grinder']]]);
  });

  it('goes into the next sale when the one in the way was saved before the cashier answered', () => {
    const { now } = page();
    now().add(grinder);
    now().openCheckout();
    const key = now().send(body, total) ?? '';
    now().add(papers);
    now().settleSold(key, reply);
    offered[0]?.onPress();
    expect(names(now().lines)).toEqual(['Papers']);
    expect(now().aside).toEqual([]);
  });

  it('closes the payment in this window when it was added in another one', () => {
    const first = page();
    first.now().add(grinder);
    const second = page();
    second.now().openCheckout();
    first.now().add(papers);
    second.changedElsewhere('tillwright.cart.3.20');
    expect(second.now().stage).toBe('cart');
    expect(names(second.now().lines)).toEqual(['Grinder', 'Papers']);
    expect(told).toEqual(['This cart was changed in another window of yours. Look at it before you take the payment.']);
  });
});

describe('a sale that is done', () => {
  it('empties the cart, clears the customer and is shown until the next sale begins, also after a reload', () => {
    const { now, tabStorage } = page();
    now().add(grinder);
    now().setCustomer(maya);
    now().openCheckout();
    now().settleSold(now().send(body, total) ?? '', reply);
    expect(now()).toMatchObject({ lines: [], customer: null, saleKey: null, sent: null, stage: 'cart' });
    expect(storage.items.size).toBe(0);
    expect(page({}, tabStorage).now().sold).toBe(JSON.stringify(reply));
    now().add(papers);
    expect(now().sold).toBeNull();
    expect(page({}, tabStorage).now().sold).toBeNull();
  });

  it('is not taken for the sale at hand when it was another one', () => {
    const { now } = page();
    now().add(grinder);
    now().openCheckout();
    const key = now().send(body, total) ?? '';
    now().settleSold('key of another sale', reply);
    expect(now().sent?.key).toBe(key);
  });
});

describe('a sale put aside while its answer is not known', () => {
  function putAside() {
    const { now } = page();
    now().add(grinder);
    now().setCustomer(maya);
    now().openCheckout();
    const key = now().send(body, total) ?? '';
    now().setAside();
    return { now, key };
  }

  it('makes room for the next one and outlives a reload', () => {
    const { now, key } = putAside();
    expect(now()).toMatchObject({ lines: [], customer: null, sent: null, saleKey: null, stage: 'cart' });
    now().add(papers);
    now().openCheckout();
    expect(now().saleKey).not.toBe(key);
    expect(page().now().aside).toMatchObject([{ key, body, customer: maya, refusal: null }]);
  });

  it('just leaves when it turns out saved', () => {
    const { now, key } = putAside();
    now().add(papers);
    now().settleSold(key, reply);
    expect(now()).toMatchObject({ aside: [], sold: null });
    expect(now().lines).toHaveLength(1);
  });

  it('comes back into an empty cart when it turns out not saved', () => {
    const { now, key } = putAside();
    now().takeBack(key);
    expect(now().lines).toEqual([]);
    now().settleRefused(key, 'Not enough in stock.');
    now().add(papers);
    now().takeBack(key);
    expect(told).toEqual(['Finish or empty the cart first. The other sale is kept.']);
    now().empty();
    now().takeBack(key);
    expect(now()).toMatchObject({ aside: [], customer: maya, saleKey: null });
    expect(now().lines.map((line) => line.name)).toEqual(['Grinder']);
  });
});
