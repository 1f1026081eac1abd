import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { BrowserContext, Page } from '@playwright/test';
import { menuShelfRoute, type WireMenuProduct } from '#contract/menu-shelf.ts';
import { PAGES } from '#contract/pages.ts';
import { onePieceSales } from '../baskets.ts';
import { launchBrowser } from '../browser/browser.ts';
import { type Figure, quantile } from '../figures.ts';
import { getJson } from '../requests.ts';
import type { Shop } from '../shop.ts';
import { bundleFigure } from './web.ts';

/** Other screens that are connected while one is looked at. */
const OTHERS = [0, 49, 199] as const;
const ROUNDS = 3;
const SALES = 5;
const OPENINGS = 7;
/** From the sale of the last piece to the picture. */
const MOST_MS = 1000;
const LARGEST_KB = 100;
/** The longest time that a page of a menu is shown. */
const PAGE_SECONDS = 120;
const SETTLE_MS = 15_000;
const SCREEN = { width: 1920, height: 1080 };

/** A product that is sold by the piece, at one price. */
const isByPiece = ({ prices }: WireMenuProduct): boolean => prices.length === 1 && prices[0]?.label === null;

interface Menu {
  readonly address: string;
  /** Products by the piece, by name. */
  readonly pieces: ReadonlyMap<string, number>;
}

/** A category whose products are sold by the piece. */
async function menuOf({ origin, locationId }: Shop): Promise<Menu> {
  const { data } = menuShelfRoute.reply.parse(
    await getJson(`${origin}${menuShelfRoute.path}?location_id=${locationId}`, ''),
  );
  const [best] = data.categories
    .map((category) => {
      const own = data.products.filter(({ category_ids: ids }) => ids.includes(category.id));
      return { category, share: own.filter(isByPiece).length / Math.max(1, own.length), size: own.length };
    })
    .toSorted((a, b) => b.share - a.share || a.size - b.size);
  if (best === undefined || best.share === 0) throw new Error('no category is sold by the piece');
  const search = new URLSearchParams({
    location_id: String(locationId),
    category: best.category.slug,
    viewMode: 'table',
    priceLocation: 'inline',
    pageSeconds: String(PAGE_SECONDS),
  });
  return {
    address: `${origin}${PAGES.menuDisplay}?${search}`,
    pieces: new Map(data.products.filter(isByPiece).map(({ id, name }) => [name, id])),
  };
}

async function post(url: string, token: string, body: string): Promise<void> {
  const reply = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}`, 'idempotency-key': randomUUID() },
    body,
  });
  if (!reply.ok) throw new Error(`${url} answered ${reply.status}: ${await reply.text()}`);
}

/** Resolves with the time of the frame in which the row of a product shows it. Checks every frame. */
async function painted(page: Page, name: string, says: string): Promise<number> {
  const at = await page.waitForFunction(
    ([product, text]) =>
      [...document.querySelectorAll('.menu-table tr')].some(
        (row) => row.querySelector('.menu-name')?.textContent === product && row.textContent.includes(text),
      )
        ? performance.timeOrigin + performance.now()
        : null,
    [name, says] as const,
    { polling: 'raf', timeout: SETTLE_MS },
  );
  return (await at.jsonValue()) ?? Number.NaN;
}

interface Tokens {
  readonly cashier: string;
  readonly manager: string;
}

/** Sells last pieces, and measures the time until the screen shows each as sold out. */
async function saleToPaint(shop: Shop, page: Page, { pieces }: Menu, tokens: Tokens): Promise<number[]> {
  const { origin, locationId } = shop;
  const saleOf = await onePieceSales(shop, tokens.cashier);
  const ms: number[] = [];
  for (let sale = 0; sale < SALES; sale += 1) {
    // No page turns during the measurement.
    const leftMs = PAGE_SECONDS * 1000 - (Date.now() % (PAGE_SECONDS * 1000));
    if (leftMs < SETTLE_MS) await sleep(leftMs + 1000);
    const shown = await page.locator('.menu-table .menu-name').allTextContents();
    const name = shown.filter((one) => pieces.has(one))[sale];
    const product_id = name === undefined ? undefined : pieces.get(name);
    if (name === undefined || product_id === undefined) throw new Error('the screen shows nothing by the piece');
    const stock = (quantity: number) =>
      post(
        `${origin}/api/proxy/flora-im/inventory`,
        tokens.manager,
        JSON.stringify({ product_id, location_id: locationId, quantity }),
      );
    await stock(1);
    await painted(page, name, 'Available');
    await sleep(300);
    const { path, body } = saleOf(product_id);
    const seen = painted(page, name, 'Sold Out');
    const soldAt = performance.timeOrigin + performance.now();
    await post(`${origin}${path}`, tokens.cashier, body ?? '');
    ms.push((await seen) - soldAt);
    await stock(1000);
    await painted(page, name, 'Available');
  }
  return ms;
}

/** From the beginning of the navigation to the first picture of products. */
async function firstPaintMs(context: BrowserContext, address: string): Promise<number> {
  const page = await context.newPage();
  await page.setViewportSize(SCREEN);
  await page.goto(address, { waitUntil: 'commit' });
  await page.locator('.menu-name').first().waitFor();
  const ms = await page.evaluate(
    () => new Promise<number>((resolve) => requestAnimationFrame(() => resolve(performance.now()))),
  );
  // It is kept on the device from then on.
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  await sleep(500);
  await page.close();
  return ms;
}

const quantiles = (what: string, ms: readonly number[], atMost?: number): Figure[] =>
  [0.5, 0.95].map((share): Figure => ({
    what: `${what}, p${share * 100}`,
    value: quantile(ms, share),
    unit: 'ms',
    ...(share === 0.95 && atMost !== undefined && { target: { of: 'value', atMost } as const }),
  }));

/**
 * Measures in a real browser: from a sale to its picture beside other screens, and the first picture of a menu, without
 * and with the data that the device keeps.
 * @param connect opens the streams of this many screens, until it is aborted
 */
export async function measurePaint(
  shop: Shop,
  tokens: Tokens,
  connect: (screens: number) => Promise<AbortController>,
): Promise<Figure[]> {
  const menu = await menuOf(shop);
  const browser = await launchBrowser();
  const paints = new Map<number, number[]>(OTHERS.map((others) => [others, []]));
  const [cold, warm]: [number[], number[]] = [[], []];
  try {
    const context = await browser.newContext();
    const page = await context.newPage();
    await page.setViewportSize(SCREEN);
    await page.goto(menu.address);
    await page.locator('.menu-name').first().waitFor();
    await page.evaluate(async () => void (await navigator.serviceWorker.ready));
    await sleep(2000);
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const others of OTHERS) {
        const connected = await connect(others);
        await sleep(500);
        paints.get(others)?.push(...(await saleToPaint(shop, page, menu, tokens)));
        connected.abort();
        await sleep(200);
      }
    }
    await context.close();
    for (let opening = 0; opening < OPENINGS; opening += 1) {
      const fresh = await browser.newContext();
      cold.push(await firstPaintMs(fresh, menu.address));
      warm.push(await firstPaintMs(fresh, menu.address));
      await fresh.close();
    }
  } finally {
    await browser.close();
  }
  return [
    ...[...paints].flatMap(([others, ms]) => quantiles(`sale to picture beside ${others} screens`, ms, MOST_MS)),
    ...quantiles('first picture from cold', cold),
    ...quantiles('first picture from what the device keeps', warm),
    await bundleFigure('the display', LARGEST_KB, ['--display']),
  ];
}
