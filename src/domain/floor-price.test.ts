import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lacksToFloor } from './floor-price.ts';
import { type PriceChanges, priceLine, quantityOf, type Sold } from './line-price.ts';
import { toCents } from './money.ts';
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
