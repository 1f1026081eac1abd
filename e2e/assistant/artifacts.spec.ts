import type { Page } from '@playwright/test';
import { changeArtifactRoute, createArtifactRoute } from '#contract/artifacts.ts';
import { changeProviderRoute } from '#contract/assistant-settings.ts';
import { expectAccessible } from '../support/browser/accessibility.ts';
import { LoopbackModel } from '../support/shop/model.ts';
import { expect, test } from '../support/staff.ts';

const log = (page: Page) => page.getByRole('log', { name: 'Messages' });

/** Its script declares what a second writing into the same window could not declare again. */
const BOARD = `<!doctype html><title>Live board</title><h1>Live board</h1><p id=rows></p>
<script>const rows = window.artifact.rows; document.getElementById('rows').textContent = rows.length + ' rows, ' + rows[0].category;</script>`;

const SHOWN = [
  {
    artifact_type: 'react',
    code: 'export default function Board() { return <h1>React board</h1>; }',
    words: 'React board',
  },
  { artifact_type: 'mermaid', code: 'graph TD; Shelf-->Till', words: 'Shelf' },
  { artifact_type: 'csv', code: 'Item,Count\nGrinder,12\n', words: 'Grinder' },
  { artifact_type: 'markdown', code: '# Opening list\n\nCount the till.', words: 'Opening list' },
] as const;

test.describe('an artifact', () => {
  test.use({ as: 'admin' });
  // Code is fetched, compiled and drawn in frames, which takes its time on a busy machine.
  test.beforeEach(() => test.slow());

  test(
    'that the model declares live shows rows before it is saved, and anew on Refresh',
    { tag: '@long' },
    async ({ page, shop }) => {
      const model = await LoopbackModel.start();
      await shop.call(changeProviderRoute, {}, { provider: 'openai', base_url: model.address, api_key: 'none' });
      const source = '{"tool":"sales_summary","parameters":{"period":"last_30_days","group_by":"category"}}';
      model.says(`Here it is.\n\n\`\`\`html live ${source}\n${BOARD}\n\`\`\`\n\nThat is all.`);
      await page.goto('/?view=ai-view');
      const message = page.getByRole('combobox', { name: 'Message' });
      await message.fill('A board, please');
      await message.press('Enter');
      const artifact = page.getByRole('region', { name: 'Artifact Live board' });
      const rows = page.frameLocator('iframe').locator('#rows');
      await expect(rows).toHaveText(/^\d+ rows, \w+/);
      await expect(artifact.getByText('Live', { exact: true })).toBeVisible();
      await expectAccessible(page, 'assistant-live', artifact);
      await artifact.getByRole('button', { name: 'Refresh' }).click();
      await expect(rows).toHaveText(/^\d+ rows, \w+/);
      await expect(page.frameLocator('iframe').getByRole('alert')).toHaveCount(0);
      await expect(log(page).getByRole('button', { name: 'Open artifact Live board' })).toContainText('Live');
      await artifact.getByRole('button', { name: 'Save' }).click();
      const dialog = page.getByRole('dialog', { name: 'Save Artifact' });
      await expect(dialog.getByRole('checkbox', { name: 'Live' })).toBeChecked();
      await dialog.getByRole('button', { name: 'Save' }).click();
      await expect(page).toHaveURL(/artifact=\d+/);
      await expect(rows).toHaveText(/^\d+ rows, \w+/);
      await shop.call(changeProviderRoute, {}, { provider: null, base_url: '', api_key: '' });
      await model.stop();
    },
  );

  test(
    'of each type is drawn, its versions are compared and brought back, and it is deleted',
    { tag: '@long' },
    async ({ page, shop }) => {
      for (const { artifact_type, code, words } of SHOWN) {
        const { artifact } = await shop.call(createArtifactRoute, {}, { title: words, code, artifact_type });
        await page.goto(`/?view=ai-view&artifact=${artifact.id}`);
        const isFramed = artifact_type === 'react' || artifact_type === 'mermaid';
        const place = isFramed ? page.frameLocator('iframe') : page.getByRole('region', { name: `Artifact ${words}` });
        await expect(place.getByText(words).last()).toBeVisible({ timeout: 20_000 });
      }
      const svg = '<svg viewBox="0 0 10 10"><circle cx="5" cy="5" r="4"/></svg>';
      const { artifact } = await shop.call(createArtifactRoute, {}, { title: 'Dot', code: svg, artifact_type: 'svg' });
      await shop.call(changeArtifactRoute, { id: artifact.id }, { code: svg.replace('4', '2'), version: 1 });
      await page.goto(`/?view=ai-view&artifact=${artifact.id}`);
      const viewer = page.getByRole('region', { name: 'Artifact Dot' });
      await expect(viewer.getByRole('img', { name: 'Dot' })).toHaveAttribute('src', /r%3D%222%22/);
      await viewer.getByRole('button', { name: 'Versions' }).click();
      const dialog = page.getByRole('dialog', { name: /Versions/ });
      await dialog.getByRole('button', { name: /^Version 1/ }).click();
      await expect(dialog.getByRole('textbox', { name: 'Version 1 compared with version 2' })).toBeVisible();
      await expectAccessible(page, 'assistant-versions', dialog);
      await dialog
        .getByRole('button', { name: /Bring back/ })
        .first()
        .click();
      await expect(viewer.getByRole('img', { name: 'Dot' })).toHaveAttribute('src', /r%3D%224%22/);
      await viewer.getByRole('button', { name: 'More' }).click();
      await page.getByRole('menuitem', { name: 'Delete' }).click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
      await expect(viewer).toBeHidden();
      await page.getByRole('button', { name: 'Artifacts' }).click();
      await expect(page.getByRole('button', { name: /^React board/ })).toBeVisible();
      await expect(page.getByRole('button', { name: /^Dot/ })).toHaveCount(0);
    },
  );
});
