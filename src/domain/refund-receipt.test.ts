import { expect, it } from 'vitest';
import { toCents } from './money.ts';
import { toMilli } from './quantity.ts';
import { type RefundReceiptFacts, refundReceiptOf } from './refund-receipt.ts';

const facts: RefundReceiptFacts = {
  shopName: 'Charlotte Central',
  shopLines: ['1200 Trade St'],
  closingLines: [],
  refundNumber: 'REF-1001',
  orderNumber: 'POS-1001',
  refundedAt: new Date('2026-01-15T02:05:00Z'),
  timeZone: 'America/New_York',
  cashier: 'Sam Staff',
  customer: 'Dana Reed',
  lines: [{ name: 'Blue Dream', quantityMilli: toMilli(1250), goodsCents: toCents(1429) }],
  goodsCents: toCents(1429),
  taxCents: toCents(125),
  shippingCents: toCents(0),
  amountCents: toCents(1554),
  tenders: [
    { method: 'cash', amountCents: toCents(1000) },
    { method: 'card', amountCents: toCents(554) },
  ],
  pointsTakenBack: '14 Points',
  pointsGivenBack: '200 Points',
  reason: 'Too dry',
  isCopy: true,
};

function read(changed: Partial<RefundReceiptFacts> = {}): string[] {
  return refundReceiptOf({ ...facts, ...changed }).map((row) => {
    if (row.kind === 'rule') return '---';
    return row.kind === 'pair'
      ? [row.left, row.right].filter(Boolean).join(' | ')
      : 'text' in row
        ? row.text
        : row.kind;
  });
}

it('says what came back, what the customer gets, and how', () => {
  expect(read()).toEqual([
    ...['Charlotte Central', '1200 Trade St', 'Refund', 'Copy', '---'],
    ...[
      'Refund | REF-1001',
      'Order | POS-1001',
      'Date | 1/14/26, 9:05 PM',
      'Cashier | Sam Staff',
      'Customer | Dana Reed',
      '---',
    ],
    ...['Blue Dream | $14.29', '1.25', '---'],
    ...['Goods | $14.29', 'Tax | $1.25', 'Refunded | $15.54', '---', 'Cash | $10.00', 'Card | $5.54', '---'],
    ...[
      'Points taken back | 14 Points',
      'Used points given back | 200 Points',
      '---',
      'Reason | Too dry',
      '---',
      'Thank you',
    ],
  ]);
});

it('names the rest of an order that was refunded by its status, and leaves out what there is not', () => {
  const rows = read({
    lines: [],
    customer: null,
    pointsTakenBack: null,
    pointsGivenBack: null,
    reason: '',
    isCopy: false,
  });
  expect(rows).toContain('Rest of order POS-1001 | $14.29');
  expect(rows.filter((row) => /Copy|Customer|Points|Reason|Shipping/.test(row))).toEqual([]);
});
