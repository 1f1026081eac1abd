import { beforeEach, describe, expect, it } from 'vitest';
import { toCents } from '#domain/money.ts';
import {
  body,
  Browser,
  grinder,
  Kept,
  papers,
  refusal,
  reply,
  SASHA,
  ticks,
  total,
  withdrawn,
} from './cart.testing.ts';
import type { CartCustomer } from '#web/entities/customer/customer-words.ts';

const maya: CartCustomer = { id: 7, name: 'Maya Stone', email: 'maya@example.com', phone: '', points: 12 };
const names = (lines: readonly { name: string }[]) => lines.map(({ name }) => name);

let browser: Browser;
beforeEach(() => {
  browser = new Browser();
});

describe('the cart', () => {
  it('survives a reload with its customer and its changed prices', async () => {
    const { now } = await browser.page();
    now().add(grinder);
    now().changePrice('502', {
      overrideCents: toCents(2000),
      discount: 1000,
      adjustmentCents: toCents(-50),
      reason: 'Price match',
    });
    now().setCustomer(maya);
    expect((await browser.page()).now()).toMatchObject({ lines: now().lines, customer: maya, stage: 'cart' });
  });

  it('waits for the person who left it, and for nobody else', async () => {
    const { now, openFor } = await browser.page();
    now().add(grinder);
    openFor(null);
    expect(now().lines).toEqual([]);
    openFor({ userId: 4, locationId: 20 });
    expect(now().lines).toEqual([]);
    now().add(papers);
    openFor(SASHA);
    expect(names(now().lines)).toEqual(['Grinder']);
    openFor({ userId: 3, locationId: 19 });
    expect(now().lines).toEqual([]);
  });

  it('opens empty when what was kept is broken, and leaves nothing behind when it is empty', async () => {
    const { now } = await browser.page();
    now().add(grinder);
    browser.storage.items.set('tillwright.cart.3.20', '{"version":2,"cart":"{oops"}');
    expect((await browser.page()).now().lines).toEqual([]);
    now().empty();
    expect(browser.storage.items.size).toBe(0);
  });

  it('works when the browser cannot keep anything', async () => {
    browser.storage.full = true;
    browser.disk.full = true;
    const { now, pay, answer } = await browser.page();
    now().add(grinder);
    await answer(pay(), reply);
    expect(now()).toMatchObject({ lines: [], sold: JSON.stringify(reply) });
  });

  it('is the same in two windows of one person', async () => {
    const [first, second] = [await browser.page(), await browser.page()];
    first.now().add(grinder);
    second.changedElsewhere('tillwright.cart.3.20');
    expect(second.now().lines).toEqual(first.now().lines);
    first.now().empty();
    second.changedElsewhere('tillwright.cart.3.20');
    expect(second.now().lines).toEqual([]);
  });

  it('turns down more than there is for those who may not, and only warns the others', async () => {
    const sentence = 'Only 1 of Grinder left in stock.';
    const staff = await browser.page({ checkStock: () => ({ sentence, blocked: true }) });
    staff.now().add(grinder);
    expect(staff.now().lines).toEqual([]);
    const manager = await browser.page({ checkStock: () => ({ sentence, blocked: false }) });
    manager.now().add(grinder);
    expect(manager.now().lines).toHaveLength(1);
    expect(browser.told).toEqual([sentence, sentence]);
  });
});

