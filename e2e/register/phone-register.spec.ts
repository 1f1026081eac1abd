import type { Locator } from '@playwright/test';
import { heldCartsRoute, burnCartRoute } from '#contract/held-carts.ts';
import { expectAccessible } from '../support/browser/accessibility.ts';
import { picture } from '../support/browser/picture.ts';
import { audit, field } from '../support/pages/till-audit.ts';
import { expect, test } from '../support/staff.ts';

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

const JAR = 'Banana Ledger';
const CONTROLS = 'button, input:not([type=radio]), label';

/** The names of the controls of a card or panel that are cut off at its left or right edge. */
async function cutOff(place: Locator): Promise<(string | null)[]> {
  return place.evaluate((box, controls) => {
    const { left, right } = box.getBoundingClientRect();
    return [...box.querySelectorAll(controls)]
      .filter((control) => {
        const at = control.getBoundingClientRect();
        return at.width > 1 && (at.left < left || at.right > right);
      })
      .map((control) => control.getAttribute('aria-label') ?? control.textContent);
  }, CONTROLS);
}

test('on a phone a cart is filled, held, resumed and paid, with every control inside its card or panel', async ({
  till,
  shop,
  page,
}) => {
  for (const { id } of (await shop.call(heldCartsRoute)).data) await shop.call(burnCartRoute, { id }, {});
  await shop.stocked(JAR, 234.5);
  await till.open();
  const card = await till.find(JAR);
  await card.focus();
  await page.keyboard.press('Enter');
  const tier = card.getByRole('radio', { name: /^7 g/ });
  await tier.tap();
  expect(await cutOff(card)).toEqual([]);
  const price = card.getByText('$60.00', { exact: true });
  expect(await price.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
  // The pressed tier becomes Add, in its place.
  await expect(tier).toHaveAccessibleName('7 g, Add $60');
  await expectAccessible(page, 'phone-open-card', card);
  await tier.tap();
  const bar = page.getByRole('button', { name: /^Cart/ });
  await expect(bar).toContainText('1 item, $65.25');
  // The quantity in the cart stands beside the stock.
  const inCart = card.getByText('7 g in the cart');
  const edges = (one: Element) => [one, one.parentElement ?? one].map((box) => box.getBoundingClientRect().left);
  const [left = 0, edge = 0] = await inCart.evaluate(edges);
  expect(left).toBeGreaterThanOrEqual(edge);

  await bar.tap();
  expect(await cutOff(till.panel)).toEqual([]);
  // The panel closes with the cart, so that the bar is all that tells of it.
  await till.panel.getByRole('button', { name: 'Hold', exact: true }).tap();
  await till.panel.getByRole('form', { name: 'Hold the cart' }).getByRole('button', { name: 'Hold' }).tap();
  await expect(bar).toContainText('Empty · Held (1)');
  await picture(page, 'phone-held');
  await bar.tap();
  await till.panel.getByRole('button', { name: 'Held (1)' }).tap();
  await page.getByRole('button', { name: /^Resume/ }).tap();
  await expect(till.line(JAR)).toContainText('7 g');

  await till.goToCheckout();
  await till.method('Split Payment').check();
  const pad = till.checkout.getByRole('group', { name: 'Number pad' });
  for (const key of ['2', '00']) await pad.getByRole('button', { name: key, exact: true }).tap();
  await pad.getByRole('button', { name: 'Delete last digit' }).tap();
  await till.checkout.getByRole('button', { name: 'Add card' }).tap();
  await expect(pad.getByRole('button', { name: '0', exact: true })).toBeInViewport({ ratio: 1 });
  expect(await cutOff(till.checkout)).toEqual([]);
  await picture(page, 'phone-split');
  await till.checkout.getByRole('button', { name: 'Add cash' }).tap();
  await till.pay.tap();
  await till.sold();
  expect(await cutOff(till.complete)).toEqual([]);
});

test('on a phone stock of three figures is whole in audit mode', { tag: '@long' }, async ({ till, shop, page }) => {
  await shop.stocked(JAR, 312);
  const card = await audit(till, JAR);
  const stock = field(card, JAR);
  await expect(stock).toHaveValue('312.00');
  expect(await stock.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
  expect(await cutOff(card)).toEqual([]);
  await picture(page, 'phone-audit');
});

test(
  'on a phone products with similar names are told apart in the search',
  { tag: '@long' },
  async ({ till, page }) => {
    await till.open();
    await till.search.fill('Dogwalker');
    const name = page.getByRole('listbox', { name: 'Products' }).getByText('Dogwalker Minis 5 pk - Foxglove');
    await expect(name).toBeInViewport({ ratio: 1 });
    await picture(page, 'phone-search');
    expect(await name.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
  },
);
