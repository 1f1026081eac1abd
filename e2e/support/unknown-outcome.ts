import type { Locator, Page } from '@playwright/test';

/** How every form says that the outcome of what it sent is not known yet. This is the one place that knows the words. */
export function unknownOutcome(page: Page): Locator {
  const said = page.getByText(/Checking whether this .+ saved/);
  return page.getByRole('region').or(page.getByRole('status')).filter({ has: said });
}

export function checkNow(page: Page): Locator {
  return page.getByRole('button', { name: 'Check now' });
}

/** Presses Check now, unless the answer came by itself: the page asks, too, and may be quicker. */
export async function askOnce(within: Page | Locator): Promise<void> {
  const button = within.getByRole('button', { name: 'Check now' });
  await button.dispatchEvent('click', undefined, { timeout: 2000 }).catch(() => undefined);
}

const ASK_EVERY_MS = 3000;

/**
 * Somebody patient stands at the page: whenever an outcome is not known for some seconds, they ask for it. The press
 * takes no focus away, so that it comes between no two steps of a test.
 */
export async function askPatiently(page: Page): Promise<void> {
  let askedAt = 0;
  const ask = async (button: Locator) => {
    if (Date.now() - askedAt < ASK_EVERY_MS) return;
    askedAt = Date.now();
    // It may go away by itself at this moment: then there is nothing left to ask.
    await button.dispatchEvent('click', undefined, { timeout: 500 }).catch(() => undefined);
  };
  await page.addLocatorHandler(checkNow(page).first(), ask, { noWaitAfter: true });
}
