import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { heldCartsRoute, holdCartRoute } from '#contract/held-carts.ts';
import type { Shop } from '../../support/shop/shop.ts';
import { expect } from '../../support/staff.ts';
import { Till } from '../../support/pages/till.ts';
import type { Command } from './command.ts';

const PRODUCT = 'Walnut Grinder';

const isHeld = async (shop: Shop, name: string) =>
  (await shop.call(heldCartsRoute)).data.filter((held) => held.name === name).length;

/** A cart that waits among the held ones, and the register beside it. */
async function heldCart(shop: Shop, page: Page) {
  const till = new Till(page);
  const product = await shop.stocked(PRODUCT);
  const name = `Long ${randomUUID().slice(0, 8)}`;
  const line = {
    productId: product.id,
    variationId: null,
    name: PRODUCT,
    sku: null,
    image: null,
    category: null,
    taxable: true,
    sold: { kind: 'unit', priceCents: 2900, quantityMilli: 1000 },
    overrideCents: null,
    overrideReason: null,
    discount: 0,
    adjustmentCents: 0,
  };
  const body = { name, cart: JSON.stringify({ version: 1, lines: [line] }), customer_id: null, points: null };
  await shop.call(holdCartRoute, {}, body);
  return {
    till,
    name,
    open: async () => {
      await till.open();
      await till.panel.getByRole('button', { name: /^Held \(/ }).click();
      await expect(page.getByRole('button', { name: `Resume ${name}` })).toBeVisible();
    },
  };
}

const hold: Command = {
  name: 'holding of a cart',
  view: '/',
  request: /^POST \/api\/held-carts$/,
  async arrange(shop, page) {
    const till = new Till(page);
    const product = await shop.stocked(PRODUCT);
    const name = `Long ${randomUUID().slice(0, 8)}`;
    const form = till.panel.getByRole('form', { name: 'Hold the cart' });
    return {
      async open() {
        await till.open();
        await till.add(product.name);
        await till.panel.getByRole('button', { name: 'Hold', exact: true }).click();
        await form.getByRole('textbox').fill(name);
      },
      press: () => form.getByRole('button', { name: 'Hold' }).click(),
      field: () => form.getByRole('textbox'),
      again: (now) => new Till(now).lines,
      made: () => isHeld(shop, name),
    };
  },
};

const resume: Command = {
  name: 'resuming of a held cart',
  view: '/',
  request: /^POST \/api\/held-carts\/\d+\/resume$/,
  async arrange(shop, page) {
    const { till, name, open } = await heldCart(shop, page);
    return {
      open,
      press: () => page.getByRole('button', { name: `Resume ${name}` }).click(),
      field: () => till.search,
      // It is nowhere, or twice, unless it went from the list to the till.
      async made(now) {
        const lines = new Till(now).lines;
        if (await isHeld(shop, name)) return lines.count();
        await expect(lines).toHaveCount(1);
        return 1;
      },
    };
  },
};

const burn: Command = {
  name: 'burning of a held cart',
  view: '/',
  request: /^POST \/api\/held-carts\/\d+\/burn$/,
  async arrange(shop, page) {
    const { till, name, open } = await heldCart(shop, page);
    const question = till.dialog('Discard List?');
    return {
      async open() {
        await open();
        await page.getByRole('button', { name: `Discard ${name}` }).click();
        await expect(question).toBeVisible();
      },
      press: () => question.getByRole('button', { name: 'Discard List' }).click(),
      field: () => till.search,
      again: (now) => new Till(now).lines,
      made: async () => 1 - (await isHeld(shop, name)),
    };
  },
};

/** The commands of held carts. */
export const HELD_CART_COMMANDS: readonly Command[] = [hold, resume, burn];
