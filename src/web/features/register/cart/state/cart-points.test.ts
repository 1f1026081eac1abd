import { beforeEach, describe, expect, it } from 'vitest';
import { toCents } from '#domain/money.ts';
import type { CartCustomer } from '#web/entities/customer/customer-words.ts';
import { body, Browser, grinder, papers, refusal, reply, ticks, total, withdrawn } from './cart.testing.ts';

const maya: CartCustomer = { id: 7, name: 'Maya Stone', email: '', phone: '', points: 500 };
const noah: CartCustomer = { ...maya, id: 8, name: 'Noah Reed' };
/** $20.00 off the grinder's $23.90. */
const used = { points: 400, redeemPoints: 100, redeemCents: toCents(500), label: 'Point:Points' };
const paidBody = { ...body, redeem_points: 400 };

let browser: Browser;
beforeEach(() => {
  browser = new Browser();
});

async function withPoints() {
  const cart = await browser.page();
  cart.now().add(grinder);
  cart.now().setCustomer(maya);
  cart.now().setPoints(used);
  return cart;
}

describe('the points that a cart uses', () => {
  it('outlive a reload and another person at the till, and go with the sale', async () => {
    const { now, openFor, pay, answer } = await withPoints();
    openFor({ userId: 4, locationId: 20 });
    expect(now().points).toBeNull();
    openFor({ userId: 3, locationId: 20 });
    expect(now().points).toEqual(used);
    expect((await browser.page()).now().points).toEqual(used);
    await answer(pay(), reply);
    expect(now()).toMatchObject({ lines: [], points: null });
    expect((await browser.page()).now().points).toBeNull();
  });

  it('are as many as before in a larger cart, fewer in a smaller one, and none in an empty one, and it says so', async () => {
    const { now } = await withPoints();
    now().add(papers);
    expect(now().points).toEqual(used);
    now().remove('504');
    now().changePrice('502', { overrideCents: toCents(1200), discount: 0, adjustmentCents: toCents(0), reason: null });
    expect(now().points).toEqual({ ...used, points: 200 });
    expect(browser.told).toEqual(['The cart is worth less now. 200 Points are used instead of 400: $10.00 off.']);
    now().add(grinder);
    expect(now().points).toEqual({ ...used, points: 200 });
    now().empty();
    expect(now().points).toBeNull();
    expect(browser.told.at(-1)).toBe('The cart is empty. The 200 Points are not used any more.');
  });

  it('are of one customer: another one drops them, the same one keeps them, and it says so', async () => {
    const { now } = await withPoints();
    now().setCustomer({ ...maya, points: 450 });
    expect(now().points).toEqual(used);
    expect(browser.told).toEqual([]);
    now().setCustomer(noah);
    expect(now().points).toBeNull();
    expect(browser.told).toEqual(['Another customer was chosen. The 400 Points are not used any more.']);
    now().setPoints(used);
    now().setCustomer(null);
    expect(now().points).toBeNull();
  });

  it('need a customer', async () => {
    const { now } = await browser.page();
    now().add(grinder);
    now().setPoints(used);
    expect(now().points).toBeNull();
  });

  it('are what was sent while the answer is not known: after a reload too, and nobody changes them', async () => {
    const { now } = await withPoints();
    now().openCheckout();
    now().send(paidBody, total);
    now().setPoints(null);
    now().setCustomer(noah);
    expect(now()).toMatchObject({ points: used, customer: maya });
    await ticks();
    browser.storage.items.clear();
    const reloaded = await browser.page();
    expect(reloaded.now()).toMatchObject({ points: used, sent: { key: now().saleKey } });
    expect([...browser.disk.records.values()]).toMatchObject([{ request: { body: { redeem_points: 400 } } }]);
  });

  it.each([
    ['refused', refusal],
    ['withdrawn', withdrawn],
  ])('stay in a cart whose sale was %s, and can be dropped then', async (_how, answer) => {
    const cart = await withPoints();
    cart.now().openCheckout();
    cart.now().send(paidBody, total);
    await cart.answer(cart.now().sent?.key, answer);
    expect(cart.now()).toMatchObject({ sent: null, points: used });
    cart.now().setPoints(null);
    expect((await browser.page()).now().points).toBeNull();
  });

  it('go aside with their sale, and come back with it', async () => {
    const { now, answer } = await withPoints();
    now().openCheckout();
    now().send(paidBody, total);
    const key = now().sent?.key ?? '';
    now().setAside();
    expect(now().points).toBeNull();
    await answer(key, refusal);
    const reloaded = (await browser.page()).now;
    reloaded().takeBack(key);
    expect(reloaded()).toMatchObject({ points: used, customer: maya });
  });

  it('are the same in two windows, and close a payment that was said for another total', async () => {
    const first = await withPoints();
    const second = await browser.page();
    expect(second.now().points).toEqual(used);
    second.now().openCheckout();
    first.now().setPoints({ ...used, points: 100 });
    second.changedElsewhere('tillwright.cart.3.20');
    expect(second.now()).toMatchObject({ stage: 'cart', points: { points: 100 } });
  });

  it('are dropped where what was kept of them is broken, or is more than the cart is worth', async () => {
    await withPoints();
    const keep = (points: unknown) => {
      const kept = JSON.parse(browser.storage.items.get('tillwright.cart.3.20') ?? '{}') as object;
      browser.storage.items.set('tillwright.cart.3.20', JSON.stringify({ ...kept, points }));
    };
    for (const broken of [
      {},
      'all',
      { ...used, redeemPoints: 0 },
      { ...used, points: -100 },
      { ...used, redeemCents: 0.5 },
    ]) {
      keep(broken);
      expect((await browser.page()).now()).toMatchObject({ points: null, lines: [{ name: 'Grinder' }] });
    }
    keep({ ...used, points: 100_000 });
    expect((await browser.page()).now().points).toEqual(used);
  });
});

describe('the customer of a cart', () => {
  it('says under 21 of its customer until another one is chosen', async () => {
    const { now } = await browser.page();
    now().setCustomer({ ...maya, isUnderage: true });
    now().refreshCustomer({ ...maya, points: 40 });
    expect((await browser.page()).now().customer).toEqual({ ...maya, points: 40, isUnderage: true });
    now().setCustomer(maya);
    expect(now().customer).toEqual({ ...maya, isUnderage: true });
    now().setCustomer(noah);
    now().setCustomer(maya);
    expect(now().customer).toEqual(maya);
  });

  it('is kept as they are now, without beginning the next sale', async () => {
    const { now } = await withPoints();
    now().refreshCustomer({ ...maya, name: 'Maya Stone-Reed', points: 40 });
    expect(now().customer).toMatchObject({ name: 'Maya Stone-Reed', points: 40 });
    now().refreshCustomer(noah);
    expect(now().customer?.id).toBe(7);
    now().openCheckout();
    now().send(paidBody, total);
    now().refreshCustomer(maya);
    expect(now().customer).toMatchObject({ points: 40 });
  });
});
