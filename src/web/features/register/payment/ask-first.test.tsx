// @vitest-environment happy-dom
import { act } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { ZERO_CENTS } from '#domain/money.ts';
import { toMilli } from '#domain/quantity.ts';
import type { OnScreen } from '#testing/on-screen.tsx';
import { done, onPage, refused, serve, until } from '#testing/served-page.tsx';
import { approveBy, defineCommands } from '#web/api/commands/commands.ts';
import { queryClient } from '#web/api/queries/query-client.ts';
import { applyFetchedStock, stockClock } from '#web/entities/stock/stock.ts';
import { grinder, papers } from '../cart/state/cart.testing.ts';
import { useCart } from '../cart/state/cart-store.ts';
import { saleCommand } from '../sale/sale-runner.ts';
import { Checkout } from './checkout.tsx';

let screen: OnScreen;
afterEach(async () => {
  approveBy(null);
  await screen.leave();
  queryClient.clear();
  vi.unstubAllGlobals();
});

it('asks again for the next sale, though it is the same', async () => {
  const needs = [{ permission: 'override-prices', amount: 30, reason: '30% off Grinder' }];
  serve((call) => (call.endsWith('/try') ? refused(403, 'approval_needed', 'A manager.', { needs }) : null));
  approveBy(() => Promise.resolve(true));
  screen = await onPage(<Checkout />, ['sell', 'override-prices'], { most_discount_percent: 20 });
  const begin = () =>
    act(async () => {
      const { empty, add, changePrice, openCheckout, enterPayment } = useCart.getState();
      empty();
      add(grinder);
      const key = useCart.getState().lines[0]?.key ?? '';
      changePrice(key, { overrideCents: null, discount: 3000, adjustmentCents: ZERO_CENTS, reason: 'Damaged' });
      openCheckout();
      enterPayment({ kind: 'method', method: 'split' });
    });
  await begin();
  expect(screen.all('[aria-label="Split Payment"]')).toEqual([]);
  await screen.press(screen.button(/^Ask a manager/));
  await until(() => expect(screen.all('[aria-label="Split Payment"]')).toHaveLength(1));
  await begin();
  expect(screen.all('[aria-label="Split Payment"]')).toEqual([]);
  expect(screen.button(/^Ask a manager/).disabled).toBe(false);
  await act(async () => useCart.getState().empty());
});

const stock = (milli: number) =>
  applyFetchedStock(stockClock(), [{ productId: 502, variationId: null, quantityMilli: toMilli(milli) }]);

it('keeps the answer about one cart away from another', async () => {
  const lines = [{ position: 0, product_id: 502, variation_id: null, name: 'Grinder', requested: 1, available: 0 }];
  const answers: ((refusal: Response) => void)[] = [];
  serve((call) => (call.endsWith('/try') ? new Promise((answer) => answers.push(answer)) : null));
  screen = await onPage(<Checkout />, ['sell', 'sell-anyway']);
  await act(async () => {
    stock(0);
    const { empty, add, openCheckout, enterPayment } = useCart.getState();
    empty();
    add(grinder);
    openCheckout();
    enterPayment({ kind: 'method', method: 'card' });
  });
  await screen.press(screen.button(/^Check stock/));
  await until(() => expect(answers).toHaveLength(1));
  // Back to the cart, for the next customer.
  await act(async () => {
    const { closeCheckout, empty, add, openCheckout, enterPayment } = useCart.getState();
    closeCheckout();
    empty();
    add(papers);
    openCheckout();
    enterPayment({ kind: 'method', method: 'card' });
  });
  expect(screen.button(/^Pay /).getAttribute('aria-busy')).toBeNull();
  answers[0]?.(refused(409, 'out_of_stock', 'Not enough in stock.', { lines }));
  await act(() => new Promise((resolve) => setTimeout(resolve, 50)));
  expect(document.querySelector('[role=dialog]')).toBeNull();
  await act(async () => {
    useCart.getState().empty();
    stock(9000);
  });
});

it('goes on saying what to take on the terminal when the stock runs out meanwhile, because it may have been taken', async () => {
  screen = await onPage(<Checkout />, ['sell', 'sell-anyway']);
  await act(async () => {
    stock(9000);
    const { empty, add, openCheckout, enterPayment } = useCart.getState();
    empty();
    add(grinder);
    openCheckout();
    enterPayment({ kind: 'method', method: 'card' });
  });
  expect(screen.all('[aria-label=Card]')).toHaveLength(1);
  await act(async () => stock(0));
  expect(screen.all('[aria-label=Card]')).toHaveLength(1);
  expect(screen.button(/^Pay /).disabled).toBe(false);
  await act(async () => {
    useCart.getState().empty();
    stock(9000);
  });
});

