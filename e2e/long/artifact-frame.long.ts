import { createArtifactRoute } from '#contract/artifacts.ts';
import { expect, test } from '../support/staff.ts';

// A separate browser, because the frames of later tests would wait in the same process.
test.use({ as: 'manager', cold: true });

for (const [way, code] of [
  ['a page of ours', "open('/api/auth/me', '_self')"],
  [
    'a link inside of a picture',
    "document.querySelector('a').dispatchEvent(new MouseEvent('click', { bubbles: true }))",
  ],
  [
    'a document that refreshes itself',
    "document.head.append(Object.assign(document.createElement('meta'), { httpEquiv: 'refresh', content: '0;url=/' }))",
  ],
] as const) {
  test(`code that leaves by ${way} is stopped before it goes`, async ({ page, shop }) => {
    const html = `<h1>Leaving</h1><svg><a xlink:href="/"><text>x</text></a></svg><script>setTimeout(() => { ${code} }, 100)</script>`;
    const { artifact } = await shop.call(
      createArtifactRoute,
      {},
      { title: 'Leaving', code: html, artifact_type: 'html' },
    );
    await page.goto(`/?view=ai-view&artifact=${artifact.id}`);
    await expect(page.getByText('Its code tried to open another address.')).toBeVisible();
    expect(page.frames()).toHaveLength(1);
  });
}

test('code that hangs is stopped, and the page goes on', async ({ page, shop }) => {
  const code = '<h1>Hanging</h1><script>setTimeout(() => { for (;;); }, 500)</script>';
  const { artifact } = await shop.call(createArtifactRoute, {}, { title: 'Hanging', code, artifact_type: 'html' });
  await page.goto(`/?view=ai-view&artifact=${artifact.id}`);
  await expect(page.getByText('The preview was stopped')).toBeVisible({ timeout: 20_000 });
  await page.getByText('Code', { exact: true }).click();
  await expect(page.getByRole('textbox', { name: 'Code of Hanging' })).toContainText('for (;;)');
});
