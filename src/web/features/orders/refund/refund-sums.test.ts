import { expect, it } from 'vitest';
import { order as orderShape } from '#contract/orders.ts';
import { billingAddress, address } from '#contract/wire.ts';
import { displayMoney, toCents } from '#domain/money.ts';
import { toMilli } from '#domain/quantity.ts';
import { refundOf } from '#domain/refund.ts';
import { isRefundable, leftOf, refundableOf, tierQuantityOf } from './refund-sums.ts';

/** Ten at 23.90 less a quarter, 8.75 % tax, paid half in cash with change, and half by card. */
const ORDER = orderShape.parse({
  id: 1,
  number: 'POS-1',
  status: 'completed',
  currency: 'USD',
  subtotal: '179.25',
  total_tax: '15.68',
  shipping_total: '0.00',
  total: '194.93',
  refunded: '0.00',
  date_created: '2026-03-01T12:00:00.000Z',
  date_modified: '2026-03-01T12:00:00.000Z',
  date_paid: '2026-03-01T12:00:00.000Z',
  date_completed: null,
  created_via: 'pos',
  customer_id: 0,
  customer_name: '',
  customer_note: '',
  employee_id: 3,
  employee_name: 'Sasha Lind',
  location_id: 20,
  location_name: 'Charlotte Central',
  payment_method: 'split',
  payment_method_title: 'Split Payment',
  transaction_id: '',
  tenders: [
    { method: 'cash', amount: '100.00' },
    { method: 'card', amount: '97.46' },
  ],
  change: '2.53',
  rounding: '0.00',
  points_awarded: 179,
  points_refunded: 0,
  has_shortfall: false,
  price_overridden: false,
  billing: billingAddress.parse({}),
  shipping: address.parse({}),
  shipping_lines: [],
  tax_lines: [
    {
      rate_code: 'US-NC-20',
      rate_id: 20,
      label: 'Sales Tax',
      compound: false,
      rate_percent: 8.75,
      tax_total: '15.68',
      shipping_tax_total: '0.00',
    },
  ],
  line_items: [
    {
      id: 7,
      product_id: 2,
      variation_id: 0,
      name: 'Moonwater',
      sku: null,
      category: 'Moonwater',
      quantity: 10,
      price: '23.90',
      subtotal: '239.00',
      total: '179.25',
      stock_quantity: 10,
      shortfall: 0,
      taxable: true,
      refunded_quantity: 0,
      refunded: '0.00',
      meta_data: [],
    },
  ],
  meta_data: [],
});

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