describe('the key of a sale', () => {
  it('is made with the first line and kept while the cart is changed and the page reloaded', async () => {
    const { now } = await browser.page();
    expect(now().saleKey).toBeNull();
    now().add(grinder);
    const key = now().saleKey;
    expect(key).not.toBeNull();
    now().openCheckout();
    now().closeCheckout();
    now().add(papers);
    now().openCheckout();
    expect(now().saleKey).toBe(key);
    expect((await browser.page()).now().saleKey).toBe(key);
  });

  it('is a new one for the next cart', async () => {
    const { now } = await browser.page();
    now().add(grinder);
    const key = now().saleKey;
    now().empty();
    expect(now().saleKey).toBeNull();
    now().add(grinder);
    expect(now().saleKey).not.toBe(key);
  });

  it('is sent once however often Pay is pressed, in whichever window', async () => {
    const { now, pay } = await browser.page();
    now().add(grinder);
    expect(pay()).toBe(now().saleKey);
    expect(now().send(body, total)).toBe(false);
    const other = await browser.page();
    expect(other.now().stage).toBe('checkout');
    expect(other.now().send(body, total)).toBe(false);
  });

  it('is sent by one of two windows that are pressed at the same moment', async () => {
    const first = await browser.page();
    first.now().add(grinder);
    const second = await browser.page();
    first.pay();
    second.now().send({ ...body, payment_method: 'cash' }, total);
    await ticks();
    expect([...browser.disk.records.values()]).toMatchObject([{ request: { body } }]);
    expect(second.now()).toMatchObject({ stage: 'checkout', sent: first.now().sent, elsewhere: true });
  });

  it('is free again in the window that only watched, once the other one sold', async () => {
    const first = await browser.page();
    first.now().add(grinder);
    const second = await browser.page();
    const key = first.pay();
    await ticks();
    expect(second.now()).toMatchObject({ stage: 'checkout', elsewhere: true });
    await first.answer(key, reply);
    expect(second.now()).toMatchObject({ lines: [], sent: null, stage: 'cart', elsewhere: false, sold: null });
  });

  it('goes from the window that only watched when the other one puts the sale aside, and cannot be sold there', async () => {
    const first = await browser.page();
    first.now().add(grinder);
    const second = await browser.page();
    const key = first.pay();
    await ticks();
    first.now().setAside();
    await ticks();
    expect(second.now()).toMatchObject({ lines: [], saleKey: null, stage: 'cart' });
    expect(second.now().aside).toMatchObject([{ key }]);
    await first.answer(key, refusal);
    expect(second.now().aside).toMatchObject([{ key, refusal: 'Not enough in stock.' }]);
  });

  it('is the same in both windows after a refusal', async () => {
    const first = await browser.page();
    first.now().add(grinder);
    const second = await browser.page();
    const key = first.pay();
    await ticks();
    await first.answer(key, refusal);
    second.changedElsewhere('tillwright.cart.3.20');
    expect(second.now()).toMatchObject({ sent: null, saleKey: first.now().saleKey });
    expect(names(second.now().lines)).toEqual(['Grinder']);
  });

  it('keeps its cart when nobody is known to be signed in at the moment of Pay', async () => {
    const { now, pay, nobodyKnown } = await browser.page();
    now().add(grinder);
    nobodyKnown();
    expect(pay()).toBeUndefined();
    expect(names(now().lines)).toEqual(['Grinder']);
    expect(browser.told).toEqual(['Nothing was sent. Press Pay again in a moment.']);
  });

  it('stays the same, with the body to the letter, until its answer is known, and the cart is locked until then', async () => {
    const { now, pay } = await browser.page();
    now().add(grinder);
    const key = pay();
    now().add(papers);
    now().setCount('502', 5);
    now().setCustomer(maya);
    now().closeCheckout();
    expect(browser.told).toHaveLength(3);
    const reloaded = (await browser.page()).now();
    expect(reloaded).toMatchObject({ stage: 'checkout', customer: null, sent: { key, totalCents: total } });
    expect(reloaded.lines).toHaveLength(1);
    expect(browser.disk.records.get(key ?? '')).toMatchObject({ request: { body } });
  });

  it('is the same after a refusal, which spent no key, and the cart is free again', async () => {
    const { now, pay, answer } = await browser.page();
    now().add(grinder);
    const key = pay();
    await answer(key, refusal);
    expect(now()).toMatchObject({ sent: null, stage: 'checkout', aside: [], saleKey: key });
    now().closeCheckout();
    now().add(papers);
    expect(pay()).toBe(key);
    expect(browser.disk.records.get(key ?? '')).toMatchObject({ state: 'sending', memo: { totalCents: total } });
  });
});

