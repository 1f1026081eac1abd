import { changeProductRoute } from '#contract/managed-products.ts';
import { expect, test } from '../../support/staff.ts';

// A price that is nearer than five seconds begins at once.
const SOON_MS = 7000;

test('an open till shows a scheduled price at its instant, without a reload', async ({ anotherTill, signedIn }) => {
  test.slow();
  const manager = await signedIn('manager');
  const till = await anotherTill('staff');
  await till.open();
  const product = await manager.product('Bamboo Rolling Tray');
  const change = (body: object) => manager.call(changeProductRoute, { id: product.id }, body);
  const card = await till.find('Bamboo Rolling Tray');
  await expect(card).toContainText('$24.00');
  const from = new Date(Date.now() + SOON_MS).toISOString();
  await change({ price_changes: [{ from, regular_price: '26.50' }] });
  await expect(card).toContainText('$26.50', { timeout: 30_000 });
  expect(Date.now()).toBeGreaterThan(Date.parse(from) - 1000);
  await change({ regular_price: '24.00' });
  await expect(card).toContainText('$24.00', { timeout: 5000 });
});
