import type { Page } from '@playwright/test';

/** Hears nothing of what other tests do: a list that is to stay as it is shown is not fetched again for them. */
export async function keepQuiet(page: Page): Promise<void> {
  await page.route('**/api/events', (route) =>
    route.fulfill({ contentType: 'text/event-stream', body: 'retry: 60000\n\n' }),
  );
}
