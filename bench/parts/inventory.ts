import type { Page } from '@playwright/test';
import { scrollSteadily, typeInto } from '../browser/browser.ts';
import type { Seen } from '../browser/probe.ts';
import type { Shop } from '../shop.ts';

const GRID = '[role=grid]';
const PENDING = '[role=toolbar]';
const MIDDLE = { x: 450, y: 450 };
const READY_WITHIN_MS = 60_000;
const LEAST_ROWS = 10_000;
/** A count well under way: every key press adds to it. */
const PENDING_LINES = 3000;
const ROWS_TYPED_INTO = 10;
const FIGURES = ['12', '305'];
const MOVES = 40;
const MOVE_EVERY_MS = 120;

/** The stock of 10,000 products with a large count pending: typing figures, moving over rows, scrolling. */
export async function measureStock(
  page: Page,
  shop: Shop,
): Promise<{ typed: Seen; moved: Seen; scrolled: readonly number[] }> {
  const staff = shop.db.selectFrom('users').select('id').where('username', '=', 'staff');
  const { id: userId } = await staff.executeTakeFirstOrThrow();
  await page.addInitScript(
    ({ key, lines }) => {
      if (localStorage.getItem(key) !== null) return;
      const counts = Array.from({ length: lines }, (_, index) => [String(index + 1), 1000, 5000, 0]);
      localStorage.setItem(
        key,
        JSON.stringify({ version: 1, counts, restocks: [], entry: 'count', includeZero: true }),
      );
    },
    { key: `tillwright.inventory.pending.${userId}.${shop.locationId}`, lines: PENDING_LINES },
  );
  await page.goto(`${shop.origin}/?view=adjustments`);
  await page.waitForFunction(
    ({ grid, least }) => Number(document.querySelector(grid)?.getAttribute('aria-rowcount')) >= least,
    { grid: GRID, least: LEAST_ROWS },
    { timeout: READY_WITHIN_MS },
  );
  await page.waitForLoadState('networkidle');

  const rounds: Seen[] = [];
  for (let row = 0; row < ROWS_TYPED_INTO; row += 1) {
    rounds.push(await typeInto(page, `[data-row="${row}"] [data-figure]`, FIGURES, PENDING));
  }
  const typed = {
    paints: rounds.flatMap(({ paints }) => paints),
    changes: rounds.flatMap(({ changes }) => changes),
    frames: [],
  };

  await page.locator('[data-row="0"]').focus();
  await page.evaluate((selector) => window.probe.begin(selector), GRID);
  for (let move = 0; move < MOVES; move += 1) {
    await page.keyboard.press('ArrowDown');
    await page.waitForTimeout(MOVE_EVERY_MS);
  }
  const moved = await page.evaluate(() => window.probe.end());
  return { typed, moved, scrolled: await scrollSteadily(page, MIDDLE) };
}
