import { managedProductRoute } from '#contract/managed-products.ts';
import { expectAccessible } from '../support/browser/accessibility.ts';
import { LabelView } from '../support/pages/label-view.ts';
import { expect, test } from '../support/staff.ts';

const PRODUCT = 'Blue Ridge Mist';

test.describe('fields of a product', () => {
  test.use({ as: 'manager' });

  test(
    'are edited from its card, checked by type, and changed back',
    { tag: '@long' },
    async ({ page, till, shop }) => {
      test.slow();
      const view = new LabelView(page);
      await till.open();
      const card = await till.find(PRODUCT);
      await card.click();
      await card.getByRole('button', { name: /movements of/ }).click();
      await page.getByRole('dialog', { name: PRODUCT }).getByRole('button', { name: 'Edit fields' }).click();
      const form = view.controls.getByRole('form', { name: `Fields of ${PRODUCT}` });
      const nose = form.getByRole('textbox', { name: 'Nose' });
      await expect(nose).not.toHaveValue('');
      const before = await nose.inputValue();
      await expectAccessible(page, 'labels-fields', form);

      const thca = form.getByRole('textbox', { name: /THCA/ });
      const percent = await thca.inputValue();
      await thca.fill('much');
      await form.getByRole('button', { name: 'Save fields' }).click();
      await expect(form).toContainText('is a number, such as 12.5');
      await thca.fill(percent);
      await nose.fill('Wet slate');
      await view.toggle('Nose').click();
      await nose.press('Enter');
      // The label shows it as soon as it is saved.
      await expect.poll(() => view.lines()).toEqual([PRODUCT, 'Nose: Wet slate']);
      const saved = async () => {
        const { id } = await shop.product(PRODUCT);
        return (await shop.call(managedProductRoute, { id: String(id) })).data.field_values['nose'];
      };
      expect(await saved()).toBe('Wet slate');
      await page.getByRole('button', { name: 'Undo' }).click();
      await expect.poll(saved).toBe(before);
      await expect(nose).toHaveValue(before);
    },
  );
});
