import { setTimeout as sleep } from 'node:timers/promises';
import type { CDPSession } from '@playwright/test';
import { menuDisplayRoute, menuShelfRoute, type WireMenuDisplay, type WireMenuShelf } from '#contract/menu-shelf.ts';
import { expect, test } from '../support/staff.ts';
import { asOf, MOONWATER, openAt, row } from '../support/pages/wall.ts';

/**
 * A day of a screen in fast motion. Its stream ends 500 times and brings ten changes of stock each time; the page must be as
 * large in the evening as in the morning. The load at night is held back, because it would hide what the page keeps.
 */
test.use({ as: null, cold: true });

const DAY_MS = 86_400_000;
const RECONNECTS = Number(process.env['RECONNECTS'] ?? 500);
const CHANGES_EACH = 10;
/** Before the day begins: caches, compiled code and the browser's own lists of requests fill up and stay as they are. */
const WARM_UP = 300;
const MOST_GROWTH = 1.05;

interface Size {
  readonly heapBytes: number;
  readonly nodes: number;
}

/** A request is held by the clock of its timeout for 15 s, also after it was answered. */
const TIMEOUTS_MS = 16_000;

async function sizeOf(devtools: CDPSession): Promise<Size> {
  await sleep(TIMEOUTS_MS);
  // The second pass collects the memory that finalizers released in the first.
  for (let turn = 0; turn < 2; turn += 1) await devtools.send('HeapProfiler.collectGarbage');
  const { metrics } = await devtools.send('Performance.getMetrics');
  const valueOf = (wanted: string) => metrics.find(({ name }) => name === wanted)?.value ?? Number.NaN;
  return { heapBytes: valueOf('JSHeapUsedSize'), nodes: valueOf('Nodes') };
}

test('a day of 5,000 changes and 500 reconnects leaves a screen as large as it was', async ({
  page,
  context,
  shop,
  watch,
}) => {
  test.setTimeout(30 * 60_000);
  watch.expect(/healthz$/);
  // The page is as on plain http, without a service worker, which would answer from what it keeps.
  await page.addInitScript(() => {
    Reflect.deleteProperty(Navigator.prototype, 'serviceWorker');
  });
  const product = await shop.stocked('Moonshot - Turmeric Honey', 20);
  let shelf: WireMenuShelf | null = null;
  let served = 0;
  let change = 0;
  /** The next change: the product is sold out, or there again. */
  const changed = () => {
    if (shelf === null) throw new Error('the stream came before the shelf');
    const from = shelf.version;
    change += 1;
    const in_stock = change % 2 === 0;
    const version = `day-${change}`;
    shelf = {
      ...shelf,
      version,
      products: shelf.products.map((one) => (one.id === product.id ? { ...one, in_stock } : one)),
    };
    const short = shelf.products.find(({ id }) => id === product.id)?.prices.map(() => !in_stock) ?? [];
    return `data: ${JSON.stringify({ type: 'availability', from, version, products: [{ id: product.id, in_stock, left: null, short }] })}\n\n`;
  };
  // No answer, and so no reload. A refusal would be logged in the browser's console, which keeps its lines in the same
  // heap.
  await page.route('**/healthz', () => undefined);
  await page.route('**/api/menus/shelf*', async (route) => {
    shelf ??= menuShelfRoute.reply.parse(await (await route.fetch()).json()).data;
    await route.fulfill({ json: { success: true, data: shelf } });
  });
  let display: WireMenuDisplay | null = null;
  // The server would refuse this many requests a minute.
  await page.route('**/api/menus/display*', async (route) => {
    display ??= menuDisplayRoute.reply.parse(await (await route.fetch()).json()).data;
    await route.fulfill({ json: { success: true, data: { ...display, now: new Date().toISOString() } } });
  });
  await page.route('**/api/menus/events*', async (route) => {
    const body = Array.from({ length: CHANGES_EACH }, changed).join('');
    await route.fulfill({ status: 200, contentType: 'text/event-stream', body });
    served += 1;
  });
  await openAt(page, MOONWATER);
  await expect(row(page, product.name)).toBeVisible();
  const devtools = await context.newCDPSession(page);
  await devtools.send('Performance.enable');

  let morning: Size | null = null;
  for (let turn = 1; turn <= WARM_UP + RECONNECTS; turn += 1) {
    await expect.poll(() => served).toBeGreaterThanOrEqual(turn);
    if (turn === WARM_UP) morning = await sizeOf(devtools);
    await page.clock.fastForward(DAY_MS / RECONNECTS);
  }
  await expect(row(page, product.name)).toContainText('Available');
  expect(change).toBeGreaterThanOrEqual((WARM_UP + RECONNECTS) * CHANGES_EACH);
  await expect(asOf(page)).toBeHidden();
  const evening = await sizeOf(devtools);
  test.info().annotations.push({
    type: 'size',
    description: `heap ${morning?.heapBytes} to ${evening.heapBytes} bytes, nodes ${morning?.nodes} to ${evening.nodes}`,
  });
  expect(evening.heapBytes / (morning?.heapBytes ?? 0)).toBeLessThan(MOST_GROWTH);
  expect(evening.nodes).toBeLessThanOrEqual((morning?.nodes ?? 0) + 5);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});
