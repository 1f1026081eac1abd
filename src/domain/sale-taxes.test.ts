import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Cents, sum, toCents } from './money.ts';
import { toMilli } from './quantity.ts';
import { refundOf, type RefundableOrder, restOf } from './refund.ts';
import { type SaleLine, type SaleTotals, totalSale } from './sale.ts';
import { type TaxRate, taxOn } from './tax.ts';

const tax = (id: number, ratePpm: number, more: Partial<TaxRate> = {}): TaxRate => ({
  id,
  code: `T${id}`,
  name: `Tax ${id}`,
  ratePpm,
  ...more,
});

const goods = (priceCents: number, more: Partial<SaleLine> = {}, count = 1): SaleLine => ({
  productId: 1,
  variationId: null,
  taxable: true,
  sold: { kind: 'unit', priceCents: toCents(priceCents), quantityMilli: toMilli(count * 1000) },
  changes: {},
  ...more,
});

const EDIBLES = { categoryIds: [7], priceClasses: ['Gummy'] };
const sumsOf = ({ taxes }: SaleTotals) =>
  taxes.map(({ name, taxableCents, taxCents }) => [name, taxableCents, taxCents]);

describe('several taxes', () => {
  it('are charged in order, one on the goods of its categories and classes', () => {
    const totals = totalSale(
      [goods(1000, { categoryIds: [7] }), goods(500, { priceClass: 'Gummy' }), goods(2000, { categoryIds: [8] })],
      [tax(1, 87_500), tax(2, 100_000, { scope: EDIBLES })],
    );
    expect(sumsOf(totals)).toEqual([
      ['Tax 1', 3500, 306],
      ['Tax 2', 1500, 150],
    ]);
    expect(totals.taxes.map(({ bases }) => bases)).toEqual([null, [1000, 500, 0]]);
    expect(totals).toMatchObject({ subtotalCents: 3500, taxableCents: 3500, taxCents: 456, totalCents: 3956 });
  });

  it('are not charged on goods that are not taxable, whatever their category is', () => {
    const totals = totalSale(
      [goods(1000, { categoryIds: [7], taxable: false })],
      [tax(1, 100_000, { scope: EDIBLES })],
    );
    expect(totals).toMatchObject({ taxCents: 0, totalCents: 1000 });
  });

  it('are charged on those before them when they are compound', () => {
    // An excise of 15 % on edibles, and sales tax on price and excise: 8.75 % of 1150 + 2000.
    const totals = totalSale(
      [goods(1000, { categoryIds: [7] }), goods(2000)],
      [tax(1, 150_000, { scope: EDIBLES }), tax(2, 87_500, { compound: true })],
    );
    expect(sumsOf(totals)).toEqual([
      ['Tax 1', 1000, 150],
      ['Tax 2', 3150, 276],
    ]);
    expect(totals.taxes[1]?.bases).toEqual([1150, 2000]);
  });

  it('make another sum in another order, when one is compound', () => {
    const city = tax(1, 10_000);
    const compound = tax(2, 100_000, { compound: true });
    expect(totalSale([goods(1000)], [city, compound]).taxCents).toBe(10 + 101);
    expect(totalSale([goods(1000)], [compound, city]).taxCents).toBe(100 + 10);
  });
});

describe('a tax that prices contain', () => {
  it('is taken out of the price: what is left and the tax are the price', () => {
    const totals = totalSale([goods(1000)], [tax(1, 87_500, { included: true })]);
    expect(totals.lines[0]).toMatchObject({ originalCents: 1000, includedTaxCents: 80, totalCents: 920 });
    expect(totals).toMatchObject({ subtotalCents: 920, taxableCents: 920, taxCents: 80, totalCents: 1000 });
  });

  it('is taken out before other taxes are added to what is left', () => {
    const totals = totalSale([goods(1150)], [tax(1, 100_000), tax(2, 150_000, { included: true })]);
    expect(sumsOf(totals)).toEqual([
      ['Tax 2', 1000, 150],
      ['Tax 1', 1000, 100],
    ]);
    expect(totals.totalCents).toBe(1250);
  });

  it('is taken out with the one that it is charged on', () => {
    // 1000 and 10 % make 1100; 20 % of that make 1320.
    const totals = totalSale(
      [goods(1320)],
      [tax(1, 100_000, { included: true }), tax(2, 200_000, { included: true, compound: true })],
    );
    expect(sumsOf(totals)).toEqual([
      ['Tax 1', 1000, 100],
      ['Tax 2', 1100, 220],
    ]);
    expect(totals).toMatchObject({ subtotalCents: 1000, totalCents: 1320 });
  });
});

