import type { Locator, Page } from '@playwright/test';

/**
 * Loses the replies to a write until the returned function is called. The server carries the requests out.
 * @param handled false loses the requests as well
 */
export async function loseReplies(
  page: Page,
  method: 'POST' | 'PUT' | 'DELETE',
  path: string,
  { handled = true } = {},
): Promise<() => void> {
  let lost = true;
  await page.route(path, async (route) => {
    if (route.request().method() !== method || !lost) return route.fallback();
    if (handled) await route.fetch();
    await route.abort('connectionreset');
  });
  return () => {
    lost = false;
  };
}

/** The notice of a form whose command has no answer yet. */
export function checking(page: Page, what: string): Locator {
  return page.getByRole('status').filter({ hasText: `Checking whether this ${what} saved` });
}

/** The open commands in the footer. */
export function footerList(page: Page): Locator {
  return page.getByRole('contentinfo').getByRole('button', { name: /^Checking \d+$|not saved$/ });
}

/**
 * Remembers what the browser's storage holds now. The returned function restores it and reloads, as after a kill that
 * came before the storage was written.
 */
export async function killedAt(page: Page): Promise<() => Promise<void>> {
  const held = await page.evaluate(() => Object.entries(localStorage));
  return async () => {
    await page.evaluate((entries) => {
      localStorage.clear();
      for (const [key, value] of entries) localStorage.setItem(key, String(value));
    }, held);
    await page.reload();
  };
}
