import { describe, expect, it } from 'vitest';
import { toCents } from '#domain/money.ts';
import { toMilli } from '#domain/quantity.ts';
import type { AttentionRow } from '#web/entities/stock/attention.ts';
import { product } from '#web/entities/catalogue/wire-product.testing.ts';
import type { RegisterProduct } from '#web/entities/catalogue/wire-products.ts';
import { countIn, listed, restockOf, toAttentionItem } from './attention-rows.ts';

const mug = (part: Partial<RegisterProduct> = {}) => product({ priceCents: toCents(500), ...part });

function row(part: Partial<AttentionRow> = {}): AttentionRow {
  return {
    product_id: 1,
    variation_id: null,
    product_name: 'Mug',
    variation_name: null,
    sku: 'M-1',
    location_id: 20,
    quantity: 2,
    reorder_level: 6,
    is_low: true,
    needs_count_since: null,
    ...part,
  };
}
const item = (part: Partial<AttentionRow> = {}, of: RegisterProduct | undefined = mug()) =>
  toAttentionItem(row(part), of);
const waiting = { needs_count_since: '2026-05-04T12:00:00Z', is_low: false, reorder_level: null };

describe('what is at risk', () => {
  it('is what is missing up to the level, and what waits for a count', () => {
    expect(item().atRiskCents).toBe(2000);
    expect(item({ quantity: 6 }).atRiskCents).toBe(0);
    expect(item(waiting).atRiskCents).toBe(1000);
    expect(item({ ...waiting, reorder_level: 6, is_low: true }).atRiskCents).toBe(3000);
    expect(toAttentionItem(row(), undefined).atRiskCents).toBeNull();
  });

  it('is by the tier that the till sells it by, even if the item has a price of its own', () => {
    const tier = { minMilli: toMilli(1000), priceCents: toCents(1500), label: '1 g' };
    const ruleGroups = [{ ruleId: 2, ruleName: 'Flower', productType: 'flower', tiers: [tier] }];
    const pricing = { blueprintId: 39, blueprintName: 'Flower', ruleGroups };
    expect(item({}, mug({ pricing })).atRiskCents).toBe(6000);
  });
});

describe('the list', () => {
  const items = [
    item({ product_id: 1, product_name: 'Low little', quantity: 5 }),
    item({ product_id: 2, product_name: 'Low much', quantity: 1 }),
    item({ product_id: 3, product_name: 'Out', quantity: 0 }),
    item({ product_id: 4, product_name: 'Waits', ...waiting }),
    item({ product_id: 5, product_name: 'Tee', variation_id: 7, variation_name: 'M', sku: 'T-M' }),
  ];
  const names = (...given: Parameters<typeof listed>) => listed(...given).map(({ name }) => name);

  it('has what waits for a count first, then what is out, then the most at risk', () => {
    expect(names(items, 'all', '')).toEqual(['Waits', 'Out', 'Low much', 'Tee - M', 'Low little']);
  });

  it('is narrowed by kind and by words', () => {
    expect(names(items, 'count', '')).toEqual(['Waits']);
    expect(names(items, 'out', '')).toEqual(['Out']);
    expect(names(items, 'low', '')).toEqual(['Low much', 'Tee - M', 'Low little']);
    expect(names(items, 'all', 't-m tee')).toEqual(['Tee - M']);
    expect(names(items, 'count', 'tee')).toEqual([]);
    expect(names([item({ product_name: 'Granny’s Crème' })], 'all', "creme granny's")).toEqual(['Granny’s Crème']);
    expect(countIn(items, 'low')).toBe(3);
  });
});

it.each([
  [{ quantity: 2, reorder_level: 6 }, 10_000],
  [{ quantity: 2.5, reorder_level: 6 }, 10_000],
  [{ quantity: 0, reorder_level: 0 }, 1000],
  [{ quantity: 30, reorder_level: null }, 1000],
])('a restock of %j brings %d thousandths', (part, expected) => {
  expect(restockOf(item(part))).toBe(expected);
});