describe('points', () => {
  it('lower what is taxed, unless the tax is charged on the price before them', () => {
    const lines = [goods(1000), goods(3000)];
    const rates = [tax(1, 100_000), tax(2, 50_000, { beforePoints: true })];
    const totals = totalSale(lines, rates, toCents(800));
    expect(sumsOf(totals)).toEqual([
      ['Tax 1', 3200, 320],
      ['Tax 2', 4000, 200],
    ]);
    expect(totals).toMatchObject({ subtotalCents: 3200, taxableCents: 3200, totalCents: 3720 });
    expect(totals.taxes.map(({ bases }) => bases)).toEqual([null, [1000, 3000]]);
  });

  it('leave the whole tax to pay when it is charged before them', () => {
    const totals = totalSale([goods(1000)], [tax(1, 87_500, { beforePoints: true })], toCents(1000));
    expect(totals).toMatchObject({ subtotalCents: 0, taxCents: 88, totalCents: 88 });
  });

  it('raise no tax that is charged before them, beside one that prices contain', () => {
    // $100.00 contain $20.00 of 25 %; $50.00 of it are paid with points.
    const rates = [tax(1, 250_000, { included: true }), tax(2, 87_500, { beforePoints: true })];
    const without = totalSale([goods(10_000)], rates);
    const withPoints = totalSale([goods(10_000)], rates, toCents(5000));
    expect(sumsOf(without)[1]).toEqual(['Tax 2', 8000, 700]);
    expect(sumsOf(withPoints)).toEqual([
      ['Tax 1', 4000, 1000],
      ['Tax 2', 8000, 700],
    ]);
    expect(withPoints).toMatchObject({ subtotalCents: 4000, totalCents: 5700 });
  });

  it('come off the price with the tax in it, which is that of what is paid', () => {
    const rates = [tax(1, 100_000, { included: true })];
    expect(totalSale([goods(1100)], rates, toCents(550))).toMatchObject({ subtotalCents: 500, taxCents: 50 });
    expect(totalSale([goods(1100)], rates, toCents(1100))).toMatchObject({ subtotalCents: 0, totalCents: 0 });
  });
});

const anyRate = fc
  .record({
    ratePpm: fc.nat(999_999),
    compound: fc.boolean(),
    included: fc.boolean(),
    beforePoints: fc.boolean(),
    scope: fc.option(
      fc.record({
        categoryIds: fc.array(fc.integer({ min: 1, max: 3 }), { maxLength: 2 }),
        priceClasses: fc.array(fc.constantFrom('A', 'B'), { maxLength: 1 }),
      }),
    ),
  })
  .map(({ ratePpm, ...more }) => ({ ratePpm, more }));
const anyRates = fc
  .array(anyRate, { maxLength: 5 })
  .map((rates) => rates.map(({ ratePpm, more }, id) => tax(id + 1, ratePpm, more)));
const anyLine = fc
  .record({
    price: fc.oneof(fc.nat(200), fc.nat(1_000_000)),
    count: fc.integer({ min: 1, max: 5 }),
    taxable: fc.boolean(),
    discount: fc.nat(10_000),
    categoryIds: fc.array(fc.integer({ min: 1, max: 3 }), { maxLength: 2 }),
    priceClass: fc.constantFrom(null, 'A', 'B'),
  })
  .map(({ price, count, discount, ...more }) => goods(price, { ...more, changes: { discount } }, count));
const anySale = fc.record({
  lines: fc.array(anyLine, { minLength: 1, maxLength: 6 }),
  rates: anyRates,
  part: fc.nat(1000),
});
type AnySale = { lines: SaleLine[]; rates: TaxRate[]; part: number };

function sold({ lines, rates, part }: AnySale): SaleTotals {
  const most = totalSale(lines, []).subtotalCents;
  return totalSale(lines, rates, toCents(Math.floor((most * part) / 1000)));
}

