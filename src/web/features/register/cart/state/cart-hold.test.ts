import { beforeEach, describe, expect, it } from 'vitest';
import { toCents } from '#domain/money.ts';
import { CallError } from '#web/api/call/call-error.ts';
import type { CartCustomer } from '#web/entities/customer/customer-words.ts';
import type { CartRecord } from './cart-record.ts';
import { Browser, grinder, Kept, papers, refusal, reply, SASHA, withdrawn } from './cart.testing.ts';

const maya: CartCustomer = { id: 7, name: 'Maya Stone', email: 'maya@example.com', phone: '', points: 12 };
const names = (lines: readonly { name: string }[]) => lines.map(({ name }) => name);
const KEY = 'tillwright.cart.3.20';

let browser: Browser;
beforeEach(() => {
  browser = new Browser();
});

/** A window with a grinder in its cart, and the cart as it is then. */
async function withGrinder() {
  const page = await browser.page();
  page.now().add(grinder);
  page.now().setCustomer(maya);
  const { lines, customer, points, payment, saleKey, holds } = page.now();
  return { ...page, cart: { lines, customer, points, payment, saleKey, holds } satisfies CartRecord };
}

describe('holding a cart', () => {
  it('begins the next sale at once, under a key of its own, and keeps what was held until the answer is known', async () => {
    const { now, cart, answer } = await withGrinder();
    const key = now().hold('Blue jacket') ?? '';
    expect(key).toBe(`hold0-${cart.saleKey}`);
    expect(now()).toMatchObject({ lines: [], customer: null, saleKey: null, stage: 'cart', aside: [] });
    now().add(papers);
    expect(now().saleKey).not.toBe(cart.saleKey);
    await answer(key, reply);
    expect(names(now().lines)).toEqual(['Papers']);
  });

  it('says so while no answer comes, and the cashier sells on', async () => {
    const { now, answer, pay } = await withGrinder();
    const key = now().hold(null) ?? '';
    await answer(key, new CallError({ status: 0, code: 'no_answer', message: 'The server did not answer.' }));
    expect(now()).toMatchObject({ lines: [], aside: [{ key, isHold: true, refusal: null }] });
    expect((await browser.page()).now().lines).toEqual([]);
    now().add(papers);
    expect(pay()).toBe(now().saleKey);
  });

  it('leaves no second cart behind when the browser is killed and storage brings it back', async () => {
    const { now, answer } = await withGrinder();
    const late = browser.storage.getItem(KEY);
    const key = now().hold(null) ?? '';
    await answer(key, reply);
    browser.storage.setItem(KEY, late ?? '');
    expect((await browser.page()).now().lines).toEqual([]);
  });

  it('gives a cart that was not held back, under its own key', async () => {
    const { now, cart, answer } = await withGrinder();
    const key = now().hold(null) ?? '';
    await answer(key, refusal);
    expect(now().aside).toMatchObject([{ key, isHold: true, refusal: 'Not enough in stock.' }]);
    now().takeBack(key);
    expect(now()).toMatchObject({ ...cart, aside: [] });
    expect(now().hold(null)).toBe(key);
  });

  it('spends its key when it was withdrawn, so that it is held under the next', async () => {
    const { now, cart, answer } = await withGrinder();
    const key = now().hold(null) ?? '';
    await answer(key, withdrawn);
    now().takeBack(key);
    expect(now()).toMatchObject({ saleKey: cart.saleKey, holds: 1 });
    expect(now().hold(null)).toBe(`hold1-${cart.saleKey}`);
  });

  it('is refused for a cart that was sent, and for one of which money was taken', async () => {
    const { now, pay } = await withGrinder();
    now().enterPayment({ kind: 'method', method: 'split' });
    now().enterPayment({ kind: 'split-amount', text: '5', total: toCents(2599) });
    now().enterPayment({ kind: 'split-add', total: toCents(2599), method: 'cash' });
    expect(now().hold(null)).toBeNull();
    expect(browser.told.at(-1)).toContain('Money was taken');
    now().enterPayment({ kind: 'split-cancel' });
    pay();
    expect(now().hold(null)).toBeNull();
    expect(names(now().lines)).toEqual(['Grinder']);
  });
});

