import type { Page } from '@playwright/test';
import { menuShelfRoute, type WireMenuProduct } from '#contract/menu-shelf.ts';
import { deployable } from '../support/faults/new-build.ts';
import { expect, test } from '../support/staff.ts';
import { A_WHILE_MS, asOf, everythingLoaded, isKept, MOONWATER, openAt, row } from '../support/pages/wall.ts';

// Each fault leaves a correct menu, or one that says how old it is.
test.use({ as: null, cold: true });

const PRODUCT = 'Moonshot - Turmeric Honey';
const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
const NO_SERVER = [/^failed GET /, /^50\d GET /, /^console\.error: /] as const;

/** The shelf of the shop with one product changed. */
async function changeShelf(page: Page, change: (product: WireMenuProduct) => Partial<WireMenuProduct>): Promise<void> {
  await page.route('**/api/menus/shelf*', async (route) => {
    const { data } = menuShelfRoute.reply.parse(await (await route.fetch()).json());
    const products = data.products.map((one) => (one.name === PRODUCT ? { ...one, ...change(one) } : one));
    await route.fulfill({ json: { success: true, data: { ...data, products } } });
  });
}

test.afterEach(async ({ page }) => {
  if (!page.isClosed()) await page.unrouteAll({ behavior: 'ignoreErrors' });
});

test(
  'goes on without a server on a set that is a day ahead, also after its tab was killed, and then follows',
  { tag: '@long' },
  async ({ page, context, shop, server, watch }) => {
    watch.expect(...NO_SERVER);
    const product = await shop.stocked(PRODUCT, 20);
    // A price that is planned while the server is there comes at its instant without it.
    const from = new Date(Date.now() + 10 * MINUTE_MS).toISOString();
    const first = (prices: WireMenuProduct['prices'], changed: object) =>
      prices.slice(0, 1).map((price) => ({ ...price, ...changed }));
    await changeShelf(page, ({ prices }) => ({
      prices: first(prices, { price: '11.00', was: null }),
      changes: [{ from, prices: first(prices, { price: '9.00', was: '11.00' }) }],
    }));
    await openAt(page, MOONWATER, new Date(Date.now() + DAY_MS));
    await expect(row(page, product.name)).toContainText('$11.00');
    await isKept(context, page);
    await expect(asOf(page)).toBeHidden();

    // The minute in which the server answered last: the present one, or the one before.
    const shown = (ms: number) =>
      new Intl.DateTimeFormat('en-US', { timeZone: 'America/New_York', timeStyle: 'short' })
        .format(ms)
        .replaceAll('\u202F', ' ');
    await server.stop();
    const since = [Date.now() - MINUTE_MS, Date.now()].map((ms) => `as of ${shown(ms)}`);
    await page.clock.fastForward(A_WHILE_MS);
    await expect(asOf(page)).toBeVisible();
    expect(since).toContain(await asOf(page).textContent());
    for (let minute = 0; minute < 5; minute += 1) await page.clock.fastForward(MINUTE_MS);
    await expect(row(page, product.name)).toContainText('$11.00');

    const killed = new Promise((resolve) => page.once('crash', resolve));
    const devtools = await context.newCDPSession(page);
    void devtools.send('Page.crash').catch(() => undefined);
    await killed;
    await page.close();
    const again = await context.newPage();
    await openAt(again, MOONWATER, new Date(Date.now() + DAY_MS + 5 * MINUTE_MS));
    await expect(row(again, product.name)).toContainText('$11.00');
    await expect(asOf(again)).toBeVisible();
    for (let minute = 0; minute < 6; minute += 1) await again.clock.fastForward(MINUTE_MS);
    await expect(row(again, product.name)).toContainText('$9.00');

    await server.start();
    await shop.setStock(product, 0);
    await again.clock.fastForward(A_WHILE_MS);
    await expect(row(again, product.name)).toContainText('Sold Out');
    await expect(asOf(again)).toBeHidden();
    await shop.setStock(product, 20);
  },
);