describe('any sale', () => {
  it('is its lines and its taxes, to the cent, and no line is below zero', () => {
    fc.assert(
      fc.property(anySale, (sale) => {
        const totals = sold(sale);
        expect(totals.totalCents).toBe(
          sum(totals.lines.map(({ totalCents }) => totalCents)) + sum(totals.taxes.map(({ taxCents }) => taxCents)),
        );
        for (const { originalCents, discountCents, redeemedCents, includedTaxCents = 0, totalCents } of totals.lines) {
          expect(totalCents).toBe(originalCents + discountCents - redeemedCents - includedTaxCents);
          expect(Math.min(totalCents, includedTaxCents)).toBeGreaterThanOrEqual(0);
        }
      }),
    );
  });

  it('is charged a tax before points alike, however many points are used', () => {
    fc.assert(
      fc.property(anySale, (sale) => {
        const before = ({ taxes }: SaleTotals) =>
          taxes.filter(({ beforePoints, included, compound }) => beforePoints && !included && !compound);
        const amounts = (totals: SaleTotals) =>
          before(totals).map(({ taxableCents, taxCents }) => [taxableCents, taxCents]);
        expect(amounts(sold(sale))).toEqual(amounts(sold({ ...sale, part: 0 })));
      }),
    );
  });

  it('takes out of prices exactly the taxes that they contain', () => {
    fc.assert(
      fc.property(anySale, (sale) => {
        const totals = sold(sale);
        const contained = totals.taxes.filter(({ included }) => included);
        expect(sum(contained.map(({ taxCents }) => taxCents))).toBe(
          sum(totals.lines.map(({ includedTaxCents }) => includedTaxCents ?? toCents(0))),
        );
      }),
    );
  });

  it('costs what its prices say when they contain every tax and no points are used', () => {
    fc.assert(
      fc.property(fc.array(anyLine, { minLength: 1, maxLength: 6 }), anyRates, (lines, rates) => {
        const contained = rates.map((rate) => ({ ...rate, included: true }));
        const { totalCents } = totalSale(lines, contained);
        expect(totalCents).toBe(totalSale(lines, []).totalCents);
      }),
    );
  });

  it('has every added tax as the database checks it: its base times its rate, which is what its lines say', () => {
    fc.assert(
      fc.property(anySale, (sale) => {
        const totals = sold(sale);
        for (const { included, taxableCents, taxCents, ratePpm, bases } of totals.taxes) {
          if (!included) expect(taxCents).toBe(taxOn(taxableCents, ratePpm));
          expect(taxableCents).toBe(bases ? sum(bases) : totals.taxableCents);
        }
      }),
    );
  });

  it('has a contained tax within two cents of its base times its rate', () => {
    fc.assert(
      fc.property(fc.array(anyLine, { minLength: 1, maxLength: 6 }), fc.nat(999_999), (lines, ratePpm) => {
        const { taxes } = totalSale(lines, [tax(1, ratePpm, { included: true })]);
        for (const { taxableCents, taxCents } of taxes) {
          expect(Math.abs(taxCents - (taxableCents * ratePpm) / 1_000_000)).toBeLessThan(1);
        }
      }),
    );
  });

  it('comes to the same in whatever order taxes stand that are not compound and not contained', () => {
    fc.assert(
      fc.property(anySale, ({ rates, ...sale }) => {
        const plain = rates.map((rate) => ({ ...rate, compound: false, included: false }));
        const { taxes, ...totals } = sold({ ...sale, rates: plain });
        const backwards = sold({ ...sale, rates: plain.toReversed() });
        expect(backwards.totalCents).toBe(totals.totalCents);
        expect(backwards.taxes.toReversed()).toEqual(taxes);
      }),
    );
  });

  it('is taxed as before where a location has plain taxes only', () => {
    fc.assert(
      fc.property(anySale, ({ rates, ...sale }) => {
        const plain = rates.map(({ id, ratePpm }) => tax(id, ratePpm));
        const totals = sold({ ...sale, rates: plain });
        for (const { taxCents, ratePpm } of totals.taxes) expect(taxCents).toBe(taxOn(totals.taxableCents, ratePpm));
        expect(totals.taxes.every(({ bases }) => bases == null)).toBe(true);
      }),
    );
  });
});

