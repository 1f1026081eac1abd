import { expect, it } from 'vitest';
import { changeNote, stockUnitOf, tierNote, tierPriceNote, unitOf } from './line-words.ts';

function line(meta: Record<string, unknown>, category: string | null = null) {
  return {
    id: 1,
    product_id: 2,
    variation_id: 0,
    name: 'Cold Creek',
    sku: null,
    category,
    quantity: 3.5,
    price: '24.29',
    subtotal: '85.00',
    total: '85.00',
    stock_quantity: 3.5,
    shortfall: 0,
    taxable: true,
    refunded_quantity: 0,
    refunded: '0.00',
    meta_data: Object.entries(meta).map(([key, value]) => ({ key, value })),
  };
}

it('names the tier with its rule, else the category, else what is missing', () => {
  const tier = { _pricing_tier_label: '3.5 g', _pricing_tier_rule_name: 'House flower' };
  expect(tierNote(line(tier, 'Flower'))).toEqual({ text: '3.5 g (House flower)', missing: false });
  expect(tierNote(line({ _pricing_tier_category: 'flower' }))).toEqual({ text: 'flower', missing: false });
  expect(tierNote(line({}, 'Accessories'))).toEqual({ text: 'Accessories', missing: false });
  expect(tierNote(line({ _reduced_stock: 1 }))?.missing).toBe(true);
  expect(tierNote(line({}))).toBeNull();
});

it('names the unit of weighed goods, and of a tier of grams', () => {
  expect(unitOf(line({ _unit: 'g' }))).toBe(' g');
  expect(unitOf(line({ _pricing_tier_label: '3.5 g', _pricing_tier_quantity: 3.5 }))).toBe(' g');
  expect(unitOf(line({ _pricing_tier_label: '28G', _pricing_tier_quantity: 28 }))).toBe(' g');
  expect(unitOf(line({ _pricing_tier_label: 'Eighth', _pricing_tier_quantity: 3.5 }))).toBe('');
  expect(unitOf(line({ _pricing_tier_label: '7 g', _pricing_tier_quantity: 3.5 }))).toBe('');
  expect(unitOf(line({}))).toBe('');
  const rolls = { _pricing_tier_label: '5 pre-rolls', _pricing_tier_quantity: 5 };
  const ratio = { input_amount: 0.7, input_unit: 'g', output_amount: 1, output_unit: 'pre-roll' };
  expect(unitOf(line(rolls))).toBe('');
  expect(stockUnitOf(line({ ...rolls, _conversion_ratio: ratio }))).toBe(' g');
});

it('shows the price of the tier when it is another than that of the unit', () => {
  expect(tierPriceNote(line({ _pricing_tier_price: '85.00' }))).toBe('Tier price: $85.00/unit');
  expect(tierPriceNote(line({ _pricing_tier_price: '24.29' }))).toBeNull();
  expect(tierPriceNote(line({}))).toBeNull();
});

it('tells what was changed at the till', () => {
  expect(changeNote(line({ _override_price: '20.00', _override_reason: 'Dented', _discount_percentage: 10 }))).toBe(
    'Price changed to $20.00, Discount 10% (Dented)',
  );
  expect(changeNote(line({ _adjustment_amount: '-2.00' }))).toBe('Adjustment -$2.00');
  expect(changeNote(line({ _discount_percentage: 15, _override_reason: 'Promotion' }))).toBe(
    'Discount 15% (Promotion)',
  );
  expect(changeNote(line({}))).toBeNull();
});
