import type { Page } from '@playwright/test';
import { changeProviderRoute } from '#contract/assistant-settings.ts';
import { changeProductRoute, managedProductRoute } from '#contract/managed-products.ts';
import { menuConfigsRoute } from '#contract/menus.ts';
import { expectAccessible } from '../support/browser/accessibility.ts';
import { LoopbackModel } from '../support/shop/model.ts';
import { expect, test } from '../support/staff.ts';

const log = (page: Page) => page.getByRole('log', { name: 'Messages' });
/** The last card of that name. An earlier draft of the same thing may be above it. */
const card = (page: Page, name: RegExp | string) => log(page).getByRole('region', { name, exact: true }).last();

async function ask(page: Page, words: string): Promise<void> {
  const message = page.getByRole('combobox', { name: 'Message' });
  await message.fill(words);
  await message.press('Enter');
}

test.describe('a draft of the assistant', () => {
  test.use({ as: 'manager' });
  let model: LoopbackModel;

  test.beforeEach(async ({ signedIn }) => {
    // Code is fetched and compiled, which takes its time on a busy machine.
    test.slow();
    model = await LoopbackModel.start();
    const admin = await signedIn('admin');
    await admin.call(changeProviderRoute, {}, { provider: 'openai', base_url: model.address, api_key: 'none' });
    model.says('It waits for you.');
  });
  test.afterEach(async ({ signedIn }) => {
    const admin = await signedIn('admin');
    await admin.call(changeProviderRoute, {}, { provider: null, base_url: '', api_key: '' });
    await model.stop();
  });

  test('of a price is approved by keys, undone, and not carried out over a later change @long', async ({
    page,
    shop,
    watch,
  }) => {
    const { id, name } = await shop.stocked('Dab Tool Set');
    const product = async () => (await shop.call(managedProductRoute, { id })).data;
    const { regular_price: before } = await product();
    model.calls({
      name: 'draft_price_change',
      input: { product_id: id, regular_price: '31.25', reason: 'Its cost went up.' },
    });
    await page.goto('/?view=ai-view');
    await ask(page, 'Raise its price');
    const draft = card(page, `Price of ${name}`);
    await expect(draft.getByText('Waiting for approval')).toBeVisible();
    await expect(draft.getByText('Its cost went up.')).toBeVisible();
    await expect(draft.getByRole('cell', { name: '$31.25' })).toBeVisible();
    expect((await product()).regular_price).toBe(before);
    await expectAccessible(page, 'assistant-draft', draft);
    await draft.getByRole('button', { name: 'Approve' }).press('Enter');
    await expect(draft.getByText('Approved', { exact: true })).toBeVisible();
    await expect(draft.getByRole('button', { name: 'Undo' })).toBeFocused();
    expect((await product()).regular_price).toBe('31.25');
    await page.reload();
    await expect(draft.getByText('Approved', { exact: true })).toBeVisible();
    await draft.getByRole('button', { name: 'Undo' }).press('Enter');
    await expect(draft.getByText('Undone', { exact: true })).toBeVisible();
    expect((await product()).regular_price).toBe(before);

    watch.expect(/^console\.error: .*409/, /^409 POST /);
    await ask(page, 'Once more');
    await expect(draft.getByText('Waiting for approval')).toBeVisible();
    const { version } = await product();
    await shop.call(changeProductRoute, { id }, { name, regular_price: '33.00', version });
    await draft.getByRole('button', { name: 'Approve' }).click();
    await expect(draft.getByRole('alert')).toBeVisible();
    expect((await product()).regular_price).toBe('33.00');
    await draft.getByRole('button', { name: 'Turn down' }).press('Enter');
    await expect(draft.getByText('Turned down', { exact: true })).toBeVisible();
    await expect(page.getByRole('combobox', { name: 'Message' })).toBeFocused();
    await shop.call(changeProductRoute, { id }, { name, regular_price: before, version: (await product()).version });
  });

  test(
    'of a layout, a count list and labels leads to where each is worked with',
    { tag: '@long' },
    async ({ page, shop }) => {
      const { id, name } = await shop.stocked('Dab Tool Set');
      const layout = `Wall ${Date.now().toString(36)}`;
      const items = [{ product_id: id }];
      model.calls(
        { name: 'draft_menu_layout', input: { name: layout, panels: [{ place: 'whole', category: 'Flower' }] } },
        { name: 'draft_count_list', input: { items, reason: 'The last count is old.' } },
        { name: 'draft_label_sheet', input: { items: [{ product_id: id, copies: 7 }] } },
      );
      await page.goto('/?view=ai-view');
      await ask(page, 'Prepare the week');
      const menu = card(page, `New menu layout “${layout}”`);
      await menu.getByRole('button', { name: 'Approve' }).click();
      await expect(menu.getByText('Approved', { exact: true })).toBeVisible();
      const saved = async () => (await shop.call(menuConfigsRoute)).data.filter((config) => config.name === layout);
      expect(await saved()).toMatchObject([{ is_active: false }]);
      await menu.getByRole('button', { name: 'Undo' }).click();
      await expect(menu.getByText('Undone', { exact: true })).toBeVisible();
      expect(await saved()).toEqual([]);

      const count = card(page, 'Count list, 1 item');
      await count.getByRole('button', { name: 'Approve' }).click();
      await count.getByRole('button', { name: 'Open Count list, 1 item' }).click();
      await expect(page.getByRole('button', { name: 'Selected (1)' })).toHaveAttribute('aria-pressed', 'true');
      await expect(page.getByRole('grid').getByRole('row').filter({ hasText: name })).toBeVisible();
      await page.goBack();

      const labels = card(page, 'Label sheet, 7 labels of 1 item');
      await labels.getByRole('button', { name: 'Approve' }).click();
      await labels.getByRole('button', { name: 'Open Label sheet, 7 labels of 1 item' }).click();
      await expect(page).toHaveURL(/view=blueprint-fields/);
      await expect(page.getByRole('complementary').getByText(name).first()).toBeVisible();
    },
  );
});

test.describe('a model that fails', () => {
  test.use({ as: 'admin' });

  test(
    'leaves one finished message and a composer that takes the next question',
    { tag: '@long' },
    async ({ page, shop }) => {
      test.slow();
      const model = await LoopbackModel.start();
      await shop.call(changeProviderRoute, {}, { provider: 'openai', base_url: model.address, api_key: 'none' });
      await page.goto('/?view=ai-view');
      for (const [how, words] of [
        [429, 'API Overloaded'],
        [401, 'The provider does not accept the key'],
        [529, 'API Overloaded'],
        ['cut', 'was lost before the answer was complete'],
      ] as const) {
        model.fails(how);
        await ask(page, `What about ${how}?`);
        await expect(log(page).getByRole('alert').filter({ hasText: words }).last()).toBeVisible({ timeout: 20_000 });
        if (how === 429) await expectAccessible(page, 'assistant-failed', log(page));
        await expect(page.getByRole('button', { name: 'Stop' })).toHaveCount(0);
        model.calls();
        model.says(`All is well after ${how}.`);
        await ask(page, 'And now?');
        await expect(log(page).getByText(`All is well after ${how}.`)).toBeVisible();
      }
      await shop.call(changeProviderRoute, {}, { provider: null, base_url: '', api_key: '' });
      await model.stop();
    },
  );
});
