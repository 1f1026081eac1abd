import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { movedPrice, PRICE_ROUNDINGS, type PriceMove, type PriceRounding } from './bulk-price.ts';
import { MAX_AMOUNT_CENTS, toCents } from './money.ts';

const by = (amount: number, rounding: PriceRounding = 'cent'): PriceMove => ({
  by: 'amount',
  amount: toCents(amount),
  rounding,
});
const percent = (points: number, rounding: PriceRounding = 'cent'): PriceMove => ({
  by: 'percent',
  percent: points,
  rounding,
});
const STEP = { cent: 1, '5-cents': 5, '10-cents': 10, '25-cents': 25, '50-cents': 50, dollar: 100, '99-cents': 100 };

describe('a price that is moved', () => {
  it.each([
    [1000, by(50), 1050],
    [1000, by(-1000), 0],
    [1999, percent(1000), 2199],
    [1999, percent(1000, '5-cents'), 2200],
    [1999, percent(1000, '25-cents'), 2200],
    [1999, percent(1000, '99-cents'), 2199],
    [1999, percent(-5000, 'dollar'), 1000],
    [2450, by(0, 'dollar'), 2500],
    [2449, by(0, 'dollar'), 2400],
    [2448, by(0, '99-cents'), 2399],
    [2449, by(0, '99-cents'), 2499],
    [20, by(0, '99-cents'), 99],
    [0, percent(5000, '99-cents'), 0],
  ])('goes from %i by %j to %i', (price, move, expected) => {
    expect(movedPrice(toCents(price), move)).toEqual({ ok: true, value: expected });
  });

  it('is neither below zero nor beyond what an amount may be', () => {
    expect(movedPrice(toCents(100), by(-101))).toMatchObject({ refused: { code: 'price_below_zero' } });
    expect(movedPrice(toCents(MAX_AMOUNT_CENTS), by(1))).toMatchObject({ refused: { code: 'price_too_large' } });
    expect(movedPrice(toCents(MAX_AMOUNT_CENTS), by(0, '99-cents')).ok).toBe(true);
  });

  const price = fc.integer({ min: 0, max: MAX_AMOUNT_CENTS }).map(toCents);
  const rounding = fc.constantFrom(...PRICE_ROUNDINGS);
  const move = fc.oneof(
    fc
      .record({ points: fc.integer({ min: -10_000, max: 100_000 }), rounding })
      .map((m) => percent(m.points, m.rounding)),
    fc
      .record({ amount: fc.integer({ min: -MAX_AMOUNT_CENTS, max: MAX_AMOUNT_CENTS }), rounding })
      .map((m) => by(m.amount, m.rounding)),
  );

  it('is a whole amount within bounds that ends as asked, at most a step from the exact one', () => {
    fc.assert(
      fc.property(price, move, (from, asked) => {
        const moved = movedPrice(from, asked);
        if (!moved.ok) return;
        const exact = asked.by === 'amount' ? from + asked.amount : (from * (10_000 + asked.percent)) / 10_000;
        expect(moved.value >= 0 && moved.value <= MAX_AMOUNT_CENTS).toBe(true);
        const step = STEP[asked.rounding];
        if (moved.value !== 0) expect(moved.value % step).toBe(asked.rounding === '99-cents' ? 99 : 0);
        expect(Math.abs(moved.value - exact)).toBeLessThanOrEqual(step);
      }),
    );
  });

  it('never turns two prices round', () => {
    fc.assert(
      fc.property(price, price, move, (one, other, asked) => {
        const [low, high] = [
          movedPrice(toCents(Math.min(one, other)), asked),
          movedPrice(toCents(Math.max(one, other)), asked),
        ];
        if (low.ok && high.ok) expect(low.value).toBeLessThanOrEqual(high.value);
      }),
    );
  });
});
