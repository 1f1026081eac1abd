import { setTaxRoute, taxesRoute } from '#contract/taxes.ts';
import { expectAccessible } from '../../support/browser/accessibility.ts';
import { OrderList } from '../../support/pages/order-list.ts';
import { expect, test } from '../../support/staff.ts';
import type { Shop } from '../../support/shop/shop.ts';

test.use({ as: 'admin' });

const PLACE = { location_id: 20, code: 'US-NC-20', name: 'Sales Tax', rate: '8.75' };
const PLAIN = { compound: false, included: false, before_points: false, category_ids: null, price_classes: null };

/** Leaves the taxes of the shop as every other test knows them. */
async function plainAgain(shop: Shop): Promise<void> {
  const { data } = await shop.call(taxesRoute);
  const now = data.filter(({ location_id: at, state, rate }) => at === 20 && state === 'present' && rate !== null);
  for (const { code, name } of now.filter((tax) => tax.code !== PLACE.code))
    await shop.call(setTaxRoute, {}, { location_id: 20, code, name, rate: null });
  await shop.call(setTaxRoute, {}, { ...PLACE, ...PLAIN }).catch(() => undefined);
}

test(
  'an excise on a category comes before the sales tax on it, at the till, on the receipt and in a refund',
  { tag: '@long' },
  async ({ page, shop, till }) => {
    test.slow();
    const pin = await shop.stocked('Enamel Pin', 10);
    try {
      await page.goto('/manage/taxes');
      await page.getByRole('button', { name: 'Add tax' }).click();
      const form = page.getByRole('dialog');
      await form.getByLabel('Name', { exact: true }).fill('Excise');
      await form.getByLabel('Code').fill('EXCISE');
      await form.getByLabel('Rate').fill('15');
      await form.getByLabel('Charged on', { exact: true }).click();
      await page.getByRole('option', { name: 'Some categories or price classes' }).click();
      await expect(form.getByText('Choose a category or a price class.')).toBeVisible();
      await form.getByRole('list', { name: 'Categories' }).getByLabel('Accessories').check();
      await form.getByLabel('Order').fill('0');
      await expect(form.getByRole('region', { name: 'Example' })).toContainText('Example: Accessories for');
      await expectAccessible(page, 'manage-taxes-rules');
      await form.getByRole('button', { name: 'Set from now on' }).click();
      await expect(form).toHaveCount(0);
      const table = page.getByRole('table', { name: 'Taxes' });
      await expect(table.getByRole('row').filter({ hasText: 'Excise' })).toContainText('1 category');

      await table
        .getByRole('row')
        .filter({ hasText: 'Charlotte Central' })
        .getByRole('button', { name: 'Sales Tax' })
        .click();
      await form.getByLabel('Order').fill('1');
      await form.getByLabel('Charged on the taxes before it, too').check();
      const example = form.getByRole('region', { name: 'Example' });
      await expect(example).toContainText('Excise 15%$0.00Sales Tax 8.75%$3.50');
      await example.getByLabel('Goods of the example').click();
      await page.getByRole('option', { name: 'Accessories' }).click();
      await expect(example).toContainText('Excise 15%$6.00Sales Tax 8.75%$4.03');
      await form.getByRole('button', { name: 'Set from now on' }).click();
      await expect(form).toHaveCount(0);

      const customer = await shop.customer('Vesta');
      await till.open();
      await till.add('Enamel Pin');
      await till.line('Enamel Pin').getByRole('button', { name: 'One more of Enamel Pin' }).click();
      await till.chooseCustomer(customer.name);
      const subtotal = 2 * Number(pin.regular_price);
      const excise = Math.round(subtotal * 15) / 100;
      await expect(till.fact(till.panel, 'Excise 15%')).toHaveText(`$${excise.toFixed(2)}`);
      await till.sellByCard();
      const [order] = await shop.ordersOf(customer);
      expect(order?.tax_lines).toMatchObject([
        { label: 'Excise', tax_total: excise.toFixed(2) },
        { label: 'Sales Tax', compound: true, taxable: (subtotal + excise).toFixed(2) },
      ]);

      const orders = new OrderList(page);
      await orders.open();
      const details = await orders.expand(order?.number ?? '');
      await expect(details).toContainText('Excise 15%');
      await details.getByRole('button', { name: 'Refund items' }).click();
      const refund = orders.dialog(`Refund ${order?.number}`);
      await refund.getByRole('button', { name: 'More: Refund of Enamel Pin' }).click();
      await expect(orders.fact(refund, 'Excise')).toHaveText(`$${(Math.round(excise * 50) / 100).toFixed(2)}`);
      await refund.getByRole('button', { name: /^Refund \$/ }).click();
      await expect(orders.dialog('Refunded')).toContainText('Card $');
    } finally {
      await plainAgain(shop);
    }
  },
);

test('a price that contains its tax is what the customer pays', { tag: '@long' }, async ({ shop, till }) => {
  const pin = await shop.stocked('Enamel Pin', 10);
  try {
    await shop.call(setTaxRoute, {}, { ...PLACE, included: true });
    const customer = await shop.customer('Juno');
    await till.open();
    await till.add('Enamel Pin');
    await till.chooseCustomer(customer.name);
    const price = Number(pin.regular_price);
    const tax = Math.round((price * 875) / 108.75) / 100;
    await expect(till.fact(till.panel, 'Sales Tax 8.75% (included)')).toHaveText(`$${tax.toFixed(2)}`);
    await expect(till.fact(till.panel, 'Subtotal')).toHaveText(`$${(price - tax).toFixed(2)}`);
    await expect(till.line('Enamel Pin')).toContainText(`$${price.toFixed(2)}`);
    await expect(till.panel.getByText('Discounts')).toHaveCount(0);
    await till.sellByCard();
    const [order] = await shop.ordersOf(customer);
    expect(order).toMatchObject({
      total: price.toFixed(2),
      total_tax: tax.toFixed(2),
      subtotal: (price - tax).toFixed(2),
    });
  } finally {
    await plainAgain(shop);
  }
});
