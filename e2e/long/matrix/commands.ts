import { randomUUID } from 'node:crypto';
import type { Locator, Page } from '@playwright/test';
import { purchaseOrdersRoute } from '#contract/purchasing.ts';
import { OrderList } from '../../support/pages/order-list.ts';
import { Desk } from '../../support/pages/purchasing.ts';
import type { Shop } from '../../support/shop/shop.ts';
import { expect } from '../../support/staff.ts';
import { StockList } from '../../support/pages/stock-list.ts';
import { Till } from '../../support/pages/till.ts';
import { ADMINISTRATION_COMMANDS } from './administration-commands.ts';
import { ASSISTANT_COMMANDS } from './assistant-commands.ts';
import type { Command } from './command.ts';
import { CUSTOMER_COMMANDS } from './customer-commands.ts';
import { HELD_CART_COMMANDS } from './held-cart-commands.ts';
import { MENU_COMMANDS } from './menu-commands.ts';
import { PRODUCT_COMMANDS } from './product-commands.ts';
import { SETTINGS_COMMANDS } from './settings-commands.ts';

const unique = (name: string) => `${name} ${randomUUID().slice(0, 8)}`;

/** Counts the steps by which a stock has changed. */
const steps = async (shop: Shop, product: { id: number }, from: number, step: number) =>
  Math.round((((await shop.stockOf(product)) - from) / step) * 1000) / 1000 || 0;

async function stockRow(page: Page, name: string): Promise<Locator> {
  const desk = new Desk(page);
  await desk.open('Stock');
  await desk.search.fill(name);
  await desk.search.press('Escape');
  const row = page.getByRole('grid').getByRole('row').filter({ hasText: name });
  await expect(row).toBeVisible({ timeout: 30_000 });
  await row.hover();
  return row;
}

const sale: Command = {
  name: 'sale',
  view: '/',
  request: /^POST \/api\/orders$/,
  async arrange(shop, page) {
    const till = new Till(page);
    const product = await shop.stocked('Dab Tool Set');
    const customer = await shop.customer('Longina');
    return {
      async open() {
        await till.open();
        await till.add(product.name);
        await till.chooseCustomer(customer.name);
        await till.goToCheckout();
        await till.method('Card').check();
      },
      press: () => till.pay.click(),
      field: () => till.method('Cash'),
      again: (now) => new Till(now).lines,
      made: async () => (await shop.ordersOf(customer)).length,
    };
  },
};

const refund: Command = {
  name: 'refund',
  view: '/?view=orders',
  request: /^POST \/api\/orders\/\d+\/refunds$/,
  async arrange(shop, page) {
    const product = await shop.stocked('Hemp Papers with Tips', 40);
    const { data: order } = await shop.sell(product, 2);
    const orders = new OrderList(page);
    const dialog = orders.dialog(`Refund ${order.number}`);
    return {
      async open() {
        await orders.open();
        const details = await orders.expand(order.number);
        await details.getByRole('button', { name: 'Refund items' }).click();
        await dialog.getByRole('button', { name: `More: Refund of ${product.name}` }).click();
        await expect(dialog.getByRole('button', { name: /^Refund \$/ })).toBeEnabled();
      },
      press: () => dialog.getByRole('button', { name: /^Refund \$/ }).click(),
      field: () => dialog.getByRole('textbox', { name: 'Reason' }),
      made: () => steps(shop, product, 38, 1),
    };
  },
};

