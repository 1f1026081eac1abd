// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';
import { PRESETS } from '#domain/labels/presets.ts';
import { toCents } from '#domain/money.ts';
import { toMilli } from '#domain/quantity.ts';
import { product } from '#web/entities/catalogue/wire-product.testing.ts';
import type { RegisterProduct } from '#web/entities/catalogue/wire-products.ts';
import { labelItems, tierKey, tiersOfProduct } from './label-items.ts';
import { change, changeRow, takeItems, takePreset, useLabels } from './labels-state.ts';

const flower = product({
  name: 'Blue Ridge Mist',
  sku: 'FLW-001',
  priceCents: toCents(1500),
  pricing: {
    blueprintId: 39,
    blueprintName: 'Flower',
    ruleGroups: [
      {
        ruleId: 7,
        ruleName: 'Flower',
        productType: 'flower',
        tiers: [{ minMilli: toMilli(3500), priceCents: toCents(4000), label: '3.5 g', unit: 'g' }],
      },
      {
        ruleId: 8,
        ruleName: 'Pre-rolls',
        productType: 'preroll',
        tiers: [
          {
            minMilli: toMilli(1000),
            priceCents: toCents(800),
            label: '1 roll',
            conversionRatio: {
              inputMilli: toMilli(700),
              inputUnit: 'g',
              outputMilli: toMilli(1000),
              outputUnit: 'roll',
            },
          },
        ],
      },
    ],
  },
  blueprint: { cost_price: '5.00', strain_type: 'Hybrid', thca_percentage: '24.6' },
});
const shelf = new Map([[1, flower]]);
const [, roll] = tiersOfProduct(flower);
const around = { date: '11/23/2026', warning: 'Keep out of reach of children.' };
const items = (of = shelf) => labelItems(useLabels.getState(), of, around);
const texts = (of = shelf) => items(of)[0]?.content.lines.map(({ text }) => text);

describe('the label of a row', () => {
  it('has the margin of a pre-roll with the flower in it, and records what it shows', () => {
    takeItems([{ productId: 1, variationId: null, copies: 2, tier: roll ? tierKey(roll) : null }]);
    change({ extras: ['margin'], showTierPrice: true, showTierLabel: true });
    expect(texts()).toEqual(['1 roll • $8.00', 'Margin: 56.3%']);
    expect(items()[0]?.print).toEqual({
      product_id: 1,
      variation_id: null,
      name: 'Blue Ridge Mist',
      tier: { label: '1 roll', quantity: 1 },
      price: null,
      tier_price: '8.00',
      copies: 2,
    });
  });

  it('keeps its tier when a planned rule takes the place of the former one, and names a tier that is gone', () => {
    const key = useLabels.getState().rows[0]?.key ?? '';
    changeRow(key, { tier: '999:1000:1 roll' });
    expect(texts()?.[0]).toBe('1 roll • $8.00');
    changeRow(key, { tier: '999:7000:7 g' });
    expect(items()[0]?.problems).toEqual(['Blue Ridge Mist is no longer sold at the chosen tier. Choose another one.']);
    changeRow(key, { tier: roll ? tierKey(roll) : null });
    expect(items()[0]?.problems).toEqual([]);
  });

  it('shows what a preset has', () => {
    change({ extras: [] });
    for (const preset of PRESETS) {
      takePreset(preset);
      expect(texts()).toEqual(
        preset.id === 'shelf'
          ? ['Type: Hybrid • THCA: 24.6%', '1 roll • $8.00']
          : ['Type: Hybrid • THCA: 24.6%', '$8.00', 'Net wt: 0.7 g', 'Keep out of reach of children.'],
      );
    }
    expect(items()[0]?.content.barcode).toEqual({ symbology: 'code128', text: 'FLW-001' });
  });

  it('has the price of a product without tiers where others have that of their tier', () => {
    const tray: RegisterProduct = { ...flower, pricing: null, blueprint: {} };
    takeItems([{ productId: 1, variationId: null, copies: 1, tier: null }]);
    change({ extras: [], fields: [], showTierPrice: true, showTierLabel: true, showWarning: false });
    expect(texts(new Map([[1, tray]]))).toEqual(['$15.00']);
    expect(items(new Map([[1, tray]]))[0]?.print).toMatchObject({ price: '15.00', tier_price: null });
    change({ extras: ['price'] });
    expect(texts(new Map([[1, tray]]))).toEqual(['$15.00']);
    change({ extras: [], showTierPrice: false });
    expect(texts(new Map([[1, tray]]))).toEqual([]);
  });
});
