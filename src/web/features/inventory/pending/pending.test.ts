import { describe, expect, it } from 'vitest';
import { toMilli, displayGrouped } from '#domain/quantity.ts';
import {
  pendingChange,
  countedMilli,
  countedOn,
  pendingCount,
  itemOfKey,
  readTyped,
  refusalOf,
  signed,
  stockAfter,
} from './pending.ts';

const m = (quantity: number) => toMilli(Math.round(quantity * 1000));

describe('what is typed', () => {
  const typed = (text: string, kind: { weighed: boolean; signed: boolean }) => {
    const read = readTyped(text, kind);
    return read.ok ? read.value / 1000 : read.refused.code;
  };

  it.each([
    ['', 0],
    ['  ', 0],
    ['12', 12],
    ['+3', 3],
    ['-4', -4],
    ['-', 'figure_malformed'],
    ['abc', 'figure_malformed'],
    ['1,250', 'figure_ambiguous'],
    ['2.7', 'figure_too_precise'],
    ['999999999999', 'figure_out_of_range'],
  ])('as %j of pieces, in a change, means %s', (text, quantity) => {
    expect(typed(text, { weighed: false, signed: true })).toBe(quantity);
  });

  it.each([
    ['3.5', 3.5],
    ['.5', 0.5],
    ['7.', 7],
    ['1.2345', 'figure_too_precise'],
    ['-0.25', 'figure_out_of_range'],
    ['-2', 'figure_out_of_range'],
  ])('as %j of what is weighed, in a count, means %s', (text, quantity) => {
    expect(typed(text, { weighed: true, signed: false })).toBe(quantity);
  });
});

describe('what is refused as it is typed', () => {
  it.each(['-2', '+3', '\u22122', '-', ' -1'])('%j as a count: a sign says that a change was meant', (text) =>
    expect(refusalOf('count', text, '')).toMatch(/^A count has no sign/),
  );

  it.each(['2.7', '0.5', '-2.5'])('%j pieces to restock: a part of a piece is not dropped silently', (text) =>
    expect(refusalOf('restock', text, '')).toBe(
      'Failed to adjust restock quantity: pieces are counted whole. Nothing was recorded.',
    ),
  );

  it('nothing else', () => {
    expect(refusalOf('count', '12', '')).toBeNull();
    expect(refusalOf('change', '-2', '')).toBeNull();
    expect(refusalOf('restock', '2.70', 'g')).toBeNull();
    expect(refusalOf('restock', '2.0', '')).toBeNull();
    expect(refusalOf('restock', '-5', '')).toBeNull();
  });
});

describe('pending counts', () => {
  it('know their item', () => {
    expect(itemOfKey('12')).toEqual({ productId: 12, variationId: null });
    expect(itemOfKey('12-34')).toEqual({ productId: 12, variationId: 34 });
  });

  it('have no line for a change of nothing, and one for a count that agrees', () => {
    expect(pendingChange(m(0), m(7))).toBeNull();
    expect(pendingCount(m(7), m(7))).toEqual({ deltaMilli: 0, seenMilli: m(7), counted: true });
    expect(pendingCount(m(0), m(7))).toMatchObject({ deltaMilli: m(-7) });
  });

  it('begin at nothing when a scanner counts, and keep the books they began with', () => {
    const first = countedOn(undefined, 1000, m(100));
    expect(first).toEqual({ deltaMilli: m(-99), seenMilli: m(100), counted: true });
    const second = countedOn(first ?? undefined, 1000, m(90));
    expect(second && countedMilli(second)).toBe(m(2));
    expect(second?.seenMilli).toBe(m(100));
    expect(countedOn(undefined, -1000, m(100))).toBeNull();
    // Two pieces were removed as broken before the count began. That is not a count.
    const broken = pendingChange(m(-2), m(10)) ?? undefined;
    expect(countedOn(broken, 1000, m(10))).toEqual(pendingCount(m(1), m(10)));
    expect(countedOn(broken, -1000, m(10))).toEqual(broken);
    expect(countedOn(pendingCount(m(0), m(4)), -1000, m(4))).toEqual(pendingCount(m(0), m(4)));
  });

  it('say what a change makes of the present stock, which stops at zero', () => {
    const change = (quantity: number) => ({ deltaMilli: m(quantity), seenMilli: m(12), counted: false });
    expect(stockAfter(change(8), m(12))).toBe(m(20));
    // Two were sold since it was entered.
    expect(stockAfter(change(8), m(10))).toBe(m(18));
    expect(stockAfter(change(-15), m(12))).toBe(m(0));
  });

  it('read as people write them', () => {
    expect(displayGrouped(m(1250.5))).toBe('1,250.5');
    expect(displayGrouped(m(-1000))).toBe('-1,000');
    expect([signed(m(3)), signed(m(-3)), signed(m(0))]).toEqual(['+3', '-3', '0']);
  });
});
