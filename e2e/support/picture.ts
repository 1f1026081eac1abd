import type { Page } from '@playwright/test';

/** Keeps a picture of the screen in `test-results/screens`, for looking at, when `PICTURES` is set. */
export async function picture(page: Page, name: string): Promise<void> {
  if (process.env['PICTURES']) await page.screenshot({ path: `test-results/screens/${name}.png` });
}
