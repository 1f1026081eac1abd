import type { Browser, BrowserContext, CDPSession, Page } from '@playwright/test';

/** A page that stays open between the tests. */
interface Anchor {
  readonly page: Page;
  readonly devtools: CDPSession;
}

/**
 * Windows (contexts of the browser) that the tests of a worker use one after the other, each emptied in between. They
 * keep the code of the app: fetched, because the cache stays; and compiled, because a page of the same origin stays
 * open, and with `--process-per-site` the next page runs in its process. Together that is half of what it takes to open
 * a page.
 */
export class KeptWindows {
  readonly #browser: Browser;
  readonly #kept = new Map<string, BrowserContext[]>();
  readonly #anchors = new Map<BrowserContext, Anchor>();

  constructor(browser: Browser) {
    this.#browser = browser;
  }

  /** An empty window. @param like how it looks, and where its pages come from: a kept one is the same in both */
  async take(like: { origin: string }): Promise<BrowserContext> {
    const kept = this.#kept.get(JSON.stringify(like))?.pop();
    if (kept !== undefined) return kept;
    const window = await this.#browser.newContext();
    const page = await window.newPage();
    await page.goto(`${like.origin}/healthz`);
    this.#anchors.set(window, { page, devtools: await window.newCDPSession(page) });
    return window;
  }

  /** Gives a window back: its pages are closed, and all that they and the test left in it is taken away. */
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