test(
  'starts without a network after its first start, with its pictures and fonts',
  { tag: '@long' },
  async ({ page, context, shop, watch }) => {
    watch.expect(...NO_SERVER);
    const product = await shop.stocked(PRODUCT, 20);
    const address = `${MOONWATER}&titleFont=Lora&cardFont=Oswald&pricingFont=Oswald`;
    await openAt(page, address);
    await expect(row(page, product.name)).toContainText('Available');
    await isKept(context, page);
    const shown = () =>
      page.locator('.menu-picture img').evaluateAll((all) => all.map((one) => (one as HTMLImageElement).src));
    const pictures = await shown();
    expect(pictures.length).toBeGreaterThan(0);
    // Pictures of all pages, and the two fonts.
    await expect
      .poll(() =>
        page.evaluate(async (needed) => {
          const cache = await caches.open('menu-display-seen');
          const kept = (await cache.keys()).map(({ url }) => url);
          return needed.every((one) => kept.includes(one)) && kept.filter((url) => url.endsWith('.woff2')).length;
        }, pictures),
      )
      .toBe(2);

    await context.setOffline(true);
    const restarted = await context.newPage();
    await openAt(restarted, address);
    await expect(row(restarted, product.name)).toContainText('Available');
    const widths = () =>
      restarted
        .locator('.menu-picture img')
        .evaluateAll((all) => all.map((one) => (one as HTMLImageElement).naturalWidth > 0));
    await expect.poll(widths).toEqual(pictures.map(() => true));
    await expect
      .poll(() =>
        restarted.evaluate(() => [...document.fonts].map(({ family, status }) => `${family} ${status}`).toSorted()),
      )
      .toEqual(['"Menu Lora" loaded', '"Menu Oswald" loaded']);
    await context.setOffline(false);
  },
);

test(
  'draws nothing from half an answer, one without products, or noise in its stream',
  { tag: '@long' },
  async ({ page, shop }) => {
    const product = await shop.stocked(PRODUCT, 20);
    const noise = ['data: {"type":"availability","from":', '', 'data: {"type":"menus"}', '', 'data: null', '', ''].join(
      '\n',
    );
    await page.route('**/api/menus/events*', (route) =>
      route.fulfill({ status: 200, contentType: 'text/event-stream', body: noise }),
    );
    await openAt(page, MOONWATER);
    await expect(row(page, product.name)).toContainText('Available');
    for (const [asked, body] of [
      ['**/api/menus/display*', '{"success":true,"data":{"revision":4,"loca'],
      ['**/api/menus/display*', '{"success":true,"data":{}}'],
      ['**/api/menus/shelf*', '{"success":true,"data":{"version":"1","categories":[{"id":1,"na'],
      ['**/api/menus/shelf*', ''],
      ['**/api/menus/shelf*', '{"success":true,"data":{"version":"1","categories":[],"products":[]}}'],
    ] as const) {
      await page.route(asked, (route) => route.fulfill({ status: 200, contentType: 'application/json', body }));
      const answered = page.waitForResponse(asked);
      await page.clock.fastForward(A_WHILE_MS);
      await answered;
      await expect(row(page, product.name)).toContainText('Available');
      await page.unroute(asked);
    }
    await shop.setStock(product, 0);
    await page.clock.fastForward(A_WHILE_MS);
    await expect(row(page, product.name)).toContainText('Sold Out');
    await shop.setStock(product, 20);
  },
);

test(
  'patches what changed in place: nothing flashes, moves or is loaded again',
  { tag: '@long' },
  async ({ page, shop }) => {
    const product = await shop.stocked(PRODUCT, 20);
    await page.goto(MOONWATER);
    await expect(row(page, product.name)).toContainText('Available');
    await everythingLoaded(page);
    await page.evaluate((name) => {
      const node = [...document.querySelectorAll('tr')].find((one) => one.textContent.includes(name));
      // The page as a whole goes round by a pixel or two, so places count from the table.
      const place = () => {
        const table = node?.closest('table')?.getBoundingClientRect();
        return [...(node?.cells ?? [])].map((cell) => {
          const { x, y, width, height } = cell.getBoundingClientRect();
          return [x - (table?.x ?? 0), y - (table?.y ?? 0), width, height].map(Math.round);
        });
      };
      Object.assign(window, { seen: { node, place, before: place() } });
    }, product.name);
    await shop.setStock(product, 0);
    await expect(row(page, product.name)).toContainText('Sold Out');
    const seen = await page.evaluate(() => {
      const { before, place, node } = (
        window as unknown as { seen: { before: number[][]; place: () => number[][]; node: Element } }
      ).seen;
      return { isSame: node.isConnected && node.textContent.includes('Sold Out'), before, after: place() };
    });
    expect(seen.isSame).toBe(true);
    expect(seen.after).toEqual(seen.before);
    await shop.setStock(product, 20);
  },
);

test(
  'goes round by a pixel or two, so that nothing burns in, and shows no pointer',
  { tag: '@long' },
  async ({ page, context, watch }) => {
    watch.expect(...NO_SERVER);
    await openAt(page, MOONWATER);
    expect(await page.evaluate(() => getComputedStyle(document.body).cursor)).toBe('none');
    // The server would tell the screen that the clock of this test is wrong.
    await context.setOffline(true);
    const places: string[] = [];
    for (let minute = 0; minute < 6; minute += 1) {
      const place = () => page.locator('.display-wall').evaluate((wall) => wall.getBoundingClientRect());
      await expect.poll(async () => places.includes(`${(await place()).x} ${(await place()).y}`)).toBe(false);
      const { x, y } = await place();
      expect(Math.max(x, y)).toBeLessThanOrEqual(2);
      expect(Math.min(x, y)).toBeGreaterThanOrEqual(0);
      places.push(`${x} ${y}`);
      await page.clock.fastForward(MINUTE_MS);
    }
    expect(new Set(places).size).toBe(6);
  },
);