describe('a till that is killed', () => {
  /** Sends a sale. `lag` keeps the storage as it was seconds before, because it reaches the disk late. */
  async function killedAfterPay(lag: (storage: Kept) => void) {
    const { now, pay } = await browser.page();
    now().add(grinder);
    lag(browser.storage);
    now().setCustomer(maya);
    const key = pay();
    await ticks();
    return key;
  }
  const frozen = (before: Kept) => {
    const copy = new Kept();
    for (const [key, value] of before.items) copy.items.set(key, value);
    browser.storage = copy;
  };

  it.each([
    ['all of it', () => undefined],
    ['none of it', () => (browser.storage = new Kept())],
  ])('locks the cart it had sent when storage kept %s', async (_what, lose) => {
    const key = await killedAfterPay(() => undefined);
    lose();
    const again = await browser.page();
    expect(again.now()).toMatchObject({ stage: 'checkout', sent: { key, totalCents: total }, customer: maya });
    expect(names(again.now().lines)).toEqual(['Grinder']);
    await again.answer(key, reply);
    expect(again.now()).toMatchObject({ lines: [], sent: null, sold: JSON.stringify(reply) });
  });

  it('never offers a cart again that was sold, though storage still has it', async () => {
    const first = await browser.page();
    first.now().add(grinder);
    const before = browser.storage;
    const kept = new Map(before.items);
    await first.answer(first.pay(), reply);
    for (const [key, value] of kept) before.items.set(key, value);
    frozen(before);
    const again = await browser.page();
    expect(again.now()).toMatchObject({ lines: [], sent: null, saleKey: null, stage: 'cart' });
  });

  it.each([
    ['refused', () => refusal],
    ['withdrawn', () => withdrawn],
  ])('never offers a cart again that was %s first and then sold', async (_how, first) => {
    const till = await browser.page();
    till.now().add(grinder);
    const kept = new Map(browser.storage.items);
    await till.answer(till.pay(), first());
    await till.answer(till.pay(), reply);
    for (const [key, value] of kept) browser.storage.items.set(key, value);
    const again = await browser.page();
    expect(again.now()).toMatchObject({ lines: [], sent: null, saleKey: null, stage: 'cart', aside: [] });
  });

  it('goes on with the key of before in a cart that was withdrawn, whatever reached the disk of it', async () => {
    const till = await browser.page();
    till.now().add(grinder);
    const kept = new Map(browser.storage.items);
    const key = till.pay();
    await till.answer(key, withdrawn);
    const { saleKey } = till.now();
    expect(saleKey).not.toBe(key);
    for (const [key, value] of kept) browser.storage.items.set(key, value);
    const again = await browser.page();
    await again.answer(again.pay(), withdrawn);
    expect(again.now()).toMatchObject({ saleKey, sent: null });
  });

  it('offers a cart again that was never sent', async () => {
    const { now } = await browser.page();
    now().add(grinder);
    now().openCheckout();
    const again = await browser.page();
    expect(again.now()).toMatchObject({ stage: 'cart', sent: null });
    expect(names(again.now().lines)).toEqual(['Grinder']);
  });

  it('keeps the next cart apart from a sale put aside', async () => {
    const { now } = await browser.page();
    now().add(grinder);
    now().openCheckout();
    now().send(body, total);
    now().setAside();
    now().add(papers);
    await ticks();
    const again = await browser.page();
    expect(names(again.now().lines)).toEqual(['Papers']);
    expect(again.now().aside).toMatchObject([{ totalCents: total, refusal: null }]);
  });
});

