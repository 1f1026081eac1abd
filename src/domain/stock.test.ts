import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toMilli } from './quantity.ts';
import { byLockOrder, inLockOrder, stockKey, stockTone } from './stock.ts';

const item = fc.record({
  productId: fc.integer({ min: 1, max: 5 }),
  variationId: fc.option(fc.integer({ min: 1, max: 5 }), { nil: null }),
});
it('names a jar as the pending maps do', () => {
  expect(stockKey({ productId: 12, variationId: null })).toBe('12');
  expect(stockKey({ productId: 12, variationId: 34 })).toBe('12-34');
});

describe('the order of locks', () => {
  it('is by product, then by variation, the simple product first', () => {
    const mixed = [
      { productId: 2, variationId: null },
      { productId: 1, variationId: 9 },
      { productId: 1, variationId: null },
      { productId: 1, variationId: 3 },
    ];
    expect(inLockOrder(mixed).map(stockKey)).toEqual(['1', '1-3', '1-9', '2']);
  });

  it('is the same for two tills, however their lines stand', () => {
    fc.assert(
      fc.property(fc.array(item), (items) => {
        const keys = inLockOrder(items).map(stockKey);
        expect(inLockOrder([...items].reverse()).map(stockKey)).toEqual(keys);
      }),
    );
  });

  it('ties only for one and the same jar', () => {
    fc.assert(
      fc.property(item, item, (a, b) => {
        expect(byLockOrder(a, b) === 0).toBe(stockKey(a) === stockKey(b));
        expect(Math.sign(byLockOrder(a, b)) + Math.sign(byLockOrder(b, a))).toBe(0);
      }),
    );
  });
});

it.each([
  [-1000, 'out'],
  [0, 'out'],
  [1, 'low'],
  [5000, 'low'],
  [5001, 'good'],
] as const)('shows %i thousandths in stock as %s', (quantity, tone) => {
  expect(stockTone(toMilli(quantity))).toBe(tone);
});
