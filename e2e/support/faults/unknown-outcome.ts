import type { Locator, Page } from '@playwright/test';

/** The message with which every form says that the outcome is unknown. Only this file has its words. */
export function unknownOutcome(page: Page): Locator {
  const said = page.getByText(/Checking whether this .+ saved/);
  return page.getByRole('region').or(page.getByRole('status')).filter({ has: said });
}

export function checkNow(page: Page): Locator {
  return page.getByRole('button', { name: 'Check now' });
}

/** Presses "Check now", unless the answer has come by itself. */
export async function askOnce(within: Page | Locator): Promise<void> {
  const button = within.getByRole('button', { name: 'Check now' });
  await button.dispatchEvent('click', undefined, { timeout: 2000 }).catch(() => undefined);
}

const ASK_EVERY_MS = 3000;

/**
 * Plays a patient person: presses "Check now" whenever an outcome stays unknown for some seconds. The press does not
 * move the focus, so that it disturbs no step of a test.
 */
export async function askPatiently(page: Page): Promise<void> {
  let askedAt = 0;
  const ask = async (button: Locator) => {
    if (Date.now() - askedAt < ASK_EVERY_MS) return;
    askedAt = Date.now();
    // The button may disappear at this moment, when the outcome is known.
    await button.dispatchEvent('click', undefined, { timeout: 500 }).catch(() => undefined);
  };
  await page.addLocatorHandler(checkNow(page).first(), ask, { noWaitAfter: true });
}
