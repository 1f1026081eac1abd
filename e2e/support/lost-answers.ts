import type { Page } from '@playwright/test';

/** Has the server do what it is asked, and loses its answers until told otherwise. Returns what tells it. */
export async function loseAnswers(page: Page, url: string): Promise<() => void> {
  let lost = true;
  await page.route(url, async (route) => {
    if (!lost) return route.fallback();
    await route.fetch();
    await route.abort('connectionreset');
  });
  return () => {
    lost = false;
  };
}
