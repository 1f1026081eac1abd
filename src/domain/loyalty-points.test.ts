import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type LoyaltySettings,
  pointsEarned,
  pointsLabel,
  pointsText,
  redeemForCart,
  redeemValue,
} from './loyalty-points.ts';
import { toCents } from './money.ts';

const settings: LoyaltySettings = {
  earnPoints: 1,
  earnCents: toCents(100),
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
        const exact = (BigInt(subtotal) * BigInt(earnPoints)) / BigInt(earnCents);
        const earned = pointsEarned(toCents(subtotal), { ...settings, earnPoints, earnCents: toCents(earnCents) });
        expect(BigInt(earned)).toBe(exact);
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
