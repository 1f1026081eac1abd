import type { Page } from '@playwright/test';

/** Saves a picture of the screen to `test-results/screens` when `PICTURES` is set. */
export async function picture(page: Page, name: string): Promise<void> {
  if (process.env['PICTURES']) await page.screenshot({ path: `test-results/screens/${name}.png` });
}
