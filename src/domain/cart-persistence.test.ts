import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addToCart, type Cart, type CartLine, overridePrice, setAdjustment, setDiscount } from './cart.ts';
import { parsePersistedCart, persistCart } from './cart-persistence.ts';
import type { Sold } from './line-price.ts';
import { toCents } from './money.ts';
import { toMilli } from './quantity.ts';

/** As objects of a till are: with the usual prototype. */
const plain = { noNullPrototype: true };

const price = fc.nat(1_000_000_000).map(toCents);
const quantity = fc.integer({ min: 1, max: 1_000_000 }).map(toMilli);
const text = fc.string({ unit: 'grapheme' });
const unit = fc.constantFrom('g', 'pre-roll', 'piece');

const sold: fc.Arbitrary<Sold> = fc.oneof(
  fc.record({ kind: fc.constant('unit' as const), priceCents: price, quantityMilli: quantity }, plain),
  fc.record(
    {
      kind: fc.constant('tier' as const),
      count: fc.integer({ min: 1, max: 100 }),
      chosen: fc.record(
        {
          ruleId: fc.integer({ min: 1, max: 3 }),
          ruleName: text,
          productType: text,
          tier: fc.record(
            {
              minMilli: quantity,
              priceCents: fc.nat(10_000_000).map(toCents),
              label: text,
              unit,
              conversionRatio: fc.record(
                { inputMilli: quantity, inputUnit: unit, outputMilli: quantity, outputUnit: unit, description: text },
                { requiredKeys: ['inputMilli', 'inputUnit', 'outputMilli', 'outputUnit'], ...plain },
              ),
            },
            { requiredKeys: ['minMilli', 'priceCents', 'label'], ...plain },
          ),
        },
        plain,
      ),
    },
    plain,
  ),
);

const change = fc.record({
  overrideCents: fc.option(price),
  reason: fc.option(text),
  discount: fc.nat(10_000),
  adjustment: fc.integer({ min: -1_000_000, max: 1_000_000 }).map(toCents),
});

const item = fc.record({
  productId: fc.integer({ min: 1, max: 6 }),
  variationId: fc.option(fc.integer({ min: 1, max: 3 })),
  name: text,
  sku: fc.option(text),
  image: fc.option(text),
  category: fc.option(text),
  taxable: fc.boolean(),
  sold,
});

/** Carts as a till makes them, action by action. */
const cart: fc.Arbitrary<Cart> = fc.array(fc.tuple(item, change), { maxLength: 8 }).map((acts) =>
  acts.reduce<Cart>((before, [added, { overrideCents, reason, discount, adjustment }]) => {
    const after = addToCart(before, added);
    const key = after.at(-1)!.key;
    return setAdjustment(setDiscount(overridePrice(after, key, overrideCents, reason), key, discount), key, adjustment);
  }, []),
);

const grinder: CartLine = addToCart([], {
  productId: 1,
  variationId: null,
  name: 'Grinder',
  sku: 'ACC-1',
  image: null,
  category: 'accessories',
  taxable: true,
  sold: { kind: 'unit', priceCents: toCents(2390), quantityMilli: toMilli(1000) },
})[0]!;

const stored = (line: unknown): string => JSON.stringify({ version: 1, lines: [line] });

it('gives every cart back as it was, after a reload', () => {
  fc.assert(
    fc.property(cart, (before) => {
      expect(parsePersistedCart(persistCart(before))).toStrictEqual(before);
    }),
    { numRuns: 500 },
  );
});

describe('what is no cart', () => {
  it.each([
    ['nothing kept', null],
    ['an empty text', ''],
    ['half a text', persistCart([grinder]).slice(0, -5)],
    ['another program', '{"items":[{"id":1}]}'],
    ['a list', '[]'],
    ['a number', '5'],
    ['null', 'null'],
    ['a newer version', persistCart([grinder]).replace('"version":1', '"version":2')],
    ['lines that are none', '{"version":1,"lines":{}}'],
    ['a line that is null', stored(null)],
    ['a line too many', JSON.stringify({ version: 1, lines: Array(1001).fill(grinder) })],
    ['the same item twice', JSON.stringify({ version: 1, lines: [grinder, grinder] })],
    ['a name planted from outside', '{"version":1,"lines":[{"__proto__":{"taxable":true}}]}'],
  ])('opens an empty cart for %s', (_what, kept) => {
    expect(parsePersistedCart(kept)).toEqual([]);
  });

  it.each([
    ['a price in dollars', { sold: { ...grinder.sold, priceCents: 23.9 } }],
    ['a price as text', { sold: { ...grinder.sold, priceCents: '2390' } }],
    ['a negative price', { sold: { ...grinder.sold, priceCents: -1 } }],
    ['no pieces', { sold: { ...grinder.sold, quantityMilli: 0 } }],
    ['more pieces than a line holds', { sold: { ...grinder.sold, quantityMilli: 1e12 } }],
    ['a way of selling nobody knows', { sold: { kind: 'rent' } }],
    ['no product', { productId: 0 }],
    ['a discount above 100 %', { discount: 10_001 }],
    ['a discount of less than nothing', { discount: -1 }],
    ['a name that is no text', { name: { toString: 'x' } }],
    ['taxable neither yes nor no', { taxable: 'yes' }],
    ['no adjustment', { adjustmentCents: undefined }],
  ])('opens an empty cart for %s', (_what, wrong) => {
    expect(parsePersistedCart(stored(grinder))).toEqual([grinder]);
    expect(parsePersistedCart(stored({ ...grinder, ...wrong }))).toEqual([]);
  });

  it('opens, whatever is found', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (kept) => {
        expect(parsePersistedCart(kept)).toEqual([]);
      }),
    );
  });

  it('opens, whatever stands where a field should', () => {
    const field = fc.constantFrom(...Object.keys(grinder));
    fc.assert(
      fc.property(field, fc.jsonValue(), (name, value) => {
        expect(parsePersistedCart(stored({ ...grinder, [name]: value })).length).toBeLessThanOrEqual(1);
      }),
    );
  });
});

it('works out the key of a line again, so that a changed one cannot split or merge lines', () => {
  expect(parsePersistedCart(stored({ ...grinder, key: 'forged' }))).toEqual([grinder]);
});
