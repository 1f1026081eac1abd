import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addToCart, type Cart, changePrice, type NewCartLine, toSaleLines } from './cart.ts';
import { fewerPointsSentence, goodsOf, pointsOff, pointsThatFit } from './cart-points.ts';
import { toCents } from './money.ts';
import { toMilli } from './quantity.ts';
import { totalSale } from './sale.ts';

const STEP = { redeemPoints: 100, redeemCents: toCents(500), label: 'Point:Points' };

const grinder: NewCartLine = {
  productId: 502,
  variationId: null,
  name: 'Grinder',
  sku: null,
  image: null,
  category: null,
  taxable: true,
  sold: { kind: 'unit', priceCents: toCents(2390), quantityMilli: toMilli(1000) },
};
const cart = addToCart([], grinder);

describe('points in a cart', () => {
  it('are whole steps, at most the balance and the goods', () => {
    const fits = (wanted: number, balance?: number) => pointsThatFit(wanted, STEP, cart, balance)?.points ?? 0;
    expect([fits(99), fits(100), fits(250), fits(400), fits(500)]).toEqual([0, 100, 200, 400, 400]);
    expect([fits(400, 325), fits(400, 99), fits(400, -20)]).toEqual([300, 0, 0]);
    expect(pointsOff(pointsThatFit(300, STEP, cart))).toBe(1500);
    expect(pointsOff(null)).toBe(0);
    expect(pointsThatFit(100, STEP, [])).toBeNull();
  });

  it('say how many are left of them', () => {
    const four = pointsThatFit(400, STEP, cart);
    if (!four) throw new Error('no points');
    expect(fewerPointsSentence(four, null, 'Another customer.')).toBe(
      'Another customer. The 400 Points are not used any more.',
    );
    expect(
      fewerPointsSentence(four, { ...four, points: 100, label: 'Star:Stars' }, 'The cart is worth less now.'),
    ).toBe('The cart is worth less now. 100 Stars are used instead of 400: $5.00 off.');
  });

  it('can always be taken off the cart, whatever it holds and however they are worth', () => {
    const anyLine = fc.record({
      price: fc.nat(500_000),
      count: fc.integer({ min: 1, max: 9 }),
      taxable: fc.boolean(),
      discount: fc.nat(10_000),
      adjustmentCents: fc.integer({ min: -50_000, max: 50_000 }).map(toCents),
    });
    const anyStep = fc.record({
      redeemPoints: fc.integer({ min: 1, max: 1000 }),
      redeemCents: fc.integer({ min: 1, max: 100_000 }).map(toCents),
      label: fc.constant('Point:Points'),
    });
    fc.assert(
      fc.property(
        fc.array(anyLine, { maxLength: 20 }),
        anyStep,
        fc.nat(1_000_000),
        fc.integer(),
        (lines, step, wanted, balance) => {
          const filled = lines.reduce<Cart>((before, { price, count, taxable, discount, adjustmentCents }, at) => {
            const sold = { kind: 'unit', priceCents: toCents(price), quantityMilli: toMilli(count * 1000) } as const;
            const added = addToCart(before, { ...grinder, productId: at + 1, taxable, sold });
            return changePrice(added, String(at + 1), { overrideCents: null, discount, adjustmentCents, reason: null });
          }, []);
          const used = pointsThatFit(wanted, step, filled, balance);
          expect(used?.points ?? 0).toBeLessThanOrEqual(Math.max(0, Math.min(wanted, balance)));
          expect((used?.points ?? 0) % step.redeemPoints).toBe(0);
          const totals = totalSale(toSaleLines(filled), [], pointsOff(used));
          expect(totals.subtotalCents).toBe(goodsOf(filled) - pointsOff(used));
          // One step more would be too much, or more than there is.
          const more = { ...step, points: (used?.points ?? 0) + step.redeemPoints };
          expect(more.points > Math.min(wanted, balance) || pointsOff(more) > goodsOf(filled)).toBe(true);
        },
      ),
    );
  });
});
