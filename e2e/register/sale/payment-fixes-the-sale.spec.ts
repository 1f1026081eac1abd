import { expectAccessible } from '../../support/browser/accessibility.ts';
import { scan } from '../../support/browser/scanner.ts';
import { expect, test } from '../../support/staff.ts';

const OPEN = "Items can't change while payment is open.";

test('adds nothing to a sale that is being paid, and says how to', { tag: '@long' }, async ({ till, shop, page }) => {
  const { barcode } = await shop.stocked('Walnut Grinder');
  await shop.stocked('Ceramic One-hitter');
  await till.open();
  await scan(page, barcode ?? '');
  await till.goToCheckout();
  const received = till.checkout.getByRole('textbox', { name: 'Cash received' });
  await received.fill('10');
  const total = (await till.fact(till.checkout, 'Total').textContent()) ?? '';
  const cover = page.getByRole('region', { name: 'Product grid' });
  await expect(cover.getByText('Payment open')).toBeVisible();
  // Keys and screen readers cannot reach the dimmed cards either.
  const card = till.grid.getByRole('gridcell').first();
  await card.focus();
  await expect(card).not.toBeFocused();
  // Nor can a finger: what is on top of a card is the cover.
  const onTop = () =>
    card.evaluate((cell) => {
      const { left, top, width, height } = cell.getBoundingClientRect();
      return cell.contains(document.elementFromPoint(left + width / 2, top + height / 2));
    });
  expect(await onTop()).toBe(false);
  await cover.getByRole('button', { name: 'Back to cart' }).click();
  await card.focus();
  await expect(card).toBeFocused();
  expect(await onTop()).toBe(true);
  await expect(till.line('Walnut Grinder')).toBeVisible();
  await till.goToCheckout();
  await expect(received).toHaveValue('10');

  await scan(page, barcode ?? '');
  await expect(till.notes.getByRole('alert')).toContainText(`Not added: Walnut Grinder. ${OPEN}`);
  await expect(till.fact(till.checkout, 'Total')).toHaveText(total);
  await expect(received).toHaveValue('10');
  await expect(till.dialog('Insufficient Payment')).toBeHidden();

  await till.search.fill('Ceramic One-hitter');
  await page.getByRole('listbox', { name: 'Products' }).getByText('Ceramic One-hitter', { exact: true }).click();
  const refusal = till.notes.getByRole('alert').filter({ hasText: 'Not added: Ceramic One-hitter' });
  await refusal.getByRole('button', { name: 'Back to cart and add' }).click();
  await expect(till.line('Ceramic One-hitter')).toBeVisible();
  await expect(till.lines).toHaveCount(2);
  await till.goToCheckout();
  await expect(till.fact(till.checkout, 'Total')).not.toHaveText(total);
  // It was entered for the total before.
  await expect(received).toHaveValue('');
});

test('keeps what is scanned while a sale is saved out of that sale, and begins the next one with it', async ({
  till,
  shop,
  page,
  watch,
}) => {
  watch.expect(/^failed POST .*\/api\/orders /);
  const paid = await shop.stocked('Rolling Tray - Terrazzo');
  const next = await shop.stocked('Rolling Tray - Mountains');
  const customer = await shop.customer('Lockwood');
  let lost = true;
  await page.route('**/api/orders', (route) =>
    lost && route.request().method() === 'POST' ? route.abort('connectionreset') : route.fallback(),
  );
  await till.open();
  await scan(page, paid.barcode ?? '');
  await expect(till.line(paid.name)).toBeVisible();
  await till.chooseCustomer(customer.name);
  await till.goToCheckout();
  await till.method('Card').check();
  await till.pay.click();
  await expect(till.checking).toBeVisible();
  await scan(page, next.barcode ?? '');
  const refusal = till.notes.getByRole('alert').filter({ hasText: `Not added: ${next.name}` });
  await expect(refusal).toContainText('The sale before it is still being saved.');
  await refusal.getByRole('button', { name: 'Put that aside and add' }).click();
  await expect(till.line(next.name)).toBeVisible();
  await expect(till.lines).toHaveCount(1);
  await expect(till.aside).toContainText('Checking whether this sale saved');
  lost = false;
  await till.asideSettled();
  const [order, ...others] = await shop.ordersOf(customer);
  expect(others).toEqual([]);
  expect(order?.line_items.map(({ name }) => name)).toEqual([paid.name]);
  await expect(till.lines).toHaveCount(1);
});

test(
  'keeps the change due in sight when the next sale begins with a scan',
  { tag: '@long' },
  async ({ till, shop, page }) => {
    const { barcode, name } = await shop.stocked('Pocket Grinder 40 mm');
    await till.open();
    await scan(page, barcode ?? '');
    await till.goToCheckout();
    await till.checkout.getByRole('textbox', { name: 'Cash received' }).fill('20');
    await till.pay.click();
    await till.sold();
    const number = await till.orderNumber();
    await scan(page, barcode ?? '');
    await expect(till.line(name)).toBeVisible();
    await expect(till.notes).toContainText(`Sale ${number}: change due $4.77`);
  },
);

test.describe('at 200 % on a laptop', () => {
  test.use({ viewport: { width: 720, height: 450 } });

  test(
    'keeps the total and Pay in sight however it is paid, for everyone, and why nothing is added',
    { tag: '@long' },
    async ({ till, shop, page }) => {
      const { barcode } = await shop.stocked('Walnut Grinder');
      await till.open();
      await till.search.fill('Walnut Grinder');
      await page.getByRole('listbox', { name: 'Products' }).getByText('Walnut Grinder', { exact: true }).click();
      await page.getByRole('button', { name: /^Cart/ }).click();
      await expect(till.panel.getByRole('button', { name: /^Pay \$/ })).toBeInViewport({ ratio: 1 });
      await expectAccessible(page, 'short-cart', till.panel);
      await till.goToCheckout();
      for (const method of ['Cash', 'Card', 'Split Payment'] as const) {
        await till.method(method).check();
        await expect(till.pay).toBeInViewport({ ratio: 1 });
        await expect(till.checkout.getByRole('banner').or(till.checkout.locator('header'))).toContainText(/\$\d/);
      }
      const amount = till.checkout.getByRole('textbox', { name: 'Amount of this payment' });
      for (const part of ['1', '2', '3']) {
        await amount.fill(part);
        await till.checkout.getByRole('button', { name: 'Add card' }).click();
        await expect(amount).toBeInViewport({ ratio: 1 });
      }
      await expect(till.pay).toBeInViewport({ ratio: 1 });
      await expect(till.checkout.getByText('Still owed')).toBeInViewport({ ratio: 1 });
      await scan(page, barcode ?? '');
      await till.notes.getByRole('button', { name: 'Back to cart and add' }).hover();
      await expectAccessible(page, 'short-split-refused', till.panel);
    },
  );
});
