import {
  confirmPairingRoute,
  forgetTvDeviceRoute,
  sendTvCommandRoute,
  tvCommandLogRoute,
  tvSnapshotRoute,
} from '#contract/tv.ts';
import { PAGES } from '#contract/pages.ts';
import { expectAccessible } from '../support/browser/accessibility.ts';
import { expect, test } from '../support/staff.ts';
import { MOONWATER, openAt, row } from '../support/pages/wall.ts';

// A screen is a separate browser with a clock that tests put forward and with nobody signed in.
test.use({ as: null, cold: true });

test('shows at once that the last piece was sold, and that there is more', async ({ page, shop }) => {
  const product = await shop.stocked('Moonshot - Turmeric Honey', 1);
  await openAt(page, MOONWATER);
  await expect(row(page, product.name)).toContainText('Available');
  await shop.setStock(product, 0);
  await expect(row(page, product.name)).toContainText('Sold Out');
  await shop.setStock(product, 20);
  await expect(row(page, product.name)).toContainText('Available');
});

test(
  'is paired by a code, does what it is told, and forgets its menu when it is forgotten',
  { tag: '@long' },
  async ({ page, shop, watch }) => {
    await page.goto(PAGES.menuDisplay);
    const code = page.getByLabel(/^Code /);
    await expect(code).toBeVisible();
    await expect(page.getByRole('img', { name: /^QR code of .*pair=/ })).toBeVisible();
    const typed = (await code.textContent()) ?? '';
    const { data: device } = await shop.call(confirmPairingRoute, {}, { code: typed, location_id: 20 });
    await expect(page.getByRole('main', { name: 'Menu of Charlotte Central' })).toBeVisible();

    await shop.call(sendTvCommandRoute, {}, { tv_id: device.id, command_type: 'identify' });
    await expect(page.getByRole('status')).toContainText(device.device_name);
    await shop.call(sendTvCommandRoute, {}, { tv_id: device.id, command_type: 'snapshot' });
    await expect
      .poll(async () =>
        (await shop.call(tvCommandLogRoute)).data
          .filter(({ tv_id }) => tv_id === device.id)
          .map(({ status }) => status),
      )
      .toEqual(['completed', 'completed']);
    // The picture shows the screen, not a single colour.
    const { image } = (await shop.call(tvSnapshotRoute, { id: device.id })).data;
    const colours = await page.evaluate(async (source) => {
      const bytes = Uint8Array.from(atob(source.split(',')[1] ?? ''), (letter) => letter.codePointAt(0) ?? 0);
      const picture = await createImageBitmap(new Blob([bytes]));
      const canvas = new OffscreenCanvas(picture.width, picture.height);
      const context = canvas.getContext('2d');
      context?.drawImage(picture, 0, 0);
      const { data } = context?.getImageData(0, 0, picture.width, picture.height) ?? { data: new Uint8ClampedArray() };
      const seen = new Set<number>();
      for (let at = 0; at < data.length; at += 4)
        seen.add(((data[at] ?? 0) << 16) | ((data[at + 1] ?? 0) << 8) | (data[at + 2] ?? 0));
      return seen.size;
    }, image);
    expect(colours).toBeGreaterThan(100);

    expect(watch.problems(), 'what failed before it was forgotten').toEqual([]);
    // A screen learns that it was forgotten from what it is refused.
    watch.expect(/^4(?:01|22) GET .*\/api\/(?:menus\/display|tv\/events|tv\/commands)/, /^401 POST .*heartbeat/);
    await shop.call(forgetTvDeviceRoute, { id: device.id });
    await expect(code).toBeVisible();
    await expect(code).not.toHaveText(typed);
    await expect(page.getByRole('main', { name: 'Menu of Charlotte Central' })).toBeHidden();
  },
);

test('falls back from what an address says wrongly, and says so', { tag: '@long' }, async ({ page }) => {
  await page.goto(`${MOONWATER}&backgroundColor=url(x)&viewMode=poster&titleFont=Comic`);
  await expect(page.getByRole('heading', { name: 'Moonwater', exact: true })).toBeVisible();
  const notices = page.getByRole('status');
  await expect(notices).toContainText('backgroundColor=url(x), which cannot be used');
  await expect(notices).toContainText('titleFont=Comic');
});

test('the windows of one machine share one stream', { tag: '@long' }, async ({ page, context, shop }) => {
  const streams: string[] = [];
  context.on('request', (request) => request.url().includes('/api/menus/events') && streams.push(request.url()));
  const product = await shop.stocked('Moonshot - Turmeric Honey', 20);
  await page.goto(MOONWATER);
  const windows = [page];
  for (let number = 2; number <= 3; number += 1) {
    const window = await context.newPage();
    await window.goto(`${MOONWATER}&tv_number=${number}`);
    windows.push(window);
  }
  for (const window of windows) await expect(row(window, product.name)).toContainText('Available');
  await shop.setStock(product, 0);
  for (const window of windows) await expect(row(window, product.name)).toContainText('Sold Out');
  expect(streams).toHaveLength(1);
  // Another takes over when the window that listened is closed.
  await page.close();
  await shop.setStock(product, 20);
  for (const window of windows.slice(1)) await expect(row(window, product.name)).toContainText('Available');
});

test('is readable as text, on the wall and on a phone', { tag: '@long' }, async ({ page }) => {
  await page.setViewportSize({ width: 1920, height: 1080 });
  const light = 'backgroundColor=ffffff&containerColor=f2f2f2&fontColor=111111&cardFontColor=111111';
  await page.goto(`${MOONWATER}&${light}`);
  await expect(page.getByRole('heading', { name: 'Moonwater', exact: true })).toBeVisible();
  await expectAccessible(page, 'display-table-light');
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${PAGES.menuDisplay}?location_id=20`);
  await expect(page.getByRole('main')).toContainText('Moonwater');
  await expectAccessible(page, 'display-phone');
});
