import { readdirSync, statSync } from 'node:fs';
import { expect, it } from 'vitest';
import { projectRoot } from '#server/paths.ts';
import { isValidBarcode } from '#domain/barcode.ts';
import { inStoreEan13, inStoreUpcA } from './barcode.ts';
import { PRODUCTS } from './catalogue.ts';
import { PRICING_RULES } from './pricing.ts';
import { BLUEPRINTS, CATEGORIES, CATEGORY, LOCATIONS } from '../shop.ts';

const pictures = `${projectRoot}/public/pictures`;
const everyItem = PRODUCTS.flatMap((product) => [product, ...product.variants]);
const flower = PRODUCTS.filter(({ categoryId }) => categoryId === CATEGORY.flower);

it('has more than 160 products, in all seven categories', () => {
  expect(PRODUCTS.length).toBeGreaterThanOrEqual(160);
  expect(new Set(PRODUCTS.map(({ categoryId }) => categoryId)).size).toBe(CATEGORIES.length);
});

it.each(['sku', 'barcode', 'id'] as const)('gives every product and variant a %s of its own', (key) => {
  expect(new Set(everyItem.map((item) => item[key])).size).toBe(everyItem.length);
});

it('uses only valid barcodes of the ranges kept for use inside a shop', () => {
  for (const { barcode } of everyItem) {
    expect(isValidBarcode(barcode), barcode).toBe(true);
    expect(barcode).toMatch(/^(2\d{12}|4\d{11})$/);
  }
});

it('computes the check digit as GS1 does', () => {
  expect(isValidBarcode('4006381333931')).toBe(true);
  expect(isValidBarcode('036000291452')).toBe(true);
  expect(isValidBarcode('036000291453')).toBe(false);
  expect(inStoreEan13(1)).toHaveLength(13);
  expect(inStoreUpcA(1)).toHaveLength(12);
});

it('has a picture for every product, small enough to load a hundred at once', () => {
  const files = readdirSync(pictures).filter((file) => file.endsWith('.webp'));
  expect(files.sort()).toEqual(PRODUCTS.map(({ slug }) => `${slug}.webp`).sort());
  const sizes = files.map((file) => statSync(`${pictures}/${file}`).size);
  expect(Math.max(...sizes)).toBeLessThan(16_000);
  expect(sizes.reduce((total, size) => total + size, 0)).toBeLessThan(2_000_000);
});

it('has a placeholder for every category', () => {
  const files = readdirSync(`${pictures}/placeholders`);
  for (const { slug } of CATEGORIES) expect(files).toContain(`${slug}.svg`);
});

it('sells house flower at 1, 3.5, 7, 14 and 28 g for $15, $40, $60, $110 and $200', () => {
  const rule = PRICING_RULES.find(({ priceClass, productType }) => priceClass === 'house' && productType === 'flower');
  expect(rule?.tiers.map(({ minMilli, priceCents }) => [minMilli / 1000, priceCents / 100])).toEqual([
    [1, 15],
    [3.5, 40],
    [7, 60],
    [14, 110],
    [28, 200],
  ]);
});

it('has three price classes of flower, each with pre-rolls that draw 0.7 g of the jar', () => {
  const classes = new Set(flower.map(({ priceClass }) => priceClass));
  expect(classes.size).toBe(3);
  for (const priceClass of classes) {
    const rolls = PRICING_RULES.filter((rule) => rule.priceClass === priceClass && rule.productType === 'preroll');
    expect(rolls).toHaveLength(1);
    for (const { conversionRatio } of rolls.flatMap(({ tiers }) => tiers)) {
      expect(conversionRatio).toMatchObject({
        input_amount: 0.7,
        input_unit: 'g',
        output_amount: 1,
        output_unit: 'pre-roll',
      });
    }
  }
});

it('asks less for each gram or piece, the more is taken', () => {
  for (const { name, tiers } of PRICING_RULES) {
    const each = tiers.map(({ priceCents, minMilli }) => priceCents / minMilli);
    expect(each, name).toEqual([...each].sort((a, b) => b - a));
  }
});

it('fills in every blueprint field of every flower', () => {
  const names = BLUEPRINTS.find(({ categoryId }) => categoryId === CATEGORY.flower)?.fields.map(({ name }) => name);
  for (const product of flower) expect(Object.keys(product.fields).sort()).toEqual([...(names ?? [])].sort());
});

it('has no value in a product that its blueprint has no field for', () => {
  for (const { id, name, fields } of PRODUCTS.filter(({ blueprintId }) => blueprintId !== null)) {
    const known = BLUEPRINTS.find((blueprint) => blueprint.id === PRODUCTS.find((it) => it.id === id)?.blueprintId);
    const names = known?.fields.map((field) => field.name) ?? [];
    for (const field of Object.keys(fields)) expect(names, name).toContain(field);
  }
});

it('taxes each location as the state and county do', () => {
  expect(LOCATIONS.map(({ id, name, taxRatePpm }) => [id, name, taxRatePpm])).toEqual([
    [19, 'Charlotte Monroe', 87_500],
    [20, 'Charlotte Central', 87_500],
    [21, 'Blowing Rock', 85_000],
    [23, 'Warehouse', 80_000],
    [25, 'Main Location', 80_000],
  ]);
});