const transfer: Command = {
  name: 'transfer',
  view: '/?view=adjustments',
  request: /^POST \/api\/inventory\/transfer$/,
  async arrange(shop, page) {
    const product = await shop.stocked('Moonwater Half Moon - Peach Tea', 400);
    const dialog = new Desk(page).dialog('Transfer stock');
    const quantity = dialog.getByRole('textbox', { name: `Transfer of ${product.name}`, exact: true });
    return {
      async open() {
        const row = await stockRow(page, product.name);
        await row.getByRole('button', { name: `Transfer ${product.name}` }).click();
        await dialog.getByRole('combobox', { name: 'To' }).click();
        await page.getByRole('option', { name: 'Warehouse' }).click();
        await quantity.fill('3');
      },
      press: () => dialog.getByRole('button', { name: 'Transfer', exact: true }).click(),
      field: () => quantity,
      made: () => steps(shop, product, 400, -3),
    };
  },
};

const conversion: Command = {
  name: 'conversion',
  view: '/?view=adjustments',
  request: /^POST \/api\/inventory\/convert$/,
  async arrange(shop, page) {
    const product = await shop.stocked("Granny's Preserve Smalls", 400);
    const dialog = new Desk(page).dialog('Convert stock');
    const made = dialog.getByRole('textbox', { name: 'Made', exact: true });
    return {
      async open() {
        const row = await stockRow(page, product.name);
        await row.getByRole('button', { name: `Convert ${product.name}` }).click();
        await dialog.getByRole('combobox', { name: 'Into' }).fill('dogwalker');
        await page.getByRole('option', { name: 'Dogwalker Minis 5 pk - Black Walnut' }).click();
        await made.fill('10');
        await expect(dialog.getByRole('group', { name: 'What this does' })).toContainText('-7 g');
      },
      press: () => dialog.getByRole('button', { name: 'Convert', exact: true }).click(),
      field: () => made,
      made: () => steps(shop, product, 400, -7),
    };
  },
};

const audit: Command = {
  name: 'audit',
  view: '/?view=adjustments',
  request: /^POST \/api\/inventory\/batch-adjust$/,
  async arrange(shop, page) {
    const product = await shop.stocked('Sticker Sheet', 20);
    const stock = new StockList(page);
    return {
      async open() {
        await stock.open();
        await stock.find(product.name);
        await stock.figure(product.name).fill('-3');
        await stock.pending.getByRole('button', { name: 'Create Audit' }).click();
        await stock.audit.getByLabel('Audit name').fill(unique('Long'));
      },
      press: () => stock.audit.getByRole('button', { name: 'Create Audit' }).click(),
      field: () => stock.audit.getByLabel('Audit name'),
      again: (now) => new StockList(now).pending.getByText(/1 pending adjustment/),
      made: () => steps(shop, product, 20, -3),
    };
  },
};

const restock: Command = {
  name: 'restock',
  view: '/?view=adjustments',
  request: /^POST \/api\/proxy\/flora-im\/purchase-orders\/generate-from-restock$/,
  async arrange(shop, page) {
    const product = await shop.stocked('Refillable Torch', 0);
    const stock = new StockList(page);
    return {
      async open() {
        await stock.open();
        await page.getByRole('radio', { name: 'Restock mode' }).check();
        await stock.find(product.name);
        await stock.figure(product.name).fill('12');
        await stock.pending.getByRole('button', { name: 'Create Purchase Order' }).click();
        await stock.order.getByLabel('Supplier name').fill(unique('Long Goods'));
        await page.keyboard.press('Enter');
        await stock.order.getByRole('radio', { name: 'Received now' }).check();
      },
      press: () => stock.order.getByRole('button', { name: 'Receive 12 pieces into stock' }).click(),
      field: () => stock.order.getByLabel('Notes (optional)'),
      made: () => steps(shop, product, 0, 12),
    };
  },
};

const receipt: Command = {
  name: 'receipt',
  view: '/?view=adjustments',
  request: /^POST \/api\/proxy\/flora-im\/purchase-orders\/\d+\/receive$/,
  async arrange(shop, page) {
    const desk = new Desk(page);
    const product = await shop.product('Cinnamon Tin 20 pk');
    const order = await desk.ordered(await desk.supplier('Long Way'), [{ product, quantity: 10 }]);
    return {
      async open() {
        await desk.openReceiving(order);
        await desk.count(product.name).fill('4');
      },
      press: () => desk.button('Receive').click(),
      field: () => desk.count(product.name),
      made: async (now) => (await new Desk(now).get(order)).quantity_received / 4,
    };
  },
};

