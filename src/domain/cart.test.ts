import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addToCart,
  changePrice,
  cheaperTier,
  type Cart,
  cartCount,
  cartSentence,
  checkCart,
  countOf,
  joinCarts,
  type NewCartLine,
  overridePrice,
  removeLine,
  setAdjustment,
  setCount,
  setDiscount,
  swapTier,
  toSaleLines,
} from './cart.ts';
import { quantityOf } from './line-price.ts';
import { MAX_AMOUNT_CENTS, toCents, ZERO_CENTS } from './money.ts';
import { MAX_QUANTITY_MILLI, toMilli } from './quantity.ts';
import { totalSale } from './sale.ts';

const item = (productId: number, name: string, sold: NewCartLine['sold']): NewCartLine => ({
  productId,
  variationId: null,
  name,
  sku: `SKU-${productId}`,
  image: null,
  category: null,
  taxable: true,
  sold,
});

const grinder = (count = 1, priceCents = 2390): NewCartLine =>
  item(1, 'Grinder', { kind: 'unit', priceCents: toCents(priceCents), quantityMilli: toMilli(count * 1000) });

const flower = (grams: number, dollars: number, count = 1, ruleId = 1): NewCartLine =>
  item(2, 'Blue Dream', {
    kind: 'tier',
    count,
    chosen: {
      ruleId,
      ruleName: ruleId === 1 ? 'Flower' : 'Pre-rolls',
      productType: ruleId === 1 ? 'flower' : 'pre-roll',
      tier: { minMilli: toMilli(grams * 1000), priceCents: toCents(dollars * 100), label: `${grams} g` },
    },
  });

const cartOf = (...items: NewCartLine[]): Cart => items.reduce<Cart>(addToCart, []);
const lineQuantity = ({ sold }: Cart[number]): number => quantityOf(sold);
const totalOf = (cart: Cart): number => totalSale(toSaleLines(cart), []).totalCents;
const [key] = cartOf(grinder()).map((line) => line.key) as [string];

describe('adding', () => {
  it('makes the line of the same item larger', () => {
    const cart = cartOf(grinder(1), grinder(2));
    expect(cart).toHaveLength(1);
    expect(cart.map(lineQuantity)).toEqual([3000]);
  });

  it('keeps two tiers of one product apart, and merges the same tier', () => {
    const cart = cartOf(flower(3.5, 40), flower(7, 60), flower(3.5, 40, 2));
    expect(cart.map((line) => countOf(line.sold))).toEqual([3, 1]);
    expect(totalOf(cart)).toBe(18_000);
  });

  it('keeps a gram and a pre-roll of the same size apart', () => {
    expect(cartOf(flower(1, 15), flower(1, 10, 1, 2))).toHaveLength(2);
  });

  it('keeps variants apart from each other', () => {
    const cart = cartOf({ ...grinder(), variationId: 5 }, { ...grinder(), variationId: 6 }, grinder());
    expect(new Set(cart.map((line) => line.key)).size).toBe(3);
  });

  it('takes the price that is true now, and keeps what staff changed', () => {
    const cart = addToCart(setDiscount(cartOf(grinder(1, 2390)), key, 1000), grinder(1, 2500));
    expect(totalOf(cart)).toBe(4500);
  });

  it('does not add the dust of floats to parts of a piece', () => {
    const part = (quantity: number) =>
      item(3, 'Loose tea', { kind: 'unit', priceCents: toCents(100), quantityMilli: toMilli(quantity) });
    const cart = cartOf(part(100), part(200));
    expect(cart.map(lineQuantity)).toEqual([300]);
    expect(cartCount(cartOf(part(100), grinder(1), part(200)))).toBe(1.3);
  });

  it('gives the same total whichever way the items came in', () => {
    const one = fc.constantFrom(grinder(), grinder(2), flower(3.5, 40), flower(7, 60), flower(1, 10, 1, 2));
    fc.assert(
      fc.property(fc.array(one, { maxLength: 20 }), (items) => {
        expect(totalOf(cartOf(...[...items].reverse()))).toBe(totalOf(cartOf(...items)));
        expect(cartCount(cartOf(...items))).toBe(items.reduce((count, { sold }) => count + countOf(sold), 0));
      }),
    );
  });
});

describe('two carts as one', () => {
  it('have a line for each item and tier, as large as both together, priced as in the first', () => {
    const first = changePrice(cartOf(grinder(2), flower(3.5, 40)), key, {
      overrideCents: toCents(2000),
      discount: 0,
      adjustmentCents: ZERO_CENTS,
      reason: 'Dented',
    });
    const joined = joinCarts(first, cartOf(flower(3.5, 40, 2), grinder(1), flower(7, 60)));
    expect(joined.map(({ sold }) => countOf(sold))).toEqual([3, 3, 1]);
    expect(joined[0]).toMatchObject({ overrideCents: 2000, overrideReason: 'Dented' });
    expect(joinCarts([], first)).toEqual(first);
    expect(joinCarts(first, [])).toEqual(first);
  });
});

