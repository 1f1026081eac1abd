import type { Browser, BrowserContext, CDPSession, Page } from '@playwright/test';

/** A page that stays open between the tests. */
interface Anchor {
  readonly page: Page;
  readonly devtools: CDPSession;
}

/**
 * Browser contexts that the tests of a worker use one after the other, each emptied in between. They keep the app's
 * code: fetched, because the cache stays, and compiled, because a page of the same origin stays open and
 * `--process-per-site` lets the next page run in its process. That halves the time to open a page.
 */
export class KeptWindows {
  readonly #browser: Browser;
  readonly #kept = new Map<string, BrowserContext[]>();
  readonly #anchors = new Map<BrowserContext, Anchor>();

  constructor(browser: Browser) {
    this.#browser = browser;
  }

  /**
   * Takes an empty context.
   * @param like theme and origin; a kept context must have the same
   */
  async take(like: { origin: string }): Promise<BrowserContext> {
    const kept = this.#kept.get(JSON.stringify(like))?.pop();
    if (kept !== undefined) return kept;
    const window = await this.#browser.newContext();
    const page = await window.newPage();
    await page.goto(`${like.origin}/healthz`);
    this.#anchors.set(window, { page, devtools: await window.newCDPSession(page) });
    return window;
  }

  /** Returns a context: closes its pages and deletes everything that the test left in it. */
  async giveBack(like: { origin: string }, window: BrowserContext): Promise<void> {
    const anchor = this.#anchors.get(window);
    if (anchor === undefined) throw new Error('this window was not taken from here');
    const pages = window.pages().filter((page) => page !== anchor.page);
    await Promise.all(pages.map((page) => page.close()));
    await window.unrouteAll();
    await window.clearCookies();
    await anchor.devtools.send('Storage.clearDataForOrigin', { origin: like.origin, storageTypes: 'all' });
    const name = JSON.stringify(like);
    this.#kept.set(name, [...(this.#kept.get(name) ?? []), window]);
  }

  async close(): Promise<void> {
    for (const window of this.#anchors.keys()) await window.close();
  }
}
