import { expect, it } from 'vitest';
import { displayMoney, toCents } from '#domain/money.ts';
import { toMilli } from '#domain/quantity.ts';
import { refundOf } from '#domain/refund.ts';
import { PAID_ORDER as ORDER } from '#web/entities/order/order.testing.ts';
import { isRefundable, leftOf, refundableOf, tierQuantityOf } from './refund-sums.ts';

const wish = (quantity: number) => [{ lineId: 7, quantityMilli: toMilli(quantity * 1000), restock: true }];

it('refunds a discounted order whole to the cent, cash less its change', () => {
  const refund = refundOf(refundableOf(ORDER, []), wish(10));
  expect(refund.ok && displayMoney(refund.value.goodsCents)).toBe('$179.25');
  expect(refund.ok && refund.value.amountCents).toBe(toCents(19493));
  expect(refund.ok && refund.value.tenders).toEqual([
    { method: 'cash', amountCents: 9747 },
    { method: 'card', amountCents: 9746 },
  ]);
});

it('knows what earlier refunds gave back', () => {
  const [line] = ORDER.line_items;
  const later = { ...ORDER, refunded: '58.48', line_items: [{ ...line!, refunded_quantity: 3, refunded: '53.78' }] };
  expect(leftOf(later.line_items[0]!)).toBe(7000);
  const rest = refundOf(refundableOf(later, []), wish(7));
  expect(rest.ok && rest.value.goodsCents).toBe(17925 - 5378);
  expect(refundOf(refundableOf(later, []), wish(8)).ok).toBe(false);
});

it('takes a bag as one step of a refund, and no step for goods without tiers', () => {
  const [line] = ORDER.line_items;
  const bag = { ...line!, meta_data: [{ key: '_pricing_tier_quantity', value: 3.5 }] };
  expect(tierQuantityOf(bag)).toBe(3500);
  expect(tierQuantityOf({ ...line!, meta_data: [] })).toBeNull();
});

it('offers no refund of what was cancelled, refunded or never paid', () => {
  expect(isRefundable(ORDER)).toBe(true);
  expect(isRefundable({ ...ORDER, status: 'cancelled' })).toBe(false);
  expect(isRefundable({ ...ORDER, status: 'refunded' })).toBe(false);
  expect(isRefundable({ ...ORDER, date_paid: null })).toBe(false);
});
