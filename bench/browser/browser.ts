import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test';
import { addProbe, type Seen } from './probe.ts';

const VIEWPORT = { width: 1280, height: 800 };
const SCROLL_PX = 30_000;
const SCROLL_PX_PER_SECOND = 4000;
/** Time between keys: that of a fast typist, and enough for the work that a key starts. */
const KEY_EVERY_MS = 150;

/** An empty till: a page with only a box to type in and a long list of blocks. */
export const EMPTY_PAGE = `data:text/html,<!doctype html><title>empty</title><input aria-label="box" autofocus>
  <div style="height:700px;overflow-y:auto" id="list"><div style="height:2000000px;background:repeating-linear-gradient(%23222 0 90px,%23444 90px 100px)"></div></div>`;

export async function launchBrowser(): Promise<Browser> {
  const executablePath = process.env['CHROMIUM_PATH'];
  return chromium.launch({
    ...(executablePath !== undefined && { executablePath }),
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
      '--disable-component-update',
      '--no-first-run',
    ],
  });
}

export async function openPage(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  await page.setViewportSize(VIEWPORT);
  await addProbe(page);
  return page;
}

/** Types the texts key by key, each into an emptied box, and returns the probe's findings. */
export async function typeInto(
  page: Page,
  box: string,
  texts: readonly string[],
  watched: string | null,
): Promise<Seen> {
  const rounds: Seen[] = [];
  for (const text of texts) {
    await page.locator(box).fill('');
    await page.locator(box).focus();
    await page.waitForTimeout(4 * KEY_EVERY_MS);
    await page.evaluate((selector) => window.probe.begin(selector), watched);
    for (const key of text) {
      await page.keyboard.press(key === ' ' ? 'Space' : key);
      await page.waitForTimeout(KEY_EVERY_MS);
    }
    await page.waitForTimeout(2 * KEY_EVERY_MS);
    rounds.push(await page.evaluate(() => window.probe.end()));
  }
  return {
    paints: rounds.flatMap(({ paints }) => paints),
    changes: rounds.flatMap(({ changes }) => changes),
    frames: [],
  };
}

/**
 * Turns the wheel at a steady speed over a place of the page, down and up in turn; returns the times between frames.
 * @param px the way of one turn: in a shorter list nothing moves for the rest of it
 */
export async function scrollSteadily(
  page: Page,
  at: { x: number; y: number },
  { px = SCROLL_PX, turns = 1 } = {},
): Promise<readonly number[]> {
  const session = await page.context().newCDPSession(page);
  try {
    await page.evaluate(() => window.probe.beginFrames());
    for (let turn = 0; turn < turns; turn += 1) {
      await session.send('Input.synthesizeScrollGesture', {
        ...at,
        yDistance: turn % 2 === 0 ? -px : px,
        speed: SCROLL_PX_PER_SECOND,
        gestureSourceType: 'mouse',
        preventFling: true,
      });
    }
    return (await page.evaluate(() => window.probe.end())).frames;
  } finally {
    await session.detach();
  }
}
