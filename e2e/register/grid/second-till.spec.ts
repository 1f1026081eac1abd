import { expect, test } from '../../support/staff.ts';

/** Long before a till would ask by itself, which is every half minute. */
const SOON = { timeout: 5000 };

test('shows on one till what the other one sold, as it happens', async ({ till, shop, anotherTill }) => {
  await shop.stocked('Ceramic One-hitter', 30);
  const other = await anotherTill('manager');
  await Promise.all([till.open(), other.open()]);
  const card = await till.find('Ceramic One-hitter');
  await expect(card).toContainText('30 in stock');
  await other.add('Ceramic One-hitter');
  await other
    .line('Ceramic One-hitter')
    .getByRole('button', { name: /^One more/ })
    .click();
  await other.sellByCard();
  await expect(card).toContainText('28 in stock', SOON);
});

test('warns in the cart when another till takes the last ones', { tag: '@long' }, async ({ till, shop }) => {
  const product = await shop.stocked('Spoon Pipe - Cobalt', 3);
  await till.open();
  await till.add('Spoon Pipe - Cobalt');
  const line = till.line('Spoon Pipe - Cobalt');
  await line.getByRole('button', { name: /^One more/ }).click();
  await shop.sell(product, 2);
  await expect(line).toContainText('Only 1 left', SOON);
  await shop.sell(product, 1);
  await expect(line).toContainText('Out of stock', SOON);
});

test('keeps the stock of another location out of sight', { tag: '@long' }, async ({ till, shop, signedIn }) => {
  await shop.stocked('Spoon Pipe - Amber', 9);
  const elsewhere = await signedIn('monroe');
  const product = await elsewhere.stocked('Spoon Pipe - Amber', 50);
  await till.open();
  const card = await till.find('Spoon Pipe - Amber');
  await expect(card).toContainText('9 in stock');
  await elsewhere.sell(product, 5);
  await shop.setStock(product, 8);
  await expect(card).toContainText('8 in stock', SOON);
});
