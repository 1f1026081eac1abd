import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { roundTicks } from './summary-ticks.ts';

describe('the ticks of a chart', () => {
  it.each([
    [[2560], [0, 1000, 2000, 3000]],
    [[2930], [0, 1000, 2000, 3000]],
    [[1240], [0, 500, 1000, 1500]],
    [[999.99], [0, 200, 400, 600, 800, 1000]],
    [
      [3, 0],
      [0, 1, 2, 3],
    ],
    [[0.4], [0, 1]],
    [
      [0, 0],
      [0, 1],
    ],
    [[], [0, 1]],
    [
      [300, -120],
      [-200, -100, 0, 100, 200, 300],
    ],
  ])('of %j are %j', (values, ticks) => expect(roundTicks(values)).toEqual(ticks));

  it('are few, and every value is between the first and the last', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -1e11, max: 1e11 }), { minLength: 1 }), (cents) => {
        const values = cents.map((value) => value / 100);
        const ticks = roundTicks(values);
        expect(ticks.length).toBeLessThanOrEqual(7);
        expect(ticks[0]).toBeLessThanOrEqual(Math.min(...values));
        expect(ticks.at(-1)).toBeGreaterThanOrEqual(Math.max(...values));
      }),
    );
  });
});