/** The order of a sale, paid in cash, with what has come back so far. */
function orderOf(lines: readonly SaleLine[], totals: SaleTotals): RefundableOrder {
  return {
    lines: lines.map(({ sold: { quantityMilli }, taxable }: SaleLine & { sold: { quantityMilli?: number } }, index) => {
      const quantity = toMilli(quantityMilli ?? 0);
      return {
        id: index + 1,
        quantityMilli: quantity,
        totalCents: totals.lines[index]?.totalCents ?? toCents(0),
        taxable,
        divisible: false,
        stockMilli: quantity,
        deductedMilli: quantity,
        returnedMilli: toMilli(0),
        writtenOffMilli: toMilli(0),
        refundedMilli: toMilli(0),
        refundedCents: toCents(0),
        pointsAwarded: null,
        redeemedCents: totals.lines[index]?.redeemedCents ?? toCents(0),
      };
    }),
    subtotalCents: totals.subtotalCents,
    taxableCents: totals.taxableCents,
    taxes: totals.taxes.map(({ taxCents }) => taxCents),
    taxBases: totals.taxes.map(({ bases }) => bases ?? null),
    shippingCents: toCents(0),
    totalCents: totals.totalCents,
    refundedCents: toCents(0),
    pointsAwarded: 0,
    pointsRefunded: 0,
    pointsRedeemed: 0,
    pointsReturned: 0,
    paid: [{ method: 'cash', amountCents: totals.totalCents }],
    givenBack: [],
  };
}

describe('refunds of any sale', () => {
  it('give back the cent of a tax that prices contain but that is charged on nothing', () => {
    // 0.40 c and 0.17 c are one cent together; the line of the second tax comes to nothing without it.
    const lines = [goods(5, { categoryIds: [1] }), goods(1, { categoryIds: [2] })];
    const of = (categoryId: number) => ({ included: true, scope: { categoryIds: [categoryId], priceClasses: [] } });
    const totals = totalSale(lines, [tax(1, 87_500, of(1)), tax(2, 200_000, of(2))]);
    expect(totals).toMatchObject({ subtotalCents: 5, totalCents: 6 });
    expect(totals.taxes.map(({ taxCents }) => taxCents)).toEqual([0, 1]);
    const all = lines.map((_, index) => ({ lineId: index + 1, quantityMilli: toMilli(1000), restock: true }));
    const back = refundOf(orderOf(lines, totals), all);
    expect(back).toMatchObject({ ok: true, value: { amountCents: 6, taxes: [0, 1], isFull: true } });
  });

  it('give back each tax and the whole sale exactly, however they are split, and never too much on the way', () => {
    fc.assert(
      fc.property(
        anySale,
        fc.array(fc.nat(), { minLength: 40, maxLength: 40 }),
        fc.boolean(),
        (sale, picks, byStatus) => {
          const totals = sold(sale);
          let order = orderOf(sale.lines, totals);
          let back: Cents[] = totals.taxes.map(() => toCents(0));
          let given = 0;
          const add = (taxes: readonly Cents[], amount: number) => {
            expect(taxes.every((cents) => cents >= 0)).toBe(true);
            back = back.map((cents, index) => toCents(cents + (taxes[index] ?? 0)));
            given += amount;
            expect(back.every((cents, index) => cents <= (totals.taxes[index]?.taxCents ?? 0))).toBe(true);
          };
          for (const pick of byStatus ? picks.slice(0, 3) : picks) {
            const open = order.lines.filter(({ quantityMilli, refundedMilli }) => refundedMilli < quantityMilli);
            const line = open[pick % (open.length || 1)];
            if (!line) break;
            const one = refundOf(order, [{ lineId: line.id, quantityMilli: toMilli(1000), restock: true }]);
            if (!one.ok) throw new Error(one.refused.code);
            const { value } = one;
            expect(sum(value.taxes)).toBe(value.taxCents);
            expect(value.amountCents).toBe(value.goodsCents + value.taxCents);
            add(value.taxes, value.amountCents);
            if (value.isFull) expect(back).toEqual(totals.taxes.map(({ taxCents }) => taxCents));
            order = {
              ...order,
              refundedCents: toCents(given),
              lines: order.lines.map((each) =>
                each === line
                  ? {
                      ...each,
                      refundedMilli: toMilli(each.refundedMilli + 1000),
                      refundedCents: toCents(each.refundedCents + value.goodsCents),
                    }
                  : each,
              ),
            };
          }
          const rest = restOf(order);
          expect(rest.shippingCents).toBe(0);
          add(rest.taxes, rest.amountCents);
          expect(back).toEqual(totals.taxes.map(({ taxCents }) => taxCents));
          expect(given).toBe(totals.totalCents);
        },
      ),
    );
  });
});
