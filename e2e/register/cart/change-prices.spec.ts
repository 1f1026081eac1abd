import { picture } from '../../support/browser/picture.ts';
import { expect, test } from '../../support/staff.ts';

test('shows a new price, a discount and an adjustment on the line, and sums them', async ({ till, shop, page }) => {
  await shop.stocked('Refillable Torch');
  await shop.stocked('Dab Tool Set');
  const customer = await shop.customer('Reduca');
  await till.open();
  await till.chooseCustomer(customer.name);
  await till.add('Refillable Torch');
  await till.add('Dab Tool Set');
  const line = till.line('Refillable Torch');
  await line.getByRole('button', { name: 'Change price of Refillable Torch' }).click();
  const editor = till.dialog('Refillable Torch');
  await (await till.priceField('Refillable Torch', 'Price')).fill('20');
  await editor.getByRole('group', { name: 'Reasons' }).getByRole('button', { name: 'Price match' }).click();
  await (await till.priceField('Refillable Torch', 'Percent')).fill('250');
  await expect(editor.getByRole('textbox', { name: 'Discount percent' })).toHaveValue('100');
  await editor.getByRole('button', { name: '10%' }).click();
  await (await till.priceField('Refillable Torch', 'Amount')).fill('1.5');
  await expect(editor.getByRole('status')).toContainText('$16.50');
  await picture(page, 'line-editor');
  await editor.getByRole('button', { name: 'Apply' }).click();

  await expect(line).toContainText('$16.50');
  await expect(line).toContainText('Before: $26.00');
  await expect(line).toContainText('10% off · -$1.50 · Price match');
  await expect(till.fact(till.panel, 'Items')).toHaveText('$41.00');
  await expect(till.fact(till.panel, 'Discounts')).toHaveText('-$9.50');
  await expect(till.fact(till.panel, 'Subtotal')).toHaveText('$31.50');
  await expect(till.fact(till.panel, 'Total')).toHaveText('$34.26');
  await till.sellByCard();

  const [order] = await shop.ordersOf(customer);
  expect(order).toMatchObject({ subtotal: '31.50', total_tax: '2.76', total: '34.26' });
  const [torch] = order?.line_items ?? [];
  expect(torch).toMatchObject({ subtotal: '26.00', total: '16.50' });
  expect(torch?.meta_data).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ key: '_override_price', value: '20.00' }),
      expect.objectContaining({ key: '_override_reason', value: 'Price match' }),
      expect.objectContaining({ key: '_adjustment_amount', value: '-1.50' }),
    ]),
  );
});

test(
  'has the focus where the percent sign leads, refuses what reads in two ways, and takes a change back',
  { tag: '@long' },
  async ({ till, shop, page }) => {
    await shop.stocked('Bamboo Rolling Tray');
    await till.open();
    await till.add('Bamboo Rolling Tray');
    const line = till.line('Bamboo Rolling Tray');
    const editor = till.dialog('Bamboo Rolling Tray');
    const open = () => line.getByRole('button', { name: /^Change price/ }).click();
    const apply = () => editor.getByRole('button', { name: 'Apply' }).click();
    const subtotal = till.fact(till.panel, 'Subtotal');
    await open();
    await expect(editor.getByRole('textbox', { name: 'Discount percent' })).toBeFocused();
    await page.keyboard.type('10', { delay: 120 });
    await page.keyboard.press('Enter');
    await expect(subtotal).toHaveText('$21.60');

    await open();
    await editor.getByRole('textbox', { name: 'Discount percent' }).fill('');
    const price = await till.priceField('Bamboo Rolling Tray', 'Price');
    await price.fill('12,50');
    await apply();
    await expect(price).toHaveAccessibleDescription(/"12,50" can mean two things/);
    // A trailing point does not make the price fall back to the list price.
    await price.fill('20.');
    await apply();
    await expect(editor).toBeHidden();
    await expect(subtotal).toHaveText('$20.00');

    await open();
    await (await till.priceField('Bamboo Rolling Tray', 'Price')).fill('0');
    await apply();
    // All of it comes off, which needs a reason. Rule: pricing/reason-for-a-change
    const reason = editor.getByRole('textbox', { name: 'Reason for the change' });
    await expect(reason).toHaveAccessibleDescription(/Please give a reason/);
    await expect(reason).toBeFocused();
    await editor.getByRole('button', { name: 'Damaged' }).click();
    await apply();
    await expect(subtotal).toHaveText('$0.00');
    await open();
    await (await till.priceField('Bamboo Rolling Tray', 'Price')).fill('24');
    await apply();
    await expect(subtotal).toHaveText('$24.00');
    await expect(line.getByText('Before:')).toHaveCount(0);
    await open();
    await editor.getByRole('button', { name: 'Remove item' }).click();
    await expect(till.empty).toBeVisible();
  },
);

