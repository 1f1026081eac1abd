import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lacksToFloor } from './floor-price.ts';
import { type PriceChanges, priceLine, quantityOf, type Sold } from './line-price.ts';
import { plus, toCents, ZERO_CENTS } from './money.ts';
import { priceOf, toMilli } from './quantity.ts';

const pieces = (priceCents: number, count: number): Sold => ({
  kind: 'unit',
  priceCents: toCents(priceCents),
  quantityMilli: toMilli(count * 1000),
});

const tiers = (minMilli: number, priceCents: number, count: number): Sold => ({
  kind: 'tier',
  count,
  chosen: {
    ruleId: 1,
    ruleName: 'Flower',
    productType: 'flower',
    tier: { minMilli: toMilli(minMilli), priceCents: toCents(priceCents), label: 'Eighth' },
  },
});

const anySold: fc.Arbitrary<Sold> = fc.oneof(
  fc
    .record({ price: fc.nat(10_000_000), quantity: fc.integer({ min: 1, max: 100_000 }) })
    .map(({ price, quantity }) => ({
      kind: 'unit' as const,
      priceCents: toCents(price),
      quantityMilli: toMilli(quantity),
    })),
  fc
    .record({
      min: fc.integer({ min: 1, max: 30_000 }),
      price: fc.nat(10_000_000),
      count: fc.integer({ min: 1, max: 100 }),
    })
    .map(({ min, price, count }) => tiers(min, price, count)),
);

const anyChanges: fc.Arbitrary<PriceChanges> = fc.record({
  overrideCents: fc.option(fc.nat(10_000_000).map(toCents), { nil: undefined }),
  discount: fc.option(fc.nat(10_000), { nil: undefined }),
  adjustmentCents: fc.option(fc.integer({ min: -10_000_000, max: 10_000_000 }).map(toCents), { nil: undefined }),
});

it('sells ten pieces of $23.90 less 25 % for $179.25', () => {
  expect(priceLine(pieces(2390, 10), { discount: 2500 })).toEqual({
    originalCents: 23_900,
    overrideCents: 0,
    discountCents: -5975,
    adjustmentCents: 0,
    redeemedCents: 0,
    totalCents: 17_925,
    unitPriceCents: 1793,
  });
});

describe('a tier', () => {
  it('costs its price as often as it is taken, never a rounded gram price multiplied back', () => {
    const price = priceLine(tiers(3500, 4000, 3));
    expect(price.totalCents).toBe(12_000);
    expect(price.unitPriceCents).toBe(1143);
    expect(quantityOf(tiers(3500, 4000, 3))).toBe(10_500);
  });

  it('is n times its price to the cent for every tier', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 30_000 }),
        fc.nat(1_000_000),
        fc.integer({ min: 1, max: 500 }),
        (min, price, count) => {
          expect(priceLine(tiers(min, price, count)).totalCents).toBe(price * count);
        },
      ),
    );
  });

  it('takes an override for each time it is taken', () => {
    expect(priceLine(tiers(3500, 4000, 2), { overrideCents: toCents(3500) })).toMatchObject({
      originalCents: 8000,
      overrideCents: -1000,
      totalCents: 7000,
    });
  });
});