describe('a resumed cart', () => {
  const held = (cart: CartRecord): CartRecord => ({ ...cart, holds: cart.holds + 1 });

  it('goes on under the key of its sale, outlives a reload, and can be held again', async () => {
    const { now, cart, answer, takeHeld } = await withGrinder();
    await answer(now().hold(null) ?? '', reply);
    expect(takeHeld(SASHA, held(cart), false)).toBe(true);
    expect(now()).toMatchObject({ lines: cart.lines, customer: maya, saleKey: cart.saleKey, holds: 1 });
    const after = await browser.page();
    expect(after.now()).toMatchObject({ lines: cart.lines, saleKey: cart.saleKey });
    expect(after.now().hold(null)).toBe(`hold1-${cart.saleKey}`);
  });

  it('is joined with the sale at hand where that is wanted, which keeps its key and its customer', async () => {
    const { now, cart, takeHeld } = await withGrinder();
    now().hold(null);
    now().add(papers);
    const { saleKey } = now();
    expect(takeHeld(SASHA, held(cart), true)).toBe(true);
    expect(now()).toMatchObject({ saleKey, customer: maya });
    expect(names(now().lines)).toEqual(['Papers', 'Grinder']);
  });

  it('keeps its points, which go with their customer', async () => {
    const points = { points: 100, label: 'Point:Points', redeemPoints: 100, redeemCents: toCents(100) };
    const { now, cart, takeHeld } = await withGrinder();
    const ours = { ...held(cart), points };
    now().hold(null);
    // A customer is chosen for the next sale already.
    now().setCustomer({ ...maya, id: 8, name: 'Noor Vale' });
    expect(takeHeld(SASHA, ours, false)).toBe(true);
    expect(now()).toMatchObject({ customer: maya, points });
    now().hold(null);
    now().add(papers);
    expect(takeHeld(SASHA, { ...ours, holds: 2 }, true)).toBe(true);
    expect(now()).toMatchObject({ customer: maya, points });
    // Beside the customer of the sale at hand, another one's points are not used.
    now().hold(null);
    now().add(papers);
    now().setCustomer({ ...maya, id: 8, name: 'Noor Vale' });
    takeHeld(SASHA, { ...ours, holds: 3 }, true);
    expect(now()).toMatchObject({ customer: { id: 8 }, points: null });
  });

  it('is held again when another sale was begun before the answer came', async () => {
    const { now, cart, takeHeld, engine } = await withGrinder();
    now().hold(null);
    now().add(papers);
    expect(takeHeld(SASHA, held(cart), false)).toBe(false);
    expect(names(now().lines)).toEqual(['Papers']);
    expect(engine.store.getState().records.get(`hold1-${cart.saleKey}`)?.state).toBe('sending');
  });

  it('waits for its owner when somebody else is there by then', async () => {
    const { now, cart, takeHeld, openFor } = await withGrinder();
    now().hold(null);
    openFor({ userId: 4, locationId: 20 });
    now().add(papers);
    expect(takeHeld(SASHA, held(cart), false)).toBe(true);
    expect(names(now().lines)).toEqual(['Papers']);
    openFor(SASHA);
    expect(now()).toMatchObject({ lines: cart.lines, saleKey: cart.saleKey, holds: 1 });
  });

  it('sells once however often it was held', async () => {
    const { now, cart, answer, pay, takeHeld } = await withGrinder();
    await answer(now().hold(null) ?? '', reply);
    takeHeld(SASHA, held(cart), false);
    const key = pay();
    expect(key).toBe(cart.saleKey);
    await answer(key, reply);
    expect(now()).toMatchObject({ lines: [], holds: 0 });
    browser.storage.setItem(KEY, new Kept().getItem(KEY) ?? '');
    expect((await browser.page()).now().lines).toEqual([]);
  });
});