test('burns the list only when asked to, and keeps the customer', { tag: '@long' }, async ({ till, shop, page }) => {
  await shop.stocked('Silicone Dab Mat');
  await shop.stocked('Corduroy Cap');
  const customer = await shop.customer('Burnham');
  await till.open();
  await till.add('Silicone Dab Mat');
  await till.add('Corduroy Cap');
  await till.chooseCustomer(customer.name);
  await till.panel.getByRole('button', { name: 'Empty Cart' }).click();
  const question = till.dialog('Burn List?');
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await expect(question).toContainText(`${customer.name} stays the customer.`);
  await page.keyboard.press('Escape');
  await expect(till.lines).toHaveCount(2);
  await till.panel.getByRole('button', { name: 'Empty Cart' }).click();
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(till.lines).toHaveCount(2);
  await till.panel.getByRole('button', { name: 'Empty Cart' }).click();
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(till.empty).toBeVisible();
  await expect(till.panel.getByRole('group', { name: 'Cart' })).toBeFocused();
  await expect(till.panel.getByRole('button', { name: 'Pay' })).toBeDisabled();
  await expect(till.panel.getByText(customer.name, { exact: true })).toBeVisible();
  await till.customer.click();
  await expect(till.panel.getByText('Guest Customer')).toBeVisible();
});

test(
  'counts with minus, plus and a typed number, and removes the last piece',
  { tag: '@long' },
  async ({ till, shop }) => {
    await shop.stocked('Glass Tips 5 pk');
    await shop.stocked('Corduroy Cap');
    await till.open();
    await till.add('Glass Tips 5 pk');
    const line = till.line('Glass Tips 5 pk');
    const count = line.getByRole('textbox', { name: 'Quantity of Glass Tips 5 pk' });
    // Rule: register/line-height
    expect((await line.boundingBox())?.height).toBe(64);
    expect((await line.getByRole('button', { name: /^One more/ }).boundingBox())?.height).toBe(44);
    await line.getByRole('button', { name: /^One more/ }).click();
    await expect(count).toHaveValue('2');
    await count.fill('12');
    await count.press('Enter');
    await expect(line).toContainText('$144.00');
    // A point that is dropped would sell ten times as many.
    await count.fill('1.5');
    await count.press('Enter');
    await expect(till.notes).toContainText('Not counted: 1.5.');
    await expect(count).toHaveValue('12');
    await count.fill('1');
    await count.press('Enter');
    // The focus stays in the cart: with the line that comes next, then with the cart itself.
    await till.add('Corduroy Cap');
    const remove = (name: string) => till.panel.getByRole('button', { name: `Remove ${name}` }).press('Enter');
    await remove('Glass Tips 5 pk');
    await expect(till.line('Corduroy Cap').getByRole('textbox')).toBeFocused();
    await till.add('Glass Tips 5 pk');
    // A mouse has no use for a focused field, which looks chosen.
    await till.panel.getByRole('button', { name: 'Remove Glass Tips 5 pk' }).click();
    await expect(till.panel.getByRole('list', { name: 'Cart' })).toBeFocused();
    await remove('Corduroy Cap');
    await expect(till.empty).toBeVisible();
    await expect(till.panel.getByRole('group', { name: 'Cart' })).toBeFocused();
  },
);