describe('changes of a price', () => {
  it('go one after the other: new price, then percent off, then the adjustment', () => {
    const changes = { overrideCents: toCents(1000), discount: 1000, adjustmentCents: toCents(-150) };
    expect(priceLine(pieces(1200, 2), changes)).toMatchObject({
      originalCents: 2400,
      overrideCents: -400,
      discountCents: -200,
      adjustmentCents: -150,
      totalCents: 1650,
    });
  });

  it('never make a line cost less than nothing, and record what was really taken off', () => {
    expect(priceLine(pieces(500, 1), { adjustmentCents: toCents(-900) })).toMatchObject({
      adjustmentCents: -500,
      totalCents: 0,
    });
  });

  it('may give a line away', () => {
    expect(priceLine(pieces(500, 3), { overrideCents: ZERO_CENTS }).totalCents).toBe(0);
    expect(priceLine(pieces(500, 3), { discount: 10_000 }).totalCents).toBe(0);
  });

  it('may make a line cost more', () => {
    expect(priceLine(pieces(500, 1), { overrideCents: toCents(700), adjustmentCents: toCents(50) }).totalCents).toBe(
      750,
    );
  });

  it('add up with the original price to the total, whatever they are', () => {
    fc.assert(
      fc.property(anySold, anyChanges, (sold, changes) => {
        const price = priceLine(sold, changes);
        const parts = [price.overrideCents, price.discountCents, price.adjustmentCents];
        expect(parts.reduce(plus, price.originalCents)).toBe(price.totalCents);
        expect(price.totalCents).toBeGreaterThanOrEqual(0);
        expect(price.discountCents).toBeLessThanOrEqual(0);
      }),
      { numRuns: 500 },
    );
  });

  it('leave a line alone when there are none', () => {
    fc.assert(
      fc.property(anySold, (sold) => {
        const plain = priceLine(sold);
        expect(plain.totalCents).toBe(plain.originalCents);
        expect(priceLine(sold, { discount: 0, adjustmentCents: ZERO_CENTS })).toEqual(plain);
      }),
    );
  });

  it('take more off for a larger discount', () => {
    fc.assert(
      fc.property(anySold, fc.nat(10_000), fc.nat(10_000), (sold, a, b) => {
        const [less, more] = [Math.min(a, b), Math.max(a, b)];
        expect(priceLine(sold, { discount: more }).totalCents).toBeLessThanOrEqual(
          priceLine(sold, { discount: less }).totalCents,
        );
      }),
    );
  });
});

it('shows a unit price within half a cent of what a unit really costs', () => {
  fc.assert(
    fc.property(anySold, (sold) => {
      const { unitPriceCents, totalCents } = priceLine(sold);
      const off = 2n * (BigInt(unitPriceCents) * BigInt(quantityOf(sold)) - BigInt(totalCents) * 1000n);
      expect((off < 0n ? -off : off) <= BigInt(quantityOf(sold))).toBe(true);
    }),
  );
});

it('prices parts of a piece to the nearest cent', () => {
  const sold: Sold = { kind: 'unit', priceCents: toCents(999), quantityMilli: toMilli(250) };
  expect(priceLine(sold).totalCents).toBe(priceOf(toCents(999), toMilli(250)));
  expect(priceLine(sold).totalCents).toBe(250);
});

describe('the floor price', () => {
  it('is that of the whole quantity, and holds up no price of the catalogue', () => {
    const grams: Sold = { ...pieces(1000, 2.5), unit: 'g' } as Sold;
    const lacks = (changes: PriceChanges) => lacksToFloor(grams, priceLine(grams, changes), toCents(800));
    expect(lacks({})).toBe(0);
    expect(lacks({ overrideCents: toCents(800) })).toBe(0);
    expect(lacks({ overrideCents: toCents(799) })).toBe(2);
    expect(lacks({ discount: 2000 })).toBe(0);
    expect(lacks({ adjustmentCents: toCents(-600) })).toBe(100);
    const cheap = pieces(500, 2);
    expect(lacksToFloor(cheap, priceLine(cheap), toCents(800))).toBe(0);
    expect(lacksToFloor(cheap, priceLine(cheap, { overrideCents: toCents(600) }), toCents(800))).toBe(0);
    const eighths = tiers(3500, 4000, 2);
    expect(lacksToFloor(eighths, priceLine(eighths, { discount: 5000 }), toCents(1000))).toBe(3000);
  });

  it('lacks nothing exactly where nothing was taken off, or the line costs the floor or more', () => {
    fc.assert(
      fc.property(anySold, anyChanges, fc.nat(10_000_000), (sold, changes, floor) => {
        const price = priceLine(sold, changes);
        const least = priceOf(toCents(floor), quantityOf(sold));
        const lacks = lacksToFloor(sold, price, toCents(floor));
        expect(lacks > 0).toBe(price.totalCents < price.originalCents && price.totalCents < least);
        expect(lacks === 0 || price.totalCents + lacks === least).toBe(true);
      }),
    );
  });
});
