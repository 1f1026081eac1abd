import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  awardByLine,
  type EarningLine,
  type LoyaltySettings,
  pointsEarned,
  pointsLabel,
  pointsText,
  redeemable,
  redeemForCart,
  redeemValue,
} from './loyalty-points.ts';
import { toCents } from './money.ts';

const settings: LoyaltySettings = {
  earnPoints: 1,
  earnCents: toCents(100),
  rounding: 'down',
  minimumCents: toCents(0),
  excludedCategoryIds: [],
  earnsOnDiscounted: true,
  expireAfterDays: null,
  redeemPoints: 100,
  redeemCents: toCents(500),
  label: 'Point:Points',
};

describe('earning', () => {
  it.each([
    [0, 0],
    [99, 0],
    [100, 1],
    [4350, 43],
    [4399, 43],
    [-500, 0],
  ])('gives for %i cents %i points: parts of a point are not given', (subtotal, points) => {
    expect(pointsEarned(toCents(subtotal), settings)).toBe(points);
  });

  it('gives the exact whole number of points for every sale', () => {
    const money = fc.integer({ min: 1, max: 100_000_000_000 });
    fc.assert(
      fc.property(money, fc.nat(10_000), fc.integer({ min: 1, max: 1_000_000 }), (subtotal, earnPoints, earnCents) => {
        const whole = (BigInt(subtotal) * BigInt(earnPoints)) / BigInt(earnCents);
        const exact = whole > 1_000_000_000n ? 1_000_000_000n : whole;
        const earned = pointsEarned(toCents(subtotal), { ...settings, earnPoints, earnCents: toCents(earnCents) });
        expect(BigInt(earned)).toBe(exact);
      }),
    );
  });

  it.each([
    ['down', 4350, 43],
    ['nearest', 4349, 43],
    ['nearest', 4350, 44],
    ['up', 4301, 44],
    ['up', 4300, 43],
  ] as const)('rounds parts of a point %s: %i cents give %i points', (rounding, goods, points) => {
    expect(pointsEarned(toCents(goods), { ...settings, rounding })).toBe(points);
  });

  it('gives nothing below the minimum', () => {
    const from20 = { ...settings, minimumCents: toCents(2000) };
    expect([1999, 2000].map((goods) => pointsEarned(toCents(goods), from20))).toEqual([0, 20]);
  });
});

const FLOWER = 25;
const PIPES = 30;

/** A line that was sold at its list price. */
const line = (cents: number, more: Partial<EarningLine> = {}): EarningLine => ({
  originalCents: toCents(cents),
  totalCents: toCents(cents),
  redeemedCents: toCents(0),
  categoryIds: [FLOWER],
  bonusPoints: 0,
  times: 1,
  ...more,
});