describe('changing how many', () => {
  it.each([0, -1, 0.0001, Number.NaN, Number.NEGATIVE_INFINITY])('removes the line at %d', (count) => {
    expect(setCount(cartOf(grinder(2)), key, count)).toEqual([]);
  });

  it('changes only the line that is meant', () => {
    const cart = setCount(cartOf(grinder(2), flower(3.5, 40)), key, 5);
    expect(cart.map((line) => countOf(line.sold))).toEqual([5, 1]);
    expect(removeLine(cart, key)).toHaveLength(1);
    expect(setCount(cart, 'no such line', 9)).toEqual(cart);
  });

  it('takes a tier whole', () => {
    const cart = cartOf(flower(3.5, 40));
    expect(setCount(cart, cart[0]!.key, 1.6).map((line) => countOf(line.sold))).toEqual([2]);
  });

  it('stops at the most that one line may hold, whatever is typed', () => {
    for (const huge of [1e12, Number.POSITIVE_INFINITY]) {
      expect(setCount(cartOf(grinder()), key, huge).map(lineQuantity)).toEqual([MAX_QUANTITY_MILLI]);
      const tier = cartOf(flower(3.5, 40));
      expect(setCount(tier, tier[0]!.key, huge).every((line) => lineQuantity(line) <= MAX_QUANTITY_MILLI)).toBe(true);
    }
  });

  it('never leaves a line that cannot be priced', () => {
    fc.assert(
      fc.property(fc.double(), fc.boolean(), (count, byTier) => {
        const cart = cartOf(byTier ? flower(3.5, 40) : grinder());
        const changed = setCount(cart, cart[0]!.key, count);
        expect(totalOf(changed)).toBeGreaterThanOrEqual(0);
        expect(changed.every((line) => countOf(line.sold) > 0)).toBe(true);
      }),
    );
  });
});

describe('changing the price', () => {
  it('is per tier for a tier, and cleared by the original price or by nothing', () => {
    const cart = cartOf(flower(3.5, 40, 2));
    const at = cart[0]!.key;
    const cheaper = overridePrice(cart, at, toCents(3500), 'Old harvest');
    expect(totalOf(cheaper)).toBe(7000);
    expect(cheaper[0]).toMatchObject({ overrideCents: 3500, overrideReason: 'Old harvest' });
    for (const cleared of [toCents(4000), null, toCents(-1)]) {
      expect(overridePrice(cheaper, at, cleared, 'Whatever')).toEqual(cart);
    }
  });

  it('is done in one go, with one reason for all of it', () => {
    const cart = cartOf(grinder());
    const untouched = { overrideCents: null, discount: 0, adjustmentCents: ZERO_CENTS };
    const off = changePrice(cart, key, { ...untouched, discount: 1500, reason: 'Promotion' });
    expect(off[0]).toMatchObject({ overrideCents: null, discount: 1500, overrideReason: 'Promotion' });
    const dented = { overrideCents: toCents(1000), discount: 0, adjustmentCents: toCents(-100), reason: 'Dented' };
    expect(totalOf(changePrice(off, key, dented))).toBe(900);
    expect(changePrice(off, key, { ...untouched, reason: 'Nothing changed' })).toEqual(cart);
  });

  it('may be to nothing', () => {
    expect(totalOf(overridePrice(cartOf(grinder()), key, ZERO_CENTS, null))).toBe(0);
  });

  it.each([
    [2500, 2500],
    [0, 0],
    [-500, 0],
    [10_000, 10_000],
    [99_999, 10_000],
    [Number.NaN, 0],
    [Number.POSITIVE_INFINITY, 10_000],
    [1250.4, 1250],
  ])('clamps a discount of %d hundredths of a percent to %i', (percent, kept) => {
    expect(setDiscount(cartOf(grinder()), key, percent)[0]?.discount).toBe(kept);
  });

  it('sells ten grinders of $23.90 less 25 % for $179.25', () => {
    expect(totalOf(setDiscount(cartOf(grinder(10)), key, 2500))).toBe(17_925);
  });

  it('adds or takes an adjustment once a line, not once a piece', () => {
    expect(totalOf(setAdjustment(cartOf(grinder(10)), key, toCents(-500)))).toBe(23_400);
    expect(totalOf(setAdjustment(cartOf(grinder(10)), key, toCents(-99_999)))).toBe(0);
  });
});

