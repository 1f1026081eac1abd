import type { Page } from '@playwright/test';

/** Blocks the live stream, so that what other tests do does not change this page's lists. */
export async function keepQuiet(page: Page): Promise<void> {
  await page.route('**/api/events', (route) =>
    route.fulfill({ contentType: 'text/event-stream', body: 'retry: 60000\n\n' }),
  );
}
