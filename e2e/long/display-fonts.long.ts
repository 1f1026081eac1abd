import { MENU_FONTS } from '#domain/menu/menu-config.ts';
import { expect, test } from '../support/staff.ts';
import { MOONWATER } from '../support/pages/wall.ts';

// A screen is a separate browser with nobody signed in.
test.use({ as: null, cold: true });

test('loads each of the ten fonts when it is chosen, and no other', async ({ page }) => {
  const asked = new Set<string>();
  page.on('request', (request) => request.url().endsWith('.woff2') && asked.add(request.url()));
  const files = new Set<string>();
  for (const font of MENU_FONTS) {
    asked.clear();
    const name = encodeURIComponent(font);
    await page.goto(`${MOONWATER}&titleFont=${name}&cardFont=${name}&pricingFont=${name}`);
    const loaded = () =>
      page.evaluate(() => [...document.fonts].map(({ family, status }) => `${family.replaceAll('"', '')} ${status}`));
    await expect.poll(loaded).toEqual([`Menu ${font} loaded`]);
    expect(await page.evaluate((family) => document.fonts.check(`20px "${family}"`, '$24.60'), `Menu ${font}`)).toBe(
      true,
    );
    expect([font, asked.size]).toEqual([font, 1]);
    for (const url of asked) files.add(url);
  }
  expect(files.size).toBe(MENU_FONTS.length);
});
