// @vitest-environment happy-dom
import { act } from 'react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { toCents } from '#domain/money.ts';
import { onScreen, type OnScreen } from '#testing/on-screen.tsx';
import { grinder } from '../cart/state/cart.testing.ts';
import { useCart } from '../cart/state/cart-store.ts';
import { SplitPayments } from './split-payment.tsx';

const total = toCents(9700);
let form: OnScreen;
let covered: number;

beforeEach(async () => {
  useCart.getState().add(grinder);
  useCart.getState().openCheckout();
  useCart.getState().enterPayment({ kind: 'method', method: 'split' });
  covered = 0;
  form = await onScreen(<SplitPayments total={total} disabled={false} onCovered={() => (covered += 1)} />);
});
afterEach(async () => {
  await form.leave();
  useCart.getState().enterPayment({ kind: 'split-cancel' });
});

async function tender(method: 'cash' | 'card', amount: string): Promise<void> {
  await form.type(form.field('Amount of this payment'), amount);
  await form.press(form.button(`Add ${method}`));
}

const payments = () => form.all('[aria-label=Payments] li').map((one) => one.textContent);
const problem = () => form.all('[role=alert]').map((one) => one.textContent);

it('charges no card more than is owed', async () => {
  await tender('card', '100');
  expect(problem()).toEqual(['That is $3.00 more than is still owed.']);
  expect(payments()).toEqual([]);
  await tender('card', '0');
  expect(problem()).toEqual(['Each payment must be more than $0.00.']);
  expect(covered).toBe(0);
  await tender('card', '');
  expect(payments()).toEqual(['Card $97.00Take $97.00 on the card terminal']);
  expect(covered).toBeGreaterThan(0);
});

it('forgets a payment that is removed, and all of them when the split is cancelled', async () => {
  await tender('cash', '5');
  await tender('card', '10');
  expect(payments()).toEqual(['Cash $5.00', 'Card $10.00Take $10.00 on the card terminal']);
  await form.press(form.button('Remove payment of $10.00'));
  expect(payments()).toEqual(['Cash $5.00']);
  await form.press(form.button('Cancel Split'));
  expect(payments()).toEqual([]);
  expect(useCart.getState().payment).toMatchObject({ method: 'cash', splits: [] });
});

it('says in its field that a part is still owed, when Pay is pressed too early', async () => {
  await tender('cash', '50');
  await act(async () => {
    useCart.getState().enterPayment({
      kind: 'split-unfinished',
      refused: { code: 'tender_insufficient', paidCents: toCents(5000), totalCents: total },
    });
  });
  expect(problem()).toEqual(['Total paid ($50.00) is less than the order total ($97.00).']);
  expect(document.activeElement).toBe(form.field('Amount of this payment'));
  await form.type(form.field('Amount of this payment'), '4');
  expect(problem()).toEqual([]);
});
