import { beforeEach, describe, expect, it } from 'vitest';
import { toCents } from '#domain/money.ts';
import { CallError } from '#web/api/call/call-error.ts';
import type { CartCustomer } from '#web/entities/customer/customer-words.ts';
import type { CartRecord } from './cart-record.ts';
import { Browser, grinder, heldAs, Kept, papers, refusal, reply, SASHA, ticks, withdrawn } from './cart.testing.ts';

const maya: CartCustomer = { id: 7, name: 'Maya Stone', email: 'maya@example.com', phone: '', points: 12 };
const names = (lines: readonly { name: string }[]) => lines.map(({ name }) => name);
const KEY = 'tillwright.cart.3.20';

let browser: Browser;
beforeEach(() => {
  browser = new Browser();
});

/** Opens a window with a grinder in its cart. Returns it, and the cart at that moment. */
async function withGrinder() {
  const page = await browser.page();
  page.now().add(grinder);
  page.now().setCustomer(maya);
  const { lines, customer, points, payment, saleKey, holds, name } = page.now();
  return { ...page, cart: { lines, customer, points, payment, saleKey, holds, name } satisfies CartRecord };
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

/** The customer with the name only; the rest is fetched from the directory later. */
const mayaByName = { id: 7, name: 'Maya Stone', email: '', phone: '', points: 0 };
const OTHER = { userId: 4, locationId: 20 };
const WAITING_ABOUT = 'Another sale was begun here, so the cart that you resumed is held again.';

describe('a resumed cart', () => {
  const held = (cart: CartRecord): CartRecord => ({ ...cart, holds: cart.holds + 1, name: 'Blue jacket' });

  /** Opens a window that has held its cart. Returns it, and a function that resumes the cart. */
  async function withHeld() {
    const page = await withGrinder();
    await page.answer(page.now().hold('Blue jacket') ?? '', reply);
    const resumed = async (join = false, cart = held(page.cart)) => {
      const key = await page.resume(cart, join);
      await page.answer(key, heldAs(cart));
    };
    return { ...page, resumed };
  }

  it('goes on under the key of its sale, outlives a reload, and can be held again by its name', async () => {
    const { now, cart, resumed } = await withHeld();
    await resumed();
    const taken = { lines: cart.lines, customer: mayaByName, saleKey: cart.saleKey, holds: 1, name: 'Blue jacket' };
    expect(now()).toMatchObject(taken);
    const after = await browser.page();
    expect(after.now()).toMatchObject(taken);
    const key = after.now().hold() ?? '';
    expect(key).toBe(`hold1-${cart.saleKey}`);
    const sent = after.engine.store.getState().records.get(key);
    expect(sent?.request?.body).toMatchObject({ name: 'Blue jacket', holds: 1 });
    expect(after.now()).toMatchObject({ lines: [], name: null });
  });

  it('loses its name when the field is left blank, and keeps it when holding fails', async () => {
    const { now, cart, resumed, answer } = await withHeld();
    await resumed();
    const key = now().hold(null) ?? '';
    await answer(key, refusal);
    now().takeBack(key);
    expect(now()).toMatchObject({ saleKey: cart.saleKey, name: null });
    const again = now().hold('Red jacket') ?? '';
    await answer(again, refusal);
    now().takeBack(again);
    expect(now()).toMatchObject({ saleKey: cart.saleKey, name: 'Red jacket' });
  });

  it('is there after a kill that took what localStorage had not written yet, once', async () => {
    const { now, cart, resumed } = await withHeld();
    const late = new Map(browser.storage.items);
    await resumed();
    now().add(papers);
    browser.storage.items.clear();
    for (const [key, value] of late) browser.storage.items.set(key, value);
    const after = await browser.page();
    expect(after.now()).toMatchObject({ lines: cart.lines, customer: mayaByName, saleKey: cart.saleKey, holds: 1 });
    after.now().add(papers);
    expect(names((await browser.page()).now().lines)).toEqual(['Grinder', 'Papers']);
  });

  for (const join of [false, true]) {
    it(`is taken once when the database answers late after it was ${join ? 'joined' : 'resumed'}`, async () => {
      const { now, resumed } = await withHeld();
      if (join) now().add(papers);
      await resumed(join);
      const { all } = browser.disk;
      browser.disk.all = () => Promise.reject(new Error('The database of the browser does not answer.'));
      const after = await browser.page();
      browser.disk.all = all;
      after.now().add({ ...papers, productId: 505, name: 'Tray' });
      const { lines } = after.now();
      for (const wake of browser.sleeping) wake();
      await ticks();
      expect(after.engine.store.getState().records.size).toBeGreaterThan(0);
      expect(names(lines)).toContain('Tray');
      expect(after.now().lines).toEqual(lines);
    });
  }

  it('does not come back once it is emptied', async () => {
    const { now, resumed, answer, pay, become } = await withHeld();
    await resumed();
    now().empty();
    expect(now()).toMatchObject({ lines: [], name: null });
    become(OTHER);
    become(SASHA);
    expect(now().lines).toEqual([]);
    now().add(papers);
    await answer(pay(), reply);
    const after = await browser.page();
    expect(after.now().lines).toEqual([]);
  });

  it('does not come back once it is sold or held, whatever a kill took', async () => {
    const { now, cart, resumed, answer, pay } = await withHeld();
    const late = browser.storage.getItem(KEY) ?? '';
    await resumed();
    await answer(now().hold() ?? '', reply);
    browser.storage.setItem(KEY, late);
    expect((await browser.page()).now().lines).toEqual([]);
    await resumed(false, { ...held(cart), holds: 2 });
    const key = pay();
    expect(key).toBe(cart.saleKey);
    await answer(key, reply);
    browser.storage.setItem(KEY, late);
    expect((await browser.page()).now().lines).toEqual([]);
  });

  it('is joined with the sale at hand where that is wanted, which keeps its key and its customer', async () => {
    const { now, cart, resumed } = await withHeld();
    now().add(papers);
    const { saleKey } = now();
    await resumed(true);
    expect(now()).toMatchObject({ saleKey, customer: mayaByName, name: 'Blue jacket' });
    expect(names(now().lines)).toEqual(['Papers', 'Grinder']);
    expect(saleKey).not.toBe(cart.saleKey);
  });

  it('is joined again after a kill, and sold with the other only', async () => {
    const { now, resumed } = await withHeld();
    now().add(papers);
    const late = browser.storage.getItem(KEY) ?? '';
    await resumed(true);
    browser.storage.setItem(KEY, late);
    const after = await browser.page();
    expect(names(after.now().lines)).toEqual(['Papers', 'Grinder']);
    await after.answer(after.pay(), reply);
    browser.storage.setItem(KEY, late);
    const sold = await browser.page();
    expect(sold.now().lines).toEqual([]);
    sold.now().add(papers);
    expect(names(sold.now().lines)).toEqual(['Papers']);
  });

  it('keeps its points, which go with their customer', async () => {
    const points = { points: 100, label: 'Point:Points', redeemPoints: 100, redeemCents: toCents(100) };
    const { now, cart, resumed, answer } = await withHeld();
    const ours = { ...held(cart), points };
    // A customer is chosen already for the next sale.
    now().setCustomer({ ...maya, id: 8, name: 'Noor Vale' });
    await resumed(false, ours);
    expect(now()).toMatchObject({ customer: mayaByName, points });
    await answer(now().hold() ?? '', reply);
    now().add(papers);
    await resumed(true, { ...ours, holds: 2 });
    expect(now()).toMatchObject({ customer: mayaByName, points });
    // The points of another customer are not used beside the customer of the present sale.
    await answer(now().hold() ?? '', reply);
    now().add(papers);
    now().setCustomer({ ...maya, id: 8, name: 'Noor Vale' });
    await resumed(true, { ...ours, saleKey: 'another-cart', holds: 3 });
    expect(now()).toMatchObject({ customer: { id: 8 }, points: null });
  });

  it('is held again, by its name, when another sale was begun before the answer came', async () => {
    const { now, cart, resumed, engine } = await withHeld();
    now().add(papers);
    await resumed();
    expect(names(now().lines)).toEqual(['Papers']);
    const again = engine.store.getState().records.get(`hold1-${cart.saleKey}`);
    expect(again?.state).toBe('sending');
    expect(again?.request?.body).toMatchObject({ name: 'Blue jacket' });
    expect(browser.told.at(-1)).toBe(WAITING_ABOUT);
  });

  it('waits for its owner when somebody else is there by then, also over a kill', async () => {
    const { now, cart, resume, answer, become } = await withHeld();
    const key = await resume(held(cart));
    become(OTHER);
    now().add(papers);
    await answer(key, heldAs(held(cart)));
    expect(names(now().lines)).toEqual(['Papers']);
    become(SASHA);
    expect(now()).toMatchObject({ lines: cart.lines, saleKey: cart.saleKey, holds: 1, name: 'Blue jacket' });
    expect((await browser.page()).now().lines).toEqual(cart.lines);
  });

  for (const join of [false, true]) {
    it(`is not mixed with what its owner ${join ? 'joined it with and left' : 'began before leaving'}`, async () => {
      const { now, cart, resume, answer, become, engine } = await withHeld();
      const key = await resume(held(cart), join);
      now().add(papers);
      become(OTHER);
      await answer(key, heldAs(held(cart)));
      expect(now().lines).toEqual([]);
      become(SASHA);
      expect(names(now().lines)).toEqual(['Papers']);
      const again = engine.store.getState().records.get(`hold1-${cart.saleKey}`);
      expect(again).toMatchObject({ state: 'sending', owner: SASHA });
      expect(browser.told.at(-1)).toBe(WAITING_ABOUT);
    });
  }

  it('is not lost beside a sale of its owner that is still being saved', async () => {
    const { now, cart, resume, answer, become, pay, engine } = await withHeld();
    const key = await resume(held(cart));
    now().add(papers);
    const sold = pay();
    become(OTHER);
    await answer(key, heldAs(held(cart)));
    become(SASHA);
    expect(now().sent?.key).toBe(sold);
    expect(engine.store.getState().records.get(`hold1-${cart.saleKey}`)?.state).toBe('sending');
  });

  it('is taken over in one of two windows that show the cart, and shown in both', async () => {
    const { now, cart, resumed } = await withHeld();
    const other = await browser.page();
    await resumed();
    other.changedElsewhere(KEY);
    expect(other.now()).toMatchObject({ lines: cart.lines, taken: now().taken });
    expect(now().taken).toHaveLength(1);
  });

  it('sells once however often it was held', async () => {
    const { now, cart, answer, pay, resumed } = await withHeld();
    await resumed();
    const key = pay();
    expect(key).toBe(cart.saleKey);
    await answer(key, reply);
    expect(now()).toMatchObject({ lines: [], holds: 0 });
    browser.storage.setItem(KEY, new Kept().getItem(KEY) ?? '');
    expect((await browser.page()).now().lines).toEqual([]);
  });
});