describe('what is added while a payment is open', () => {
  it('is not added, and goes into the cart when the cashier goes back for it', async () => {
    const { now } = await browser.page();
    now().add(grinder);
    now().openCheckout();
    now().add(papers);
    expect(names(now().lines)).toEqual(['Grinder']);
    expect(browser.told).toEqual(["Not added: Papers. Items can't change while payment is open."]);
    expect(browser.offered.map(({ label }) => label)).toEqual(['Back to cart and add']);
    browser.offered[0]?.onPress();
    expect(now().stage).toBe('cart');
    expect(names(now().lines)).toEqual(['Grinder', 'Papers']);
  });

  it('is not added to a sale on its way, and begins the next one when that is put aside', async () => {
    const { now, pay } = await browser.page();
    now().add(grinder);
    const key = pay();
    now().add(papers);
    expect(browser.told).toEqual(['Not added: Papers. The sale before it is still being saved.']);
    browser.offered[0]?.onPress();
    expect(names(now().lines)).toEqual(['Papers']);
    expect(now().aside).toMatchObject([{ key, totalCents: total }]);
  });

  it('goes into the next sale when the one in the way was saved before the cashier answered', async () => {
    const { now, pay, answer } = await browser.page();
    now().add(grinder);
    const key = pay();
    now().add(papers);
    await answer(key, reply);
    browser.offered[0]?.onPress();
    expect(names(now().lines)).toEqual(['Papers']);
    expect(now().aside).toEqual([]);
  });

  it('closes the payment in this window when it was added in another one', async () => {
    const first = await browser.page();
    first.now().add(grinder);
    const second = await browser.page();
    second.now().openCheckout();
    first.now().add(papers);
    second.changedElsewhere('tillwright.cart.3.20');
    expect(second.now().stage).toBe('cart');
    expect(names(second.now().lines)).toEqual(['Grinder', 'Papers']);
    expect(browser.told).toEqual([
      'This cart was changed in another window of yours. Look at it before you take the payment.',
    ]);
  });
});

describe('a sale that is done', () => {
  it('empties the cart, clears the customer and is shown until the next sale begins, even after a reload', async () => {
    const { now, tabStorage, pay, answer } = await browser.page();
    now().add(grinder);
    now().setCustomer(maya);
    await answer(pay(), reply);
    expect(now()).toMatchObject({ lines: [], customer: null, saleKey: null, sent: null, stage: 'cart' });
    expect(browser.storage.items.size).toBe(0);
    expect((await browser.page({}, tabStorage)).now().sold).toBe(JSON.stringify(reply));
    now().add(papers);
    expect(now().sold).toBeNull();
    expect((await browser.page({}, tabStorage)).now().sold).toBeNull();
  });

  it('is not taken for the sale at hand when it was another one', async () => {
    const { now, pay } = await browser.page();
    now().add(grinder);
    const key = pay();
    now().settleSold('key of another sale', reply);
    expect(now().sent?.key).toBe(key);
  });
});

describe('a sale put aside while its answer is not known', () => {
  async function putAside() {
    const page = await browser.page();
    page.now().add(grinder);
    page.now().setCustomer(maya);
    const key = page.pay();
    page.now().setAside();
    return { ...page, key };
  }

  it('makes room for the next one and outlives a reload', async () => {
    const { now, key } = await putAside();
    expect(now()).toMatchObject({ lines: [], customer: null, sent: null, saleKey: null, stage: 'cart' });
    now().add(papers);
    expect(now().saleKey).not.toBe(key);
    await ticks();
    expect((await browser.page()).now().aside).toMatchObject([{ key, customer: maya, refusal: null }]);
  });

  it('just leaves when it turns out saved', async () => {
    const { now, key, answer } = await putAside();
    now().add(papers);
    await answer(key, reply);
    expect(now()).toMatchObject({ aside: [], sold: null });
    expect(now().lines).toHaveLength(1);
  });

  it('comes back into an empty cart when it turns out not saved', async () => {
    const { now, key = '', answer } = await putAside();
    now().takeBack(key);
    expect(now().lines).toEqual([]);
    await answer(key, refusal);
    expect(now().aside).toMatchObject([{ key, refusal: 'Not enough in stock.' }]);
    now().add(papers);
    now().takeBack(key);
    expect(browser.told).toEqual(['Finish or empty the cart first. The other sale is kept.']);
    now().empty();
    now().takeBack(key);
    expect(now()).toMatchObject({ aside: [], customer: maya, saleKey: key });
    expect(names(now().lines)).toEqual(['Grinder']);
  });

  it('waits for its owner, who finds it again', async () => {
    const { now, become, key, answer } = await putAside();
    become({ userId: 4, locationId: 20 });
    expect(now()).toMatchObject({ lines: [], aside: [] });
    become(SASHA);
    expect(now().aside).toMatchObject([{ key }]);
    await answer(key, reply);
    expect(now().aside).toEqual([]);
  });
});
