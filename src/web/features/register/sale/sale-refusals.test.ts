import { describe, expect, it } from 'vitest';
import { addToCart, type Cart, countOf, type NewCartLine, overridePrice } from '#domain/cart.ts';
import { listPriceOf } from '#domain/line-price.ts';
import { toCents } from '#domain/money.ts';
import { toMilli } from '#domain/quantity.ts';
import { CallError } from '#web/api/call/call-error.ts';
import { readRefusal, withNewPrices } from './sale-refusals.ts';
import { askedBeyondStock, reduceToStock, shortagesOf } from '../cart/line/stock-check.ts';

const refuse = (status: number, code: string, details: { error?: string; [more: string]: unknown } = {}) =>
  readRefusal(new CallError({ status, code, message: details.error ?? 'The server answered.', details }));

const jar = (milli: number, label: string, count: number): NewCartLine => ({
  productId: 501,
  variationId: null,
  name: 'Blue Dream',
  sku: null,
  image: null,
  category: null,
  taxable: true,
  sold: {
    kind: 'tier',
    count,
    chosen: {
      ruleId: 1,
      ruleName: 'Flower',
      productType: 'flower',
      tier: { minMilli: toMilli(milli), priceCents: toCents(milli), label },
    },
  },
});
const grinder: NewCartLine = {
  ...jar(1000, '1 g', 1),
  productId: 502,
  name: 'Grinder',
  sold: { kind: 'unit', priceCents: toCents(2390), quantityMilli: toMilli(5000) },
};
const cart: Cart = [jar(3500, '3.5 g', 2), grinder, jar(1000, '1 g', 3)].reduce(addToCart, [] as Cart);

describe('a refused sale', () => {
  it('names the new prices, which go into the cart and leave overrides alone', () => {
    const refusal = refuse(409, 'price_changed', {
      error: 'The price of Grinder is now $25.00.',
      changes: [{ position: 1, product_id: 502, old_price: '119.50', new_price: '25.00' }],
      totals: {},
    });
    expect(refusal).toEqual({ kind: 'price-changed', changes: [{ position: 1, newCents: 2500 }] });
    const overridden = overridePrice(cart, '502', toCents(2000), 'Damaged');
    const repriced = withNewPrices(overridden, [{ position: 1, newCents: toCents(2500) }]);
    expect(repriced.map((line) => listPriceOf(line.sold))).toEqual([3500, 2500, 1000]);
    expect(repriced[1]).toMatchObject({ overrideCents: 2000, overrideReason: 'Damaged' });
  });

  it('names the lines that are short, with what is left', () => {
    const lines = [{ position: 2, name: 'Blue Dream', requested: 3, available: 1.5 }];
    expect(refuse(409, 'out_of_stock', { error: 'x', lines })).toEqual({
      kind: 'out-of-stock',
      lines: [{ position: 2, name: 'Blue Dream', requestedMilli: 3000, availableMilli: 1500 }],
    });
  });

  it('names the lines whose tier is gone, and offers no price for them', () => {
    const lines = [{ position: 1, product_id: 501, variation_id: null, name: 'Blue Dream', tier: '7 g' }];
    const error = 'Blue Dream is not sold as 7 g.';
    expect(refuse(422, 'tier_unknown', { error, lines })).toEqual({
      kind: 'tiers-gone',
      reason: error,
      positions: [1],
    });
    expect(refuse(422, 'tier_unknown', { error })).toMatchObject({ kind: 'failed', reason: error });
  });

  it('says how many points can be used instead', () => {
    const error = 'The customer has only 200 points.';
    expect(refuse(422, 'points_insufficient', { error, balance: 200 })).toEqual({
      kind: 'points',
      reason: error,
      balance: 200,
      most: null,
    });
    expect(refuse(422, 'points_exceed_cart', { error: 'x', points: 400 })).toMatchObject({ balance: null, most: 400 });
    expect(refuse(422, 'points_not_redeemable', { error: 'x', step: 50 })).toMatchObject({ balance: null, most: null });
  });

  it('says why in the words of the server, or at least with its status', () => {
    expect(refuse(422, 'customer_unknown', { error: 'That customer is not in the directory.' })).toMatchObject({
      kind: 'failed',
      reason: 'That customer is not in the directory.',
    });
    expect(refuse(404, 'http_404')).toMatchObject({ kind: 'failed', reason: 'Failed to process order (404)' });
    expect(refuse(409, 'price_changed', { error: 'Prices changed.', changes: 'odd' })).toMatchObject({
      kind: 'failed',
      reason: 'Prices changed.',
    });
    expect(refuse(422, 'totals_mismatch', { error: 'x' })).toMatchObject({ kind: 'failed', staleFigures: true });
    expect(refuse(422, 'tender_insufficient', { error: 'More.' })).toEqual({ kind: 'insufficient', reason: 'More.' });
  });
});

describe('stock while a cart is filled', () => {
  const left = (milli: number | null) => () => (milli === null ? null : toMilli(milli));

  it('serves lines on one jar in order and names those that are short', () => {
    const short = shortagesOf(cart, ({ productId }) => toMilli(productId === 501 ? 8000 : 5000));
    expect([...short]).toEqual([['501:1:1000', { leftMilli: 1000, wantedMilli: 3000 }]]);
    expect(shortagesOf(cart, left(null)).size).toBe(0);
  });

  it('speaks only when more is asked for than before', () => {
    const before = [jar(3500, '3.5 g', 1)].reduce(addToCart, [] as Cart);
    const more = addToCart(before, jar(1000, '1 g', 1));
    expect(askedBeyondStock(before, more, left(4500))).toBeNull();
    expect(askedBeyondStock(before, more, left(4000))).toBe('Only 4 of Blue Dream left in stock.');
    expect(askedBeyondStock(before, more, left(0))).toBe('Blue Dream is out of stock.');
    expect(askedBeyondStock(more, before, left(0))).toBeNull();
    expect(askedBeyondStock(before, more, left(null))).toBeNull();
  });

  it('is cut down to whole tiers and pieces of what is left, first lines first', () => {
    const short = new Map([
      ['501:1:3500', { leftMilli: toMilli(6000) }],
      ['502', { leftMilli: toMilli(2900) }],
      ['501:1:1000', { leftMilli: toMilli(0) }],
    ]);
    const reduced = reduceToStock(cart, short);
    expect(reduced.map((line) => [line.name, countOf(line.sold)])).toEqual([
      ['Blue Dream', 1],
      ['Grinder', 2],
      ['Blue Dream', 2],
    ]);
    expect(reduceToStock(cart, new Map([['502', { leftMilli: toMilli(900) }]])).map((line) => line.key)).toEqual([
      '501:1:3500',
      '501:1:1000',
    ]);
  });
});
