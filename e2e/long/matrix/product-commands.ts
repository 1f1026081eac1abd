import { randomUUID } from 'node:crypto';
import { managedCategoriesRoute } from '#contract/managed-categories.ts';
import { createProductRoute, managedProductRoute, managedProductsRoute } from '#contract/managed-products.ts';
import { pricingRulesRoute } from '#contract/pricing-rules.ts';
import type { Command } from './command.ts';

const unique = () => `Long lighter ${randomUUID().slice(0, 8)}`;

const productAdd: Command = {
  name: 'new product',
  view: '/manage/products?new=yes',
  request: /^POST \/api\/manage\/products$/,
  arrange(shop, page) {
    const name = unique();
    const field = page.getByRole('textbox', { name: 'Name', exact: true });
    return Promise.resolve({
      open: () => field.fill(name),
      press: () => page.getByRole('button', { name: 'Add product' }).click(),
      field: () => field,
      made: async () => {
        const { data } = await shop.call(managedProductsRoute);
        return data.filter((product) => product.name === name).length;
      },
    });
  },
};

const productChange: Command = {
  name: 'change of a product',
  view: '/manage/products',
  request: /^PUT \/api\/manage\/products\/\d+$/,
  async arrange(shop, page) {
    const { data: product } = await shop.call(createProductRoute, {}, { name: unique(), regular_price: '4.50' });
    const field = page.getByRole('textbox', { name: 'Price', exact: true });
    const version = async () =>
      (await shop.call(managedProductRoute, { id: String(product.id) })).data.version - product.version;
    return {
      async open() {
        await page.getByRole('searchbox', { name: 'Search products' }).fill(product.name);
        await page.getByRole('searchbox', { name: 'Search products' }).press('Enter');
        await field.fill('5.00');
      },
      press: () => page.getByRole('button', { name: 'Save', exact: true }).click(),
      field: () => field,
      // A change of the price writes the row twice: with its fields and with its price.
      made: async () => (await version()) / 2,
    };
  },
};

const pricingRuleChange: Command = {
  name: 'change of a pricing rule',
  view: '/manage/pricing?blueprint=44',
  request: /^PUT \/api\/manage\/pricing-rules\/\d+$/,
  async arrange(shop, page) {
    const rule = async () =>
      (await shop.call(pricingRulesRoute)).data.find(
        ({ name, begins }) => name === 'Moonwater shots' && begins === null,
      );
    const before = (await rule())?.tiers[0]?.price ?? '';
    const form = page.getByRole('form', { name: 'Moonwater shots, shot' });
    const field = form.getByLabel(/^Price of/).first();
    const wanted = (Number(before) + 0.25).toFixed(2);
    return {
      open: () => field.fill(wanted),
      press: () => form.getByRole('button', { name: 'Save now' }).click(),
      field: () => field,
      made: async () => Number((await rule())?.tiers[0]?.price === wanted),
    };
  },
};

const categoryAdd: Command = {
  name: 'new category',
  view: '/manage/categories',
  request: /^POST \/api\/manage\/categories$/,
  arrange(shop, page) {
    const name = unique();
    const dialog = page.getByRole('dialog', { name: 'Add category' });
    const field = dialog.getByRole('textbox', { name: 'Name' });
    return Promise.resolve({
      async open() {
        await page.getByRole('button', { name: 'Add category' }).click();
        await field.fill(name);
      },
      press: () => dialog.getByRole('button', { name: 'Add category' }).click(),
      field: () => field,
      made: async () => {
        const { data } = await shop.call(managedCategoriesRoute);
        return data.filter((category) => category.name === name).length;
      },
    });
  },
};

export const PRODUCT_COMMANDS: readonly Command[] = [productAdd, productChange, pricingRuleChange, categoryAdd];