describe('the award of a sale', () => {
  it('is that of its goods together, divided by line', () => {
    expect(awardByLine([line(150), line(150)], settings)).toEqual([2, 1]);
  });

  it('leaves out goods of excluded categories, for the minimum too', () => {
    const lines = [line(1000), line(5000, { categoryIds: [31, PIPES] })];
    const withoutPipes = { ...settings, excludedCategoryIds: [PIPES] };
    expect(awardByLine(lines, withoutPipes)).toEqual([10, 0]);
    expect(awardByLine(lines, { ...withoutPipes, minimumCents: toCents(1001) })).toEqual([0, 0]);
  });

  it('leaves out lines below their list price where the shop says so', () => {
    const lines = [line(1000), line(900, { originalCents: toCents(1000), bonusPoints: 5 })];
    expect(awardByLine(lines, settings)).toEqual([10, 14]);
    expect(awardByLine(lines, { ...settings, earnsOnDiscounted: false })).toEqual([10, 0]);
  });

  it('gives the bonus of a product for each piece, and none for what is excluded or free', () => {
    expect(awardByLine([line(1000, { bonusPoints: 7, times: 3 })], settings)).toEqual([31]);
    expect(awardByLine([line(0, { bonusPoints: 7 }), line(100)], settings)).toEqual([0, 1]);
  });

  it('gives nothing for the part that was paid with points, of the bonus neither', () => {
    const half = line(500, { originalCents: toCents(1000), redeemedCents: toCents(500), bonusPoints: 10 });
    expect(awardByLine([half], { ...settings, earnsOnDiscounted: false })).toEqual([10]);
    expect(awardByLine([line(0, { originalCents: toCents(1000), redeemedCents: toCents(1000) })], settings)).toEqual([
      0,
    ]);
  });

  it('gives the part of the bonus that was paid with money where prices contain taxes, too', () => {
    // $10.00 with 25 %, of which points paid $5.00: $4.00 and $1.00 of tax are paid.
    const half = { totalCents: toCents(400), includedTaxCents: toCents(100), redeemedCents: toCents(500) };
    expect(awardByLine([line(400, { ...half, originalCents: toCents(1000), bonusPoints: 100 })], settings)).toEqual([
      4 + 50,
    ]);
  });

  it('adds up to the points of what was paid, whatever the lines are', () => {
    const cents = fc.integer({ min: 0, max: 1_000_000_000 });
    fc.assert(
      fc.property(fc.array(cents, { minLength: 1, maxLength: 20 }), fc.nat(10_000), (amounts, earnPoints) => {
        const rate = { ...settings, earnPoints };
        const award = awardByLine(
          amounts.map((amount) => line(amount)),
          rate,
        );
        const goods = amounts.reduce((sum, amount) => sum + amount, 0);
        expect(award.reduce((sum, points) => sum + points, 0)).toBe(pointsEarned(toCents(goods), rate));
        expect(award.every((points, index) => points >= 0 && (amounts[index] !== 0 || points === 0))).toBe(true);
      }),
    );
  });
});

describe('redeeming', () => {
  it('takes whole steps only and leaves the rest with the customer', () => {
    expect(redeemValue(250, 1000, settings)).toEqual({ ok: true, value: { points: 200, discountCents: 1000 } });
  });

  it.each([
    ['no points', 0, 'points_not_positive'],
    ['less than none', -100, 'points_not_positive'],
    ['half a point', 100.5, 'points_not_positive'],
    ['no number', Number.NaN, 'points_not_positive'],
    ['more than there are', 1100, 'points_insufficient'],
    ['less than a step', 99, 'points_not_redeemable'],
  ])('refuses %s', (_what, points, code) => {
    expect(redeemValue(points, 1000, settings)).toMatchObject({ ok: false, refused: { code } });
  });

  it('is never worth more than the cart', () => {
    expect(redeemForCart(1000, 1000, toCents(1700), settings)).toEqual({
      ok: true,
      value: { points: 300, discountCents: 1500 },
    });
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 10_000 }), fc.nat(100_000), (points, total) => {
        const redeemed = redeemForCart(points, 10_000, toCents(total), settings);
        if (!redeemed.ok) return;
        expect(redeemed.value.discountCents).toBeLessThanOrEqual(total);
        expect(redeemed.value.points).toBeLessThanOrEqual(points);
        expect(redeemed.value.discountCents * 100).toBe(redeemed.value.points * 500);
      }),
    );
  });
});

it('says what a balance can be redeemed for, and nothing where that is less than a step or the balance is below zero', () => {
  expect(redeemable(725, settings)).toEqual({ points: 700, discountCents: 3500 });
  expect(redeemable(725, settings, toCents(1499))).toEqual({ points: 200, discountCents: 1000 });
  expect([99, 0, -500].map((balance) => redeemable(balance, settings).points)).toEqual([0, 0, 0]);
});

it('is singular only when the balance is exactly 1', () => {
  expect(pointsLabel('Point:Points', 1)).toBe('Point');
  expect([0, 2, -1, 100].map((balance) => pointsLabel('Point:Points', balance))).toEqual(Array(4).fill('Points'));
  expect(pointsLabel('Leaf:Leaves', 1)).toBe('Leaf');
});

it('falls back to Point and Points where the label is blank', () => {
  expect([pointsLabel('', 1), pointsLabel('', 2), pointsLabel(':', 1)]).toEqual(['Point', 'Points', 'Point']);
});

it('says a balance in words', () => {
  expect([pointsText(1), pointsText(0), pointsText(7363)]).toEqual(['1 Point', '0 Points', '7,363 Points']);
});
