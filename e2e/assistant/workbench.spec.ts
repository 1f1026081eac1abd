import { readFile } from 'node:fs/promises';
import { artifactRoute, createArtifactRoute } from '#contract/artifacts.ts';
import { expect, test } from '../support/staff.ts';

test.describe('the workbench', () => {
  test.use({ as: 'manager' });
  // Code is fetched, compiled and drawn in frames, which takes its time on a busy machine.
  test.beforeEach(() => test.slow());

  test(
    'takes typed code and tags, and an artifact is found by whose it is, downloaded and forked',
    { tag: '@long' },
    async ({ page, shop }) => {
      const title = `Shelf plan ${Date.now().toString(36)}`;
      const { artifact } = await shop.call(
        createArtifactRoute,
        {},
        { title, code: '<h1>Shelf</h1>', language: 'html' },
      );
      await page.goto(`/?view=ai-view&artifact=${artifact.id}`);
      const viewer = page.getByRole('region', { name: `Artifact ${title}` });
      await viewer.getByText('Code', { exact: true }).click();
      const code = viewer.getByRole('textbox', { name: `Code of ${title}` });
      await code.press('ControlOrMeta+End');
      await page.keyboard.type('Two jars wide');
      await expect(viewer.getByText('Not saved')).toBeVisible();
      await viewer.getByText('Preview', { exact: true }).click();
      await expect(page.frameLocator('iframe').getByText('Two jars wide')).toBeVisible();

      await viewer.getByRole('button', { name: 'Save', exact: true }).click();
      const dialog = page.getByRole('dialog', { name: 'Save Artifact' });
      await dialog.getByLabel('Tags').fill('front room, weekly');
      await dialog.getByRole('button', { name: 'Save version' }).click();
      await expect(dialog).toBeHidden();
      await expect(viewer.getByText('Not saved')).toHaveCount(0);
      const saved = async (id: number) => (await shop.call(artifactRoute, { id })).artifact;
      const kept = { code: '<h1>Shelf</h1>Two jars wide', tags: ['front room', 'weekly'], is_global: false };
      expect(await saved(artifact.id)).toMatchObject({ ...kept, version: 2 });

      await page.getByRole('button', { name: 'Artifacts' }).click();
      const library = page.getByRole('dialog', { name: 'Artifacts' });
      await library.getByRole('searchbox', { name: 'Search artifacts' }).fill('front room');
      const entry = library.getByRole('button', { name: new RegExp(`^${title}`) });
      await expect(entry).toBeVisible();
      await library.getByText('Global', { exact: true }).click();
      await expect(library.getByText('No artifacts found')).toBeVisible();
      await library.getByText('Personal', { exact: true }).click();
      await expect(entry).toBeVisible();
      await page.keyboard.press('Escape');

      await viewer.getByRole('button', { name: 'More' }).click();
      const downloading = page.waitForEvent('download');
      await page.getByRole('menuitem', { name: 'Download' }).click();
      const file = await downloading;
      expect(file.suggestedFilename()).toMatch(/^shelf-plan-\w+\.html$/);
      expect(await readFile(await file.path(), 'utf8')).toBe(kept.code);

      await viewer.getByRole('button', { name: 'More' }).click();
      await page.getByRole('menuitem', { name: 'Fork' }).click();
      await expect(page).not.toHaveURL(new RegExp(`artifact=${artifact.id}\\b`));
      const forkId = Number(new URL(page.url()).searchParams.get('artifact'));
      expect(await saved(forkId)).toMatchObject({ ...kept, version: 1, forked_from: artifact.id });
    },
  );

  test(
    'shows an error of the code inside the preview, beside what was drawn before it',
    { tag: '@long' },
    async ({ page, shop, watch }) => {
      // The browser says it in the console, too.
      watch.expect(/^console\.error: .*no jar/, /^uncaught: .*no jar/s);
      const code = `<h1>Shelf</h1><script>throw new Error('There is no jar')</script>`;
      const { artifact } = await shop.call(createArtifactRoute, {}, { title: 'Broken', code, language: 'html' });
      await page.goto(`/?view=ai-view&artifact=${artifact.id}`);
      const frame = page.frameLocator('iframe');
      await expect(frame.getByRole('alert')).toHaveText('Error: There is no jar');
      await expect(frame.getByRole('heading', { name: 'Shelf' })).toBeVisible();
      await expect(page.getByRole('region', { name: 'Artifact Broken' }).getByRole('alert')).toHaveCount(0);
    },
  );
});
