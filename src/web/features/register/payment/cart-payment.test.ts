import { beforeEach, describe, expect, it } from 'vitest';
import { displayMoney } from '#domain/money.ts';
import { Browser, grinder, papers, refusal, reply, SASHA, ticks, total } from '../cart/state/cart.testing.ts';
import { NEW_PAYMENT, onCard, splitSum } from './payment.ts';

let browser: Browser;
beforeEach(() => {
  browser = new Browser();
});

type Now = Awaited<ReturnType<Browser['page']>>['now'];

describe('the payment of a cart', async () => {
  const card5 = [
    { kind: 'method', method: 'split' },
    { kind: 'split-amount', text: '5', total },
    { kind: 'split-add', total, method: 'card' },
  ] as const;
  const taken = { method: 'split', splits: [{ method: 'card', amountCents: 500 }] };
  async function partlyPaid() {
    const cart = await browser.page();
    cart.now().add(grinder);
    cart.now().openCheckout();
    for (const event of card5) cart.now().enterPayment(event);
    return cart;
  }

  it('outlives a reload, and stays with its person and location', async () => {
    const { now, openFor } = await partlyPaid();
    expect((await browser.page()).now().payment).toMatchObject(taken);
    openFor({ ...SASHA, locationId: 19 });
    now().add(papers);
    expect(now().payment).toEqual(NEW_PAYMENT);
    openFor(SASHA);
    expect(now().payment).toMatchObject(taken);
  });

  it('is fixed while the sale is on its way, and known after a reload and a refusal', async () => {
    const { now, pay } = await partlyPaid();
    const key = pay();
    now().enterPayment({ kind: 'split-cancel' });
    await ticks();
    const reloaded = await browser.page();
    await reloaded.answer(key, refusal);
    expect(reloaded.now()).toMatchObject({ sent: null, payment: taken });
  });

  it('goes aside with its sale and comes back with it', async () => {
    const { now, pay, answer } = await partlyPaid();
    const key = pay() ?? '';
    now().setAside();
    expect(now().payment).toEqual(NEW_PAYMENT);
    await answer(key, refusal);
    const reloaded = (await browser.page()).now;
    reloaded().takeBack(key);
    expect(reloaded().payment).toMatchObject(taken);
  });

  it('goes with the last line, and with the sale', async () => {
    const { now, pay, answer } = await partlyPaid();
    now().empty();
    expect(now().payment).toEqual(NEW_PAYMENT);
    now().add(grinder);
    for (const event of card5) now().enterPayment(event);
    browser.told.length = 0;
    await answer(pay(), reply);
    expect(now().payment).toEqual(NEW_PAYMENT);
    expect(browser.told).toEqual([]);
  });

  const refund = 'If $5.00 was taken on the card terminal, refund it there.';
  it.each([
    ['the cart is emptied', (now: Now) => now().empty()],
    ['the last line is removed', (now: Now) => now().setCount('502', 0)],
    ['the split is cancelled', (now: Now) => now().enterPayment({ kind: 'split-cancel' })],
    ['the payment is removed', (now: Now) => now().enterPayment({ kind: 'split-remove', index: 0 })],
  ])('of a card is not forgotten without a word when %s', async (_when, change) => {
    const { now } = await partlyPaid();
    change(now);
    expect(browser.told).toEqual([refund]);
  });

  it('by card is remembered when the sale is refused, at hand or put aside, and goes with a word', async () => {
    const { now, pay, answer } = await browser.page();
    now().add(grinder);
    now().openCheckout();
    now().enterPayment({ kind: 'method', method: 'card' });
    await answer(pay(), refusal);
    expect(now().payment.maybeCharged).toBe(total);
    const key = pay() ?? '';
    now().setAside();
    expect(now().payment.maybeCharged).toBe(0);
    await answer(key, refusal);
    now().takeBack(key);
    expect(now().payment.maybeCharged).toBe(total);
    now().empty();
    expect(browser.told).toEqual([`If ${displayMoney(total)} was taken on the card terminal, refund it there.`]);
  });

  it('in cash is taken back without a word, and another way to pay forgets nothing', async () => {
    const { now } = await partlyPaid();
    now().enterPayment({ kind: 'split-add', total, method: 'cash' });
    now().enterPayment({ kind: 'split-remove', index: 1 });
    now().enterPayment({ kind: 'method', method: 'cash' });
    expect(browser.told).toEqual([]);
    expect(onCard(now().payment)).toBe(500);
    expect(splitSum(now().payment)).toBe(500);
  });
});