describe('two of a tier where one of a larger tier costs less', () => {
  const tierOf = ({ sold }: NewCartLine) => (sold.kind === 'tier' ? [sold.chosen] : []);
  const tiers = [flower(3.5, 40), flower(7, 60), flower(14, 110), flower(7, 50, 1, 2)].flatMap(tierOf);
  const lineOf = (line: NewCartLine) => cartOf(line)[0]!;
  const cheaper = (line: NewCartLine) => cheaperTier([lineOf(line)], lineOf(line), tiers)?.tier.priceCents ?? null;

  it('is pointed out for exactly what the line holds, by the same rule', () => {
    expect(cheaper(flower(3.5, 40, 2))).toBe(6000);
    expect(cheaper(flower(3.5, 40, 4))).toBe(11_000);
    expect(cheaper(flower(3.5, 40, 3))).toBeNull();
    expect(cheaper(flower(3.5, 30, 2))).toBeNull();
    // One of a tier is what it is, even at a price that has changed since.
    expect(cheaper(flower(7, 70))).toBeNull();
    expect(cheaper(grinder(2))).toBeNull();
  });

  it('is not pointed out once staff changed the price', () => {
    const line = lineOf(flower(3.5, 40, 2));
    const off = setDiscount([line], line.key, 500);
    expect(cheaperTier(off, off[0]!, tiers)).toBeNull();
  });

  it('is neither pointed out nor sold with a line of that tier whose price staff changed', () => {
    const [, seven] = tiers;
    const both = cartOf(flower(3.5, 40, 2), flower(7, 60));
    const off = setDiscount(both, both[1]!.key, 5000);
    expect(cheaperTier(both, both[0]!, tiers)).toEqual(seven);
    expect(cheaperTier(off, off[0]!, tiers)).toBeNull();
    expect(swapTier(off, off[0]!.key, seven!)).toBe(off);
  });

  it('is not sold instead of what is no longer as much', () => {
    const cart = cartOf(flower(3.5, 40, 3));
    expect(swapTier(cart, cart[0]!.key, tiers[1]!)).toBe(cart);
  });

  it('is sold instead in its place, or with the line that has it already', () => {
    const [, seven] = tiers;
    const cart = cartOf(flower(3.5, 40, 2), grinder());
    const swapped = swapTier(cart, cart[0]!.key, seven!);
    expect(swapped).toEqual(cartOf(flower(7, 60), grinder()));
    const both = cartOf(flower(3.5, 40, 2), grinder(), flower(7, 60));
    expect(swapTier(both, both[0]!.key, seven!)).toEqual(cartOf(grinder(), flower(7, 60, 2)));
    expect(swapTier(cart, 'gone', seven!)).toEqual(cart);
  });
});

describe('before checkout', () => {
  const sentenceOf = (cart: Cart): string | null => {
    const checked = checkCart(cart);
    return checked.ok ? null : cartSentence(checked.refused);
  };

  it('lets a good cart through as it is', () => {
    const cart = cartOf(grinder(2), flower(3.5, 40));
    expect(checkCart(cart)).toEqual({ ok: true, value: cart });
  });

  it('says that an empty cart is empty', () => {
    expect(sentenceOf([])).toBe('Cart is empty');
  });

  it('says that a cart is too long for one sale', () => {
    const long = Array.from({ length: 201 }, () => cartOf(grinder(1))[0]!);
    expect(sentenceOf(long)).toBe('A sale takes at most 200 lines, and this cart has 201. Sell it in two.');
    expect(sentenceOf(long.slice(1))).toBeNull();
  });

  it('names the item with a quantity that is none', () => {
    expect(sentenceOf([{ ...cartOf(grinder())[0]!, sold: grinder(0).sold }])).toBe('Invalid quantity for Grinder');
    expect(sentenceOf([{ ...cartOf(grinder())[0]!, sold: grinder(-2).sold }])).toBe('Invalid quantity for Grinder');
  });

  it('names the item whose quantity makes it cost more than an order can', () => {
    const dear = setCount(cartOf(grinder(1, MAX_AMOUNT_CENTS)), key, 2);
    expect(sentenceOf(dear)).toBe('Invalid quantity for Grinder');
    const overpriced = overridePrice(cartOf(grinder(2, 100)), key, toCents(MAX_AMOUNT_CENTS), null);
    expect(sentenceOf(overpriced)).toBe('Invalid price for Grinder');
  });

  it('names the item with a negative price', () => {
    expect(sentenceOf(cartOf(grinder(1, -5)))).toBe('Invalid price for Grinder');
    expect(sentenceOf([{ ...cartOf(grinder())[0]!, overrideCents: toCents(-1) }])).toBe('Invalid price for Grinder');
  });

  it('names the pre-roll whose ratio is missing', () => {
    expect(sentenceOf(cartOf(flower(1, 10, 1, 2)))).toMatch(/^Blue Dream has no conversion ratio/);
  });
});
