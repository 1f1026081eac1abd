import { expectAccessible } from '../../support/browser/accessibility.ts';
import { expect, test } from '../../support/staff.ts';

test.describe('a manager', () => {
  test.use({ as: 'manager' });

  test(
    'changes the tiers of a rule at once, and later, and calls that off',
    { tag: '@long' },
    async ({ page, anotherTill }) => {
      test.slow();
      // Renamed, and back: what was and is to be goes along.
      await page.goto('/manage/pricing?blueprint=44');
      const named = page.getByLabel('Name of the rule Moonwater shots');
      await named.first().fill('Shots');
      await named.first().press('Enter');
      const shots = page.getByLabel('Name of the rule Shots');
      await shots.fill('Moonwater shots');
      await shots.press('Enter');
      await expect(shots).toHaveCount(0);
      const rule = page.getByRole('form', { name: 'Moonwater shots, shot' });
      const price = rule.getByLabel(/^Price of/).first();
      const before = await price.inputValue();
      await expectAccessible(page, 'manage-pricing');

      await price.fill('500');
      await expect(rule.getByRole('list', { name: 'Look again' })).toContainText('less than');
      await rule.getByRole('button', { name: 'Discard' }).click();
      await expect(price).toHaveValue(before);

      const { page: other } = await anotherTill('manager');
      await other.goto('/manage/pricing?blueprint=44');
      const theirs = other.getByRole('form', { name: 'Moonwater shots, shot' });
      await price.fill('1');
      await theirs
        .getByLabel(/^Price of/)
        .first()
        .fill('2');
      await theirs.getByRole('button', { name: 'Save now' }).click();
      await expect(other.getByText('Prices of Moonwater shots: saved')).toBeVisible();
      const meanwhile = rule.getByRole('alert', { name: 'Changed meanwhile' });
      await expect(meanwhile).toContainText('$2.00');
      await meanwhile.getByRole('button', { name: 'Use theirs: Tiers' }).click();
      await expect(price).toHaveValue('2.00');

      await price.fill(before);
      await rule.getByRole('button', { name: 'Save for later...' }).click();
      const dialog = page.getByRole('dialog', { name: 'Save for later' });
      await dialog.getByLabel('From').fill('2036-12-01T09:00');
      await dialog.getByRole('button', { name: 'Save for later' }).click();
      await expect(rule.getByText('From Dec 1, 2036, 9:00 AM:')).toBeVisible();
      await expect(price).toHaveValue('2.00');
      await rule.getByRole('button', { name: 'Call off' }).click();
      await expect(rule.getByText('From Dec 1, 2036, 9:00 AM:')).toHaveCount(0);
      await price.fill(before);
      await price.press('Enter');
      await expect(page.getByText('Prices of Moonwater shots: saved')).toBeVisible();
    },
  );
});
