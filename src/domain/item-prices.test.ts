import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { planOf, type PricePlan, stepsOf } from './item-prices.ts';
import { toCents } from './money.ts';

const NOW = 1_800_000_000_000;
const HOUR = 3_600_000;
const cents = toCents;

describe('the prices of a piece', () => {
  it('are one step where nothing is to come', () => {
    expect(stepsOf({ regular: cents(900), sale: null, changes: [] }, NOW)).toEqual([
      { fromMs: NOW, regular: 900, sale: null },
    ]);
  });

  it('fall at the beginning of a sale and rise again at its end', () => {
    const sale = { price: cents(700), fromMs: NOW + HOUR, untilMs: NOW + 2 * HOUR };
    expect(stepsOf({ regular: cents(900), sale, changes: [] }, NOW)).toEqual([
      { fromMs: NOW, regular: 900, sale: null },
      { fromMs: NOW + HOUR, regular: 900, sale: 700 },
      { fromMs: NOW + 2 * HOUR, regular: 900, sale: null },
    ]);
  });

  it('change in the middle of a sale', () => {
    const sale = { price: cents(700), fromMs: null, untilMs: NOW + 3 * HOUR };
    const changes = [{ fromMs: NOW + HOUR, regular: cents(950) }];
    expect(stepsOf({ regular: cents(900), sale, changes }, NOW)).toEqual([
      { fromMs: NOW, regular: 900, sale: 700 },
      { fromMs: NOW + HOUR, regular: 950, sale: 700 },
      { fromMs: NOW + 3 * HOUR, regular: 950, sale: null },
    ]);
  });

  it('take what has begun, or begins this moment, as holding now', () => {
    const sale = { price: cents(700), fromMs: NOW + 1000, untilMs: null };
    const changes = [{ fromMs: NOW - HOUR, regular: cents(950) }];
    expect(stepsOf({ regular: cents(900), sale, changes }, NOW)).toEqual([{ fromMs: NOW, regular: 950, sale: 700 }]);
  });

  it('forget a sale that is over', () => {
    const sale = { price: cents(700), fromMs: null, untilMs: NOW - 1 };
    expect(stepsOf({ regular: cents(900), sale, changes: [] }, NOW)).toEqual([
      { fromMs: NOW, regular: 900, sale: null },
    ]);
  });

  const price = fc.integer({ min: 0, max: 5 }).map((n) => cents(n * 100));
  const instant = fc.integer({ min: 1, max: 6 }).map((n) => NOW + n * HOUR);
  const plans: fc.Arbitrary<PricePlan> = fc.record({
    regular: fc.option(price),
    sale: fc.option(
      fc
        .record({ price, fromMs: fc.option(instant), untilMs: fc.option(instant) })
        .filter(({ fromMs, untilMs }) => untilMs === null || (fromMs ?? NOW) < untilMs),
    ),
    changes: fc.uniqueArray(fc.record({ fromMs: instant, regular: fc.option(price) }), {
      selector: ({ fromMs }) => fromMs,
    }),
  });

  it('come back from their steps as the same steps', () => {
    fc.assert(
      fc.property(plans, (plan) => {
        const [present, ...toCome] = stepsOf(plan, NOW);
        expect(stepsOf(planOf(present, toCome), NOW)).toEqual([present, ...toCome]);
      }),
    );
  });

  it('are at every instant what the plan says of it', () => {
    fc.assert(
      fc.property(plans, fc.integer({ min: 0, max: 14 }), (plan, halves) => {
        const ms = NOW + (halves * HOUR) / 2;
        const step = stepsOf(plan, NOW).findLast(({ fromMs }) => fromMs <= ms);
        const change = plan.changes.toSorted((a, b) => a.fromMs - b.fromMs).findLast(({ fromMs }) => fromMs <= ms);
        const { sale } = plan;
        const isOn = sale !== null && (sale.fromMs ?? 0) <= ms && (sale.untilMs === null || ms < sale.untilMs);
        expect(step).toMatchObject({ regular: change ? change.regular : plan.regular, sale: isOn ? sale.price : null });
      }),
    );
  });
});
