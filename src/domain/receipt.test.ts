import { describe, expect, it } from 'vitest';
import { type PriceChanges, priceLine, type Sold } from './line-price.ts';
import { toCents } from './money.ts';
import { toMilli } from './quantity.ts';
import { type ReceiptFacts, type ReceiptLine, receiptOf } from './receipt.ts';

const line = (name: string, sold: Sold, changes: PriceChanges = {}): ReceiptLine => ({
  name,
  sold,
  price: priceLine(sold, changes),
  overrideCents: changes.overrideCents ?? null,
  discount: changes.discount ?? 0,
});

const eighths: Sold = {
  kind: 'tier',
  count: 2,
  chosen: {
    ruleId: 1,
    ruleName: 'Flower',
    productType: 'flower',
    tier: { minMilli: toMilli(3500), priceCents: toCents(4000), label: '3.5 g' },
  },
};
const grinder: Sold = { kind: 'unit', priceCents: toCents(2390), quantityMilli: toMilli(1000) };

const facts: ReceiptFacts = {
  shopName: 'Charlotte Central',
  shopLines: ['1200 Trade St', 'Charlotte, NC 28202'],
  closingLines: [],
  orderNumber: 'POS-1001',
  soldAt: new Date('2026-01-15T02:05:00Z'),
  timeZone: 'America/New_York',
  cashier: 'Sam Staff',
  customer: null,
  lines: [line('Blue Dream', eighths), line('Grinder', grinder, { discount: 2500 })],
  subtotalCents: toCents(9793),
  taxes: [{ name: 'Sales Tax', ratePpm: 87_500, taxCents: toCents(857) }],
  shippingCents: toCents(0),
  totalCents: toCents(10_650),
  isPaid: true,
  tenders: [{ method: 'cash', amountCents: toCents(12_000) }],
  roundingCents: toCents(0),
  changeCents: toCents(1350),
  pointsEarned: null,
  pointsUsed: null,
  pointsBalance: null,
  isCopy: false,
};

/** The receipt as it reads, one text a row. */
function read(changed: Partial<ReceiptFacts> = {}): string[] {
  return receiptOf({ ...facts, ...changed }).map((row) => {
    if (row.kind === 'rule') return '---';
    return row.kind === 'pair'
      ? [row.left, row.right].filter(Boolean).join(' | ')
      : 'text' in row
        ? row.text
        : row.kind;
  });
}

it('says who sold what to whom, when and where, and how it was paid', () => {
  expect(read()).toEqual([
    ...['Charlotte Central', '1200 Trade St', 'Charlotte, NC 28202', '---'],
    ...['Order | POS-1001', 'Date | 1/14/26, 9:05 PM', 'Cashier | Sam Staff', '---'],
    ...['Blue Dream | $80.00', '2 x 3.5 g at $40.00'],
    ...['Grinder | $17.92', '1 at $23.90', 'Regular price | $23.90', 'Discount 25% | -$5.98', '---'],
    ...['Subtotal | $97.93', 'Sales Tax 8.75% | $8.57', 'Total | $106.50', '---'],
    ...['Cash | $120.00', 'Change | $13.50', '---', 'Thank you'],
  ]);
});

describe('a changed price', () => {
  it('stands below its line with the regular price, so that the customer sees why', () => {
    const changes = { overrideCents: toCents(3500), adjustmentCents: toCents(-250) };
    const rows = read({ lines: [line('Blue Dream', eighths, changes)] });
    expect(rows).toEqual(
      expect.arrayContaining([
        'Blue Dream | $67.50',
        'Regular price | $80.00',
        'Price changed to $35.00 | -$10.00',
        'Adjustment | -$2.50',
      ]),
    );
  });

  it('is not mentioned where there is none', () => {
    expect(
      read({ lines: [line('Grinder', grinder)] }).filter((row) => /Regular|changed|Discount|Adjust/.test(row)),
    ).toEqual([]);
  });
});

it('lists every payment of a split, its rounding, and no change where none was given', () => {
  const rows = read({
    tenders: [
      { method: 'cash', amountCents: toCents(5000) },
      { method: 'card', amountCents: toCents(5648) },
    ],
    roundingCents: toCents(2),
    changeCents: toCents(0),
  });
  expect(rows).toEqual(expect.arrayContaining(['Cash | $50.00', 'Card | $56.48', 'Rounding | $0.02']));
  expect(rows.some((row) => row.startsWith('Change'))).toBe(false);
});

it('lists every tax by name and rate', () => {
  const taxes = [
    { name: 'State Tax', ratePpm: 47_500, taxCents: toCents(465) },
    { name: 'County Tax', ratePpm: 25_000, taxCents: toCents(245) },
  ];
  expect(read({ taxes })).toEqual(expect.arrayContaining(['State Tax 4.75% | $4.65', 'County Tax 2.5% | $2.45']));
});

it('names the customer and the points earned', () => {
  const rows = read({ customer: 'Maria Ortega', pointsEarned: '97 Points' });
  expect(rows).toEqual(expect.arrayContaining(['Customer | Maria Ortega', 'Points earned | 97 Points']));
});

it('marks every print after the first as a copy', () => {
  expect(read()).not.toContain('Copy');
  expect(read({ isCopy: true })[3]).toBe('Copy');
});

it('says of an order that is not paid that it is not', () => {
  const rows = receiptOf({ ...facts, isPaid: false, tenders: [], changeCents: toCents(0) });
  expect(rows).toContainEqual({ kind: 'pair', left: 'Not paid', right: '', weight: 'strong' });
  expect(receiptOf(facts)).not.toContainEqual(expect.objectContaining({ left: 'Not paid' }));
});

it('shows total and change larger than the rest', () => {
  const strong = receiptOf(facts).flatMap((row) => (row.kind === 'pair' && row.weight === 'strong' ? [row.left] : []));
  expect(strong).toEqual(['Total', 'Change']);
});

it('says in one row what points took off, and at its end what was used, earned and is left', () => {
  const rows = read({
    subtotalCents: toCents(9293),
    pointsEarned: '92 Points',
    pointsUsed: { text: '100 Points', cents: toCents(500) },
    pointsBalance: '792 Points',
  });
  const at = rows.indexOf('100 Points used | -$5.00');
  expect(rows[at + 1]).toBe('Subtotal | $92.93');
  expect(rows.slice(-6)).toEqual([
    '---',
    ...['Points earned | 92 Points', 'Points used | 100 Points', 'Points balance | 792 Points'],
    ...['---', 'Thank you'],
  ]);
});
