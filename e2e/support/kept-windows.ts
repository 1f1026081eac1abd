import type { Browser, BrowserContext } from '@playwright/test';

/**
 * Windows (contexts of the browser) that the tests of a worker use one after the other, each emptied in between. What
 * it keeps is the code of the app, fetched and compiled: a third of what it takes to open a page, once per test.
 */
export class KeptWindows {
  readonly #browser: Browser;
  readonly #kept = new Map<string, BrowserContext>();

  constructor(browser: Browser) {
    this.#browser = browser;
  }

  /** An empty window. @param like how it looks; windows are the same to a test where this is the same */
  async take(like: unknown): Promise<BrowserContext> {
    const name = JSON.stringify(like);
    const kept = this.#kept.get(name);
    this.#kept.delete(name);
    return kept ?? this.#browser.newContext();
  }

  /** Gives a window back: its pages are closed, and all that they and the test left in it is taken away. */
  async giveBack(like: unknown, window: BrowserContext, origin: string): Promise<void> {
    await Promise.all(window.pages().map((page) => page.close()));
    await window.unrouteAll();
    await window.clearCookies();
    const page = await window.newPage();
    const session = await window.newCDPSession(page);
    await session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' });
    await page.close();
    this.#kept.set(JSON.stringify(like), window);
  }

  async close(): Promise<void> {
    for (const window of this.#kept.values()) await window.close();
  }
}
