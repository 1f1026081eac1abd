import { createArtifactRoute } from '#contract/artifacts.ts';
import { expect, test } from '../support/staff.ts';

// A separate browser, because the frames of later tests would wait in the same process.
test.use({ as: 'manager', cold: true });

test('code that hangs is stopped, and the page goes on', async ({ page, shop }) => {
  const code = '<h1>Hanging</h1><script>setTimeout(() => { for (;;); }, 500)</script>';
  const { artifact } = await shop.call(createArtifactRoute, {}, { title: 'Hanging', code, artifact_type: 'html' });
  await page.goto(`/?view=ai-view&artifact=${artifact.id}`);
  await expect(page.getByText('The preview was stopped')).toBeVisible({ timeout: 20_000 });
  await page.getByText('Code', { exact: true }).click();
  await expect(page.getByRole('textbox', { name: 'Code of Hanging' })).toContainText('for (;;)');
});
