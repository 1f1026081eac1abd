import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ConversionRatio } from './conversion-ratio.ts';
import type { Sold } from './line-price.ts';
import { toCents } from './money.ts';
import { toMilli } from './quantity.ts';
import { type SaleLine, stockDrawn, totalSale } from './sale.ts';
import { taxOn } from './tax.ts';

const central = { id: 20, code: 'US-NC-20', name: 'Sales Tax', ratePpm: 87_500 };

const pieces = (priceCents: number, count = 1): Sold => ({
  kind: 'unit',
  priceCents: toCents(priceCents),
  quantityMilli: toMilli(count * 1000),
});

const line = (sold: Sold, more: Partial<SaleLine> = {}): SaleLine => ({
  productId: 1,
  variationId: null,
  taxable: true,
  sold,
  changes: {},
  ...more,
});

const anyLine = fc
  .record({
    price: fc.nat(5_000_000),
    count: fc.integer({ min: 1, max: 20 }),
    taxable: fc.boolean(),
    discount: fc.nat(10_000),
    adjustment: fc.integer({ min: -100_000, max: 100_000 }),
  })
  .map(({ price, count, taxable, discount, adjustment }) =>
    line(pieces(price, count), { taxable, changes: { discount, adjustmentCents: toCents(adjustment) } }),
  );

it('adds up a cart at Charlotte Central', () => {
  const totals = totalSale(
    [line(pieces(4000)), line(pieces(1999, 2)), line(pieces(500), { taxable: false })],
    [central],
  );
  expect(totals).toMatchObject({ subtotalCents: 8498, taxableCents: 7998, taxCents: 700, totalCents: 9198 });
});

it('charges no tax where there is none', () => {
  expect(totalSale([line(pieces(4000))], [])).toMatchObject({ taxCents: 0, totalCents: 4000 });
});

it('costs nothing when nothing is sold', () => {
  expect(totalSale([], [central])).toMatchObject({ subtotalCents: 0, taxCents: 0, totalCents: 0 });
});

describe('totals', () => {
  it('do not depend on the order of the lines', () => {
    fc.assert(
      fc.property(fc.array(anyLine, { maxLength: 30 }), (lines) => {
        const { lines: prices, ...totals } = totalSale(lines, [central]);
        const { lines: reversed, ...backwards } = totalSale([...lines].reverse(), [central]);
        expect(backwards).toEqual(totals);
        expect([...reversed].reverse()).toEqual(prices);
      }),
    );
  });

  it('are the sum of their parts', () => {
    fc.assert(
      fc.property(fc.array(anyLine, { maxLength: 30 }), (lines) => {
        const totals = totalSale(lines, [central]);
        const subtotal = totals.lines.reduce((all, price) => all + price.totalCents, 0);
        const taxable = totals.lines.reduce((all, price, at) => all + (lines[at]!.taxable ? price.totalCents : 0), 0);
        expect(totals.subtotalCents).toBe(subtotal);
        expect(totals.taxableCents).toBe(taxable);
        expect(totals.taxCents).toBe(taxOn(toCents(taxable), central.ratePpm));
        expect(totals.totalCents).toBe(subtotal + totals.taxCents);
      }),
    );
  });
});

describe('what a line takes from its jar', () => {
  const ratio: ConversionRatio = {
    inputMilli: toMilli(700),
    inputUnit: 'g',
    outputMilli: toMilli(1000),
    outputUnit: 'pre-roll',
  };
  const tier = (productType: string, label: string, conversionRatio?: ConversionRatio): Sold => ({
    kind: 'tier',
    count: 5,
    chosen: {
      ruleId: 1,
      ruleName: 'Rule',
      productType,
      tier: {
        minMilli: toMilli(1000),
        priceCents: toCents(1000),
        label,
        ...(conversionRatio && { conversionRatio }),
      },
    },
  });

  it('is its quantity, for pieces and for weight', () => {
    expect(stockDrawn(pieces(500, 3))).toEqual({ ok: true, value: 3000 });
    expect(stockDrawn(tier('flower', '1 g'))).toEqual({ ok: true, value: 5000 });
  });

  it('is 3.5 g for five pre-rolls', () => {
    expect(stockDrawn(tier('pre-roll', '1 pre-roll', ratio))).toEqual({ ok: true, value: 3500 });
  });

  it('cannot be worked out for a roll without a ratio, whether its type or its label says so', () => {
    expect(stockDrawn(tier('pre-roll', 'Single'))).toMatchObject({ ok: false });
    expect(stockDrawn(tier('flower', 'Single roll'))).toMatchObject({ ok: false });
  });
});

describe('what points take off', () => {
  it('is divided among the lines by their totals, before taxes, and is exact', () => {
    const totals = totalSale([line(pieces(2390)), line(pieces(1000), { taxable: false })], [central], toCents(1000));
    expect(totals.lines.map(({ redeemedCents, totalCents }) => [redeemedCents, totalCents])).toEqual([
      [705, 1685],
      [295, 705],
    ]);
    expect(totals).toMatchObject({ redeemedCents: 1000, subtotalCents: 2390, taxableCents: 1685, taxCents: 147 });
  });

  it('never takes a line below zero, whatever the lines are', () => {
    fc.assert(
      fc.property(fc.array(anyLine, { minLength: 1, maxLength: 12 }), fc.nat(1000), (lines, share) => {
        const goods = totalSale(lines, [central]).subtotalCents;
        const redeemed = toCents(Math.floor((goods * share) / 1000));
        const totals = totalSale(lines, [central], redeemed);
        expect(totals.subtotalCents + redeemed).toBe(goods);
        expect(totals.lines.every(({ totalCents, redeemedCents }) => totalCents >= 0 && redeemedCents >= 0)).toBe(true);
      }),
    );
  });

  it('is never more than the goods', () => {
    expect(() => totalSale([line(pieces(100))], [central], toCents(101))).toThrow(RangeError);
  });
});
