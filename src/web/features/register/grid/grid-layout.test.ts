import { expect, it } from 'vitest';
import { toCents } from '#domain/money.ts';
import { toMilli } from '#domain/quantity.ts';
import { rowPxOf } from './card-heights.ts';
import { type CardStyle, layoutFor } from './grid-layout.ts';
import type { CardsRow } from './grid-rows.ts';
import { product } from '#web/entities/catalogue/wire-product.testing.ts';
import type { RegisterProduct, RegisterVariant } from '#web/entities/catalogue/wire-products.ts';

const PLAIN = product({
  name: 'Grinder',
});

function withVariants(id: number, count: number): RegisterProduct {
  const variants = Array.from({ length: count }, (_, at): RegisterVariant => {
    return { id: at, name: `${at}`, sku: null, barcode: null, priceCents: null };
  });
  return { ...PLAIN, id, type: 'variable', variants };
}

const row = (...products: RegisterProduct[]): CardsRow => ({ kind: 'cards', key: '', headerIndex: 0, products });
const NONE = new Set<number>();

function heightOf(widthPx: number, style: CardStyle, cards = row(PLAIN), opened: ReadonlySet<number> = NONE): number {
  return rowPxOf(cards, layoutFor(widthPx, 3, style), opened);
}

it('makes rows of whole pixels, so that no seam shows between them', () => {
  for (let widthPx = 500; widthPx < 1700; widthPx += 1) {
    for (const style of ['roomy', 'compact', 'audit'] as const) {
      expect(Number.isInteger(heightOf(widthPx, style))).toBe(true);
    }
  }
});

it('counts two lines of name in', () => {
  expect([layoutFor(980, 3, 'roomy').narrow, layoutFor(569, 3, 'roomy').narrow]).toEqual([false, true]);
  // Cards 308 px and 171 px wide: the picture, the part below it, the gap.
  expect(heightOf(980, 'roomy')).toBe(308 + 136 + 12);
  expect(heightOf(569, 'roomy')).toBe(171 + 136 + 12);
});

it('keeps pictures square above several rows of tiers: the row of cards is higher', () => {
  const tiers = ['1 g', '3.5 g', '7 g', '14 g', '28 g'].map((label, at) => {
    return { minMilli: toMilli(1000 * (at + 1)), priceCents: toCents(1500 * (at + 1)), label };
  });
  const ruleGroups = [{ ruleId: 1, ruleName: 'Flower', productType: 'flower', tiers }];
  const flower: RegisterProduct = { ...PLAIN, pricing: { blueprintId: 39, blueprintName: 'Flower', ruleGroups } };
  expect(heightOf(569, 'roomy', row(PLAIN, flower))).toBe(heightOf(569, 'roomy') + 48);
});

it('leaves as much room right of the cards as left of them, with the scroll bar and without', () => {
  expect([0, 10, 15, 20].map((barPx) => layoutFor(980, 3, 'roomy', barPx).endPx)).toEqual([16, 6, 4, 4]);
});

it('shows at least twice as many products on small cards', () => {
  expect(heightOf(980, 'compact')).toBeLessThan(heightOf(980, 'roomy') / 2);
  expect(heightOf(569, 'compact')).toBeLessThan(heightOf(569, 'roomy') / 2);
});

it('makes a row of audit cards as high as its highest: four variants and the way to the rest', () => {
  const one = heightOf(980, 'audit');
  const field = 44 + 8;
  expect(heightOf(980, 'audit', row(PLAIN, withVariants(2, 4)))).toBe(one + 3 * field);
  expect(heightOf(980, 'audit', row(withVariants(2, 9), PLAIN))).toBe(one + 4 * field);
  expect(heightOf(980, 'audit', row(withVariants(2, 9), PLAIN), new Set([2]))).toBe(one + 8 * field);
});