it('decides on what is not in stock before a card is charged, though the cashier may sell it anyway', async () => {
  defineCommands({ [saleCommand.kind]: () => Promise.resolve(saleCommand) });
  const sent: { call: string; anyway: unknown }[] = [];
  const lines = [{ position: 0, product_id: 502, variation_id: null, name: 'Grinder', requested: 1, available: 0 }];
  serve((call, body) => {
    if (!call.startsWith('POST /api/orders')) return null;
    const anyway = (body as { allow_oversell?: boolean }).allow_oversell === true;
    sent.push({ call, anyway });
    if (!call.endsWith('/try')) return refused(422, 'not_valid', 'Not this time.');
    return anyway ? done({}) : refused(409, 'out_of_stock', 'Not enough in stock.', { lines });
  });
  screen = await onPage(<Checkout />, ['sell', 'sell-anyway']);
  await act(async () => {
    stock(0);
    const { empty, add, openCheckout, enterPayment } = useCart.getState();
    empty();
    add(grinder);
    openCheckout();
    enterPayment({ kind: 'method', method: 'card' });
  });
  const card = () => screen.all('[aria-label=Card]');
  expect(card()).toEqual([]);
  await screen.press(screen.button(/^Check stock/));
  await until(() => expect(document.querySelector('[role=dialog]')?.textContent).toContain('Not enough in stock'));
  const anyway = [...document.querySelectorAll('button')].find(({ textContent }) => textContent === 'Sell anyway');
  if (anyway) await screen.press(anyway);
  await until(() => expect(card()).toHaveLength(1));
  await screen.press(screen.button(/^Pay /));
  await until(() => expect(sent).toHaveLength(3));
  expect(sent).toEqual([
    { call: 'POST /api/orders/try', anyway: false },
    { call: 'POST /api/orders/try', anyway: true },
    { call: 'POST /api/orders', anyway: true },
  ]);
  await until(() => expect(useCart.getState().sent).toBeNull());
  await act(async () => {
    useCart.getState().empty();
    stock(9000);
  });
});

it('asks a manager before a card is charged, and sells under the key that was approved', async () => {
  defineCommands({ [saleCommand.kind]: () => Promise.resolve(saleCommand) });
  const sent: { call: string; body: unknown }[] = [];
  const needs = [{ permission: 'override-prices', amount: 30, reason: '30% off Grinder' }];
  serve((call, body) => {
    if (!call.startsWith('POST /api/orders')) return null;
    sent.push({ call, body });
    return call.endsWith('/try') ? refused(403, 'approval_needed', 'A manager.', { needs }) : null;
  });
  const asked: string[] = [];
  let approves = false;
  approveBy(async ({ key }) => {
    asked.push(key);
    return approves;
  });
  // Somebody who may take off a fifth.
  screen = await onPage(<Checkout />, ['sell', 'override-prices'], { most_discount_percent: 20 });
  await act(async () => {
    const { add, changePrice, openCheckout, enterPayment } = useCart.getState();
    add(grinder);
    const key = useCart.getState().lines[0]?.key ?? '';
    changePrice(key, { overrideCents: null, discount: 3000, adjustmentCents: ZERO_CENTS, reason: 'Damaged' });
    openCheckout();
    enterPayment({ kind: 'method', method: 'card' });
  });
  const card = () => screen.all('[aria-label=Card]');
  expect(card()).toEqual([]);
  await screen.press(screen.button(/^Ask a manager/));
  await until(() => expect(asked).toEqual([useCart.getState().saleKey]));
  // Nobody approved it, so nothing is charged.
  expect(card()).toEqual([]);
  approves = true;
  await until(() => expect(screen.button(/^Ask a manager/).disabled).toBe(false));
  await screen.press(screen.button(/^Ask a manager/));
  await until(() => expect(card()).toHaveLength(1));
  expect(screen.text()).toContain('A manager has approved this.');
  expect(sent.map(({ call }) => call)).toEqual(['POST /api/orders/try', 'POST /api/orders/try']);
  await screen.press(screen.button(/^Pay /));
  await until(() => expect(sent).toHaveLength(3));
  expect(sent[2]).toEqual({ call: 'POST /api/orders', body: sent[1]?.body });
});
