import { expect, it } from 'vitest';
import type { WireSummary } from '#contract/order-summary.ts';
import { everyDay, hourName, tableOf } from './summary-tables.ts';

const NONE = { orders: 0, sales: '0.00', tax: '0.00', shipping: '0.00', total: '0.00', refunds: '0.00', net: '0.00' };
const DAY = {
  orders: 2,
  sales: '100.00',
  tax: '8.75',
  shipping: '0.00',
  total: '108.75',
  refunds: '10.00',
  net: '98.75',
};

const SUMMARY: WireSummary = {
  ...DAY,
  average_order: '54.38',
  tenders: [
    { method: 'cash', taken: '58.75', refunded: '10.00', net: '48.75' },
    { method: 'card', taken: '50.00', refunded: '0.00', net: '50.00' },
  ],
  by_day: [
    { ...DAY, day: '2026-02-27' },
    { ...NONE, day: '2026-03-02' },
  ],
  by_hour: [{ ...DAY, hour: 13 }],
  by_employee: [{ ...DAY, employee_id: null, name: '' }],
  by_location: [{ ...DAY, location_id: 20, name: 'Charlotte Central' }],
  by_category: [{ category: 'Flower', quantity: 3.5, sales: '100.00', refunds: '10.00', net: '90.00' }],
  by_product: {
    top: [
      {
        product_id: 1,
        variation_id: null,
        name: 'Cold Creek',
        sku: null,
        quantity: 3.5,
        sales: '60.00',
        refunds: '0.00',
        net: '60.00',
      },
    ],
    rest: { products: 2, quantity: 4, sales: '40.00', refunds: '10.00', net: '30.00' },
  },
  refunds_made: 3,
  by_refund: [
    {
      id: 7,
      number: 'REF-1007',
      order_id: 4056,
      order_number: 'POS-4056',
      day: '2026-02-27',
      sold_on: '2026-02-20',
      refunded_at: '2026-02-27T18:00:00.000Z',
      by: 'Rowan Hale',
      till: 'Front',
      reason: '',
      cash: '6.00',
      card: '0.00',
      amount: '6.00',
    },
  ],
};

it('shows days without a sale in the chart, and lists the newest day first', () => {
  const table = tableOf(SUMMARY, 'day');
  expect(table.points.map(({ name, value }) => [name, value])).toEqual([
    ['Feb 27', 100],
    ['Feb 28', 0],
    ['Mar 1', 0],
    ['Mar 2', 0],
  ]);
  expect(table.rows.map(({ cells }) => cells[0])).toEqual(['Mar 2, 2026', 'Feb 27, 2026']);
  expect(table.foot).toEqual(['All', '2', '$100.00', '$8.75', '$108.75', '$10.00', '$98.75']);
});

it('counts days over the change to summer time', () => {
  expect(everyDay(['2026-03-07', '2026-03-09'])).toEqual(['2026-03-07', '2026-03-08', '2026-03-09']);
  expect(everyDay([])).toEqual([]);
});

it('sums up the products that are not shown by name, and no grams with pieces', () => {
  const table = tableOf(SUMMARY, 'product');
  expect(table.rows.at(-1)?.cells).toEqual(['2 other products', '', '$40.00', '$10.00', '$30.00']);
  expect(table.foot).toEqual(['All', '', '$100.00', '$10.00', '$90.00']);
  expect(table.points).toHaveLength(1);
  // The figures of the day are with tax.
  expect(table.head).toEqual(['Product', 'Quantity', 'Sales', 'Refunds before tax', 'Net before tax']);
});

it('adds up what each tender took and gave back', () => {
  expect(tableOf(SUMMARY, 'tender').foot).toEqual(['All', '$108.75', '$10.00', '$98.75']);
});

it('shows the day of the sale beside the day of each refund, and sums up those that are not listed', () => {
  const { head, rows, foot, points } = tableOf(SUMMARY, 'refund');
  expect(rows.map(({ cells }) => cells)).toEqual([
    ['REF-1007', 'Feb 27, 2026', 'Feb 20, 2026', 'POS-4056', 'Rowan Hale, Front', '$6.00', '$0.00', '$6.00'],
    ['2 earlier refunds', '', '', '', '', '', '', '$4.00'],
  ]);
  expect(foot).toEqual(['All', '', '', '', '', '$10.00', '$0.00', '$10.00']);
  expect(rows.every(({ cells }) => cells.length === head.length)).toBe(true);
  expect(points).toEqual([{ name: 'Feb 27', value: 10, shown: '$10.00' }]);
});

it('names hours as the wall of the shop does', () => {
  expect([0, 9, 12, 13].map(hourName)).toEqual(['12 AM', '9 AM', '12 PM', '1 PM']);
});