test('shows hostile names as text', { tag: '@long' }, async ({ page, shop }) => {
  const product = await shop.stocked(PRODUCT, 20);
  const name = `</style><img src=x onerror="window.pwned=1"><script>window.pwned=1</script>`;
  await changeShelf(page, () => ({
    name,
    fields: { strain_type: 'red;background:url(//evil.test)', effect: '{{1}}' },
  }));
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.goto(`${MOONWATER}&columns=moonwater:name,strain_type,__proto__,constructor`);
  await expect(row(page, name)).toBeVisible();
  await expect(row(page, product.name)).toHaveCount(0);
  expect(await page.evaluate(() => Reflect.get(window, 'pwned') as unknown)).toBeUndefined();
  expect(asked.filter((url) => url.includes('evil') || url.endsWith('/x'))).toEqual([]);
});

test(
  'without https it keeps its menu in local storage, says what is missing, and shares one stream',
  { tag: '@long' },
  async ({ page, context, shop, watch }) => {
    watch.expect(...NO_SERVER);
    await context.addInitScript(() => {
      Object.defineProperty(window, 'isSecureContext', { value: false });
      for (const name of ['locks', 'serviceWorker', 'wakeLock']) Reflect.deleteProperty(Navigator.prototype, name);
    });
    const streams: string[] = [];
    context.on('request', (request) => request.url().includes('/api/menus/events') && streams.push(request.url()));
    const product = await shop.stocked(PRODUCT, 20);
    await page.goto(MOONWATER);
    await expect(page.getByRole('status')).toContainText('This screen is opened over plain http.');
    await expect(row(page, product.name)).toContainText('Available');
    expect(await page.evaluate(() => Object.keys(localStorage))).toContain('menu-display:location 20');
    await expect.poll(() => streams.length, { timeout: 20_000 }).toBe(1);
    const other = await context.newPage();
    await other.goto(MOONWATER);
    await expect(row(other, product.name)).toContainText('Available');
    await shop.setStock(product, 0);
    for (const window of [page, other]) await expect(row(window, product.name)).toContainText('Sold Out');
    expect(streams).toHaveLength(1);
    await page.reload();
    await expect(row(page, product.name)).toContainText('Sold Out');
    await shop.setStock(product, 20);
  },
);

test(
  'goes on through the deploys of a day, and takes the last build at night',
  { tag: '@long' },
  async ({ page, context, server, shop, watch }) => {
    // The page comes through a door of this test.
    watch.expect(/^another host: GET /);
    const product = await shop.stocked(PRODUCT, 20);
    const front = await deployable(server.origin);
    try {
      await openAt(page, front.address + MOONWATER);
      await expect(row(page, product.name)).toContainText('Available');
      await isKept(context, page);
      await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
      const drawn = await row(page, product.name).elementHandle();
      /** The builds that are kept; none while one is being fetched. */
      const builds = () =>
        page.evaluate(async () => {
          const { installing, waiting } = (await navigator.serviceWorker.getRegistration()) ?? {};
          return installing || waiting ? 0 : (await caches.keys()).filter((name) => name.includes('build')).length;
        });
      await expect.poll(builds).toBe(1);

      for (const kept of [2, 3]) {
        front.deploy();
        await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.update());
        await expect.poll(builds).toBe(kept);
      }
      // The page that stands has the files of its own build still, though the server has them no longer.
      const own = await page.locator('script[src]').first().getAttribute('src');
      expect(await page.evaluate(async (file) => (await fetch(file ?? '')).status, own)).toBe(200);
      await shop.setStock(product, 0);
      await expect(row(page, product.name)).toContainText('Sold Out');
      // Less than what the watchdog takes for a page that stopped.
      await page.clock.fastForward(40_000);
      expect(await drawn?.evaluate((node) => node.isConnected)).toBe(true);
      await expect(page.locator('html')).not.toHaveAttribute('data-build');

      // A quarter to five in the shop: each screen reloads in an hour of its own that has begun by then.
      front.sayTime('2026-11-24T09:45:00.000Z');
      await expect(async () => {
        await page.clock.fastForward(40_000);
        await expect(page.locator('html')).toHaveAttribute('data-build', '3', { timeout: 500 });
      }).toPass();
      await expect(row(page, product.name)).toContainText('Sold Out');
      await shop.setStock(product, 20);
    } finally {
      front.close();
    }
  },
);
