import type { Page } from '@playwright/test';
import { expectAccessible } from '../support/browser/accessibility.ts';
import { picture } from '../support/browser/picture.ts';
import { scan } from '../support/browser/scanner.ts';
import { expectWaysStay } from '../support/pages/till.ts';
import { expect, test } from '../support/staff.ts';

test.use({ viewport: { width: 1024, height: 768 }, hasTouch: true, isMobile: true });

interface Target {
  name: string | null;
  width: number;
  height: number;
}

/** The visible controls with their sizes. A field's label counts as part of it, because pressing it does the same. */
async function targets(page: Page, selector: string): Promise<Target[]> {
  const all = await page.locator(selector).evaluateAll((found) =>
    found.map((target) => {
      const boxes = [target, target.closest('label') ?? target].map((one) => one.getBoundingClientRect());
      return {
        name: target.getAttribute('aria-label') ?? target.textContent,
        width: Math.max(...boxes.map(({ width }) => width)),
        height: Math.max(...boxes.map(({ height }) => height)),
      };
    }),
  );
  return all.filter(({ width, height }) => width > 0 && height > 0);
}

const tooSmall = ({ width, height }: Target): boolean => Math.min(width, height) < 43.5;

test('sells on a tablet by touch alone, with targets of 44 px and the number pad for the cash', async ({
  till,
  shop,
  page,
}) => {
  await shop.stocked('Blackberry Sage Pastilles');
  await till.open();
  await page.getByRole('group', { name: 'Categories' }).getByRole('button', { name: 'Edible' }).tap();
  const card = till.card('Blackberry Sage Pastilles');
  await card.scrollIntoViewIfNeeded();
  await card.getByRole('button', { name: '1 pack' }).tap();
  await card.getByRole('button', { name: 'Add $20.00' }).tap();
  await expectAccessible(page, 'tablet-register');
  const shown = await targets(page, 'main button, main input, main a, header button, nav a');
  expect(shown.length).toBeGreaterThan(20);
  expect(shown.filter(tooSmall)).toEqual([]);
  await scan(page, '4006381333931');
  const toast = till.notes.getByRole('alert');
  await expect(toast).toBeVisible();
  const { y: top = 0 } = (await toast.boundingBox()) ?? {};
  // It covers the footer, and of the cards above it less than half of a chip.
  expect(top).toBeGreaterThan(((await page.getByRole('contentinfo').boundingBox())?.y ?? 0) - 22);
  const line = till.line('Blackberry Sage Pastilles');
  await line.getByRole('button', { name: /^Change price/ }).tap();
  await expect(page.getByRole('radiogroup', { name: 'Change the price by' })).toBeInViewport();
  const editor = await targets(page, '[role=dialog] button, [role=dialog] input');
  expect(editor.length).toBeGreaterThan(12);
  expect(editor.filter(tooSmall)).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await till.panel.getByRole('button', { name: /^Pay/ }).tap();
  await expectWaysStay(till);
  const pad = till.checkout.getByRole('group', { name: 'Number pad' });
  for (const key of ['3', '0', '0']) await pad.getByRole('button', { name: key, exact: true }).tap();
  await pad.getByRole('button', { name: 'Delete last digit' }).tap();
  await expect(till.checkout.getByRole('textbox', { name: 'Cash received' })).toHaveValue('30');
  await expect(till.pay).toBeInViewport();
  await expectAccessible(page, 'tablet-checkout', till.panel);
  await till.pay.tap();
  await till.sold();
  await expect(till.complete.getByText('$8.25', { exact: true })).toBeVisible();
});

test(
  'keeps all of the number pad in sight while a customer with points pays in parts',
  { tag: '@long' },
  async ({ till, shop, page, signedIn }) => {
    await shop.stocked('Walnut Grinder');
    const customer = await shop.customer('Parta');
    await (await signedIn('manager')).givePoints(customer, 800);
    await till.open();
    await till.add('Walnut Grinder');
    await till.chooseCustomer(customer.name);
    await till.goToCheckout();
    await till.method('Split Payment').check();
    const pad = till.checkout.getByRole('group', { name: 'Number pad' });
    await expect(till.checkout.getByRole('checkbox', { name: 'Use points' })).toBeVisible();
    for (const method of ['cash', 'card']) {
      await pad.getByRole('button', { name: '5', exact: true }).tap();
      await till.checkout.getByRole('button', { name: `Add ${method}` }).tap();
      for (const key of ['1', '9', '00', '0']) {
        await expect(pad.getByRole('button', { name: key, exact: true })).toBeInViewport({ ratio: 1 });
      }
    }
    await picture(page, 'tablet-split');
    // The last payment is in sight, and the one before it at the side of it.
    await expect(till.checkout.getByRole('button', { name: 'Remove payment of $5.00' }).last()).toBeInViewport();
    await till.checkout.getByRole('button', { name: 'Add cash' }).tap();
    await expect(till.checkout.getByText('Take $5.00 on the card terminal')).toBeInViewport({ ratio: 1 });
  },
);

test(
  'adds exactly one by a double tap on a tier of an open card, and moves nothing under the finger',
  { tag: '@long' },
  async ({ till, shop, page }) => {
    await shop.stocked('Lantern Fruit', 90);
    await till.open();
    const card = await till.find('Lantern Fruit');
    await card.focus();
    await page.keyboard.press('Enter');
    const tiers = card.getByRole('radio');
    await expect(tiers.first()).toBeFocused();
    for (const times of [1, 2]) {
      const before = await tiers.evaluateAll((chips) =>
        chips.map((chip) => JSON.stringify(chip.getBoundingClientRect())),
      );
      const { x = 0, y = 0, width = 0, height = 0 } = (await tiers.nth(3).boundingBox()) ?? {};
      const [left, top] = [x + width / 2, y + height / 2];
      await page.touchscreen.tap(left, top);
      expect(
        await tiers.evaluateAll((chips) => chips.map((chip) => JSON.stringify(chip.getBoundingClientRect()))),
      ).toEqual(before);
      await page.touchscreen.tap(left, top);
      await expect(card).toHaveAttribute('aria-selected', 'false');
      await expect(till.lines).toHaveCount(1);
      await expect(till.lines.getByRole('textbox')).toHaveValue(`${times}`);
      await card.focus();
      await page.keyboard.press('Enter');
      await expect(tiers.first()).toBeFocused();
    }
  },
);

test('shows quantity and Add whole on the narrow cards of a tablet', { tag: '@long' }, async ({ till, shop, page }) => {
  const { product } = await shop.variant('Tillwright Tee', 'M');
  for (const { id } of product.variants) await shop.setStock(product, 9, id);
  await till.open();
  const card = await till.find('Tillwright Tee');
  await card.getByRole('button', { name: /Choose/ }).tap();
  await card.getByRole('radio', { name: /^M/ }).check();
  const add = card.getByRole('button', { name: 'Add $28.00' });
  await expect(add).toBeInViewport({ ratio: 1 });
  await card.getByRole('button', { name: /^More: Quantity/ }).tap();
  await expectAccessible(page, 'tablet-variants', card);
  await card.getByRole('button', { name: 'Add $56.00' }).tap();
  await expect(till.line('Tillwright Tee - M')).toContainText('$56.00');
});
