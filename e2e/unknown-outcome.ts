import type { Locator, Page } from '@playwright/test';

/** How every form says that the outcome of what it sent is not known yet. This is the one place that knows the words. */
export function unknownOutcome(page: Page): Locator {
  const said = page.getByText(/Checking whether this .+ saved/);
  return page.getByRole('region').or(page.getByRole('alert')).filter({ has: said });
}

export function checkNow(page: Page): Locator {
  return page.getByRole('button', { name: 'Check now' });
}

/** Somebody patient stands at the page: whenever an outcome is not known, they ask for it. */
export async function askPatiently(page: Page): Promise<void> {
  await page.addLocatorHandler(checkNow(page).first(), (button) => button.click({ timeout: 2000 }).catch(() => {}), {
    noWaitAfter: true,
  });
}
