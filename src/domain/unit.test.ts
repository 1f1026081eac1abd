import fc from 'fast-check';
import { expect, it } from 'vitest';
import { addToCart, cartCount, checkCart, joinCarts, type NewCartLine, setCount } from './cart.ts';
import { parsePersistedCart, persistCart } from './cart-persistence.ts';
import { priceLine } from './line-price.ts';
import { toCents } from './money.ts';
import { MAX_QUANTITY_MILLI, toMilli } from './quantity.ts';
import {
  firstQuantity,
  isMultiple,
  isStep,
  MAX_STEP_MILLI,
  measuredBy,
  perUnit,
  quantityWords,
  stepWords,
  type Unit,
  unitIn,
  UNITS,
  wholeSteps,
} from './unit.ts';

const anyMeasure = fc
  .record({ unit: fc.option(fc.constantFrom<Unit>(...UNITS)), step: fc.integer({ min: 1, max: MAX_STEP_MILLI }) })
  .filter(({ unit, step }) => isStep(unit, step))
  .map(({ unit, step }) => measuredBy(unit, toMilli(step)));
const line = (quantityMilli: number, measured = {}): NewCartLine => ({
  productId: 1,
  variationId: null,
  name: 'Trim',
  sku: null,
  image: null,
  category: null,
  taxable: true,
  floorCents: toCents(800),
  sold: { kind: 'unit', priceCents: toCents(1000), quantityMilli: toMilli(quantityMilli), ...measured },
});
const grams = measuredBy('g', toMilli(100));

it('has whole steps for pieces, and steps to the thousandth for a unit', () => {
  expect([isStep(null, 1000), isStep(null, 6000), isStep(null, 500), isStep(null, 0)]).toEqual([
    true,
    true,
    false,
    false,
  ]);
  expect([isStep('g', 1), isStep('g', 0), isStep('g', MAX_STEP_MILLI), isStep('g', MAX_STEP_MILLI + 1)]).toEqual([
    true,
    false,
    true,
    false,
  ]);
  expect([unitIn(' G '), unitIn('Fl Oz'), unitIn('pc')]).toEqual(['g', 'fl oz', null]);
});

it('keeps nothing of the single piece, so that its lines are as they always were', () => {
  expect(measuredBy(null, toMilli(1000))).toEqual({});
  expect(measuredBy('g', toMilli(1000))).toEqual({ unit: 'g' });
  expect(measuredBy(null, toMilli(6000))).toEqual({ stepMilli: 6000 });
});

it('offers one first, or one step where one lies between two', () => {
  expect([grams, measuredBy('g', toMilli(300)), measuredBy(null, toMilli(6000)), {}].map(firstQuantity)).toEqual([
    1000, 300, 6000, 1000,
  ]);
});

it('says quantities, prices and steps in words', () => {
  expect([quantityWords(toMilli(2500), 'g'), quantityWords(toMilli(3000))]).toEqual(['2.5 g', '3']);
  expect([perUnit('$10.00', 'g'), perUnit('$10.00')]).toEqual(['$10.00 per g', '$10.00 each']);
  expect([grams, measuredBy(null, toMilli(6000)), {}].map(stepWords)).toEqual([
    'in steps of 0.1 g',
    'by 6 pieces',
    'by the piece',
  ]);
});

it('refuses at checkout what lies between two steps, and names the step', () => {
  const check = (quantity: number, measured = {}) => checkCart(addToCart([], line(quantity, measured)));
  expect(check(2500, grams).ok).toBe(true);
  expect(check(2550, grams)).toEqual({
    ok: false,
    refused: { code: 'quantity_between_steps', name: 'Trim', steps: 'in steps of 0.1 g' },
  });
});

it('counts a measured quantity as one thing', () => {
  expect(cartCount(addToCart([], line(2500, grams)))).toBe(1);
  expect(cartCount(addToCart([], line(2000)))).toBe(2);
});

it('a line stays a multiple of its step, and at its price to the cent, however it is added to, joined and kept', () => {
  const taken = fc.array(fc.integer({ min: 1, max: 50 }), { minLength: 1, maxLength: 6 });
  fc.assert(
    fc.property(anyMeasure, taken, fc.integer({ min: 1, max: 900 }), (measured, steps, last) => {
      const step = measured.stepMilli ?? 1000;
      const cart = steps.reduce(
        (held, times) => addToCart(held, line(times * step, measured)),
        addToCart([], line(step, measured)),
      );
      const joined = joinCarts(cart, addToCart([], line(step, measured)));
      const kept = parsePersistedCart(persistCart(joined));
      expect(kept).toEqual(joined);
      const sum = steps.reduce((all, times) => all + times, 2) * step;
      expect(kept[0]?.sold).toMatchObject({ quantityMilli: Math.min(sum, MAX_QUANTITY_MILLI), ...measured });
      const [set] = setCount(kept, '1', (last * step) / 1000);
      if (set?.sold.kind !== 'unit') throw new Error('the line went missing');
      expect(isMultiple(set.sold.quantityMilli, measured)).toBe(true);
      expect(priceLine(set.sold).originalCents).toBe(last * step);
    }),
  );
});

it('finds the largest multiple within a quantity', () => {
  fc.assert(
    fc.property(anyMeasure, fc.nat(MAX_QUANTITY_MILLI), (measured, quantity) => {
      const whole = wholeSteps(toMilli(quantity), measured);
      expect(isMultiple(whole, measured)).toBe(true);
      expect(quantity - whole).toBeGreaterThanOrEqual(0);
      expect(quantity - whole).toBeLessThan(measured.stepMilli ?? 1000);
    }),
  );
});