const purchaseOrder: Command = {
  name: 'purchase order',
  view: '/?view=adjustments',
  request: /^POST \/api\/proxy\/flora-im\/purchase-orders$/,
  async arrange(_shop, page) {
    const desk = new Desk(page);
    const supplier = await desk.supplier('Long Paper');
    const product = 'Peppermint Tin 20 pk';
    const quantity = page.getByRole('textbox', { name: `Quantity of ${product}` });
    return {
      async open() {
        await desk.open();
        await desk.button('New purchase order').click();
        await desk.choose('Supplier', supplier.name);
        await page.getByRole('combobox', { name: 'Add product' }).fill(product);
        await page.getByRole('option', { name: product }).click();
        await quantity.fill('12');
      },
      press: () => desk.button('Create purchase order').click(),
      field: () => quantity,
      async made(now) {
        const reply = await now.request.get(purchaseOrdersRoute.path, { params: { supplier_id: supplier.id } });
        return purchaseOrdersRoute.reply.parse(await reply.json()).data.length;
      },
    };
  },
};

const customer: Command = {
  name: 'customer',
  view: '/',
  request: /^POST \/api\/users-matrix\/users$/,
  arrange(shop, page) {
    const till = new Till(page);
    const lastName = `Long${randomUUID().replace(/[^a-f]/g, '')}`;
    const form = page.getByRole('form', { name: 'New customer' });
    return Promise.resolve({
      async open() {
        await till.open();
        await page.keyboard.press('F2');
        await till.search.fill(`Prudence ${lastName}`);
        await page.getByRole('option', { name: 'Add new customer' }).click();
        await form.getByLabel(/^Email/).fill(`${lastName.toLowerCase()}@example.com`);
      },
      press: () => form.getByRole('button', { name: 'Create' }).click(),
      field: () => form.getByLabel('City'),
      made: async () => (await shop.customersNamed(lastName)).length,
    });
  },
};

const bulkStatus: Command = {
  name: 'bulk status',
  view: '/?view=orders',
  request: /^PUT \/api\/orders\/bulk-status$/,
  async arrange(shop, page) {
    const product = await shop.stocked('Rolling Tray - Terrazzo', 50);
    const sold = [await shop.sell(product, 1), await shop.sell(product, 2)];
    const orders = new OrderList(page);
    const dialog = orders.dialog('Set 2 orders to Cancelled');
    return {
      async open() {
        await orders.open();
        for (const { data } of sold) await orders.row(data.number).click();
        const actions = page.getByRole('toolbar', { name: 'Selected orders' });
        await actions.getByRole('button', { name: 'Set status' }).click();
        await page.getByRole('menuitem', { name: 'Cancelled' }).click();
        await expect(dialog).toContainText('returns 3 items to stock');
      },
      press: () => dialog.getByRole('button', { name: 'Set to Cancelled' }).click(),
      field: () => dialog.getByRole('button', { name: 'Cancel', exact: true }),
      made: () => steps(shop, product, 47, 3),
    };
  },
};

/** Every command whose outcome can be unknown. Add new ones here. */
export const COMMANDS: readonly Command[] = [
  sale,
  refund,
  transfer,
  conversion,
  audit,
  restock,
  receipt,
  purchaseOrder,
  customer,
  bulkStatus,
  ...ADMINISTRATION_COMMANDS,
  ...ASSISTANT_COMMANDS,
  ...CUSTOMER_COMMANDS,
  ...HELD_CART_COMMANDS,
  ...MENU_COMMANDS,
  ...PRODUCT_COMMANDS,
  ...SETTINGS_COMMANDS,
];
