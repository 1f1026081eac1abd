import { z } from 'zod';
import { configId } from './menu-config.ts';
import { money, productId, text } from './wire.ts';

/** A screen's report of itself. */

const MOST_PRICES = 100;

export const errorText = text(500);

export const shownItem = z.object({
  product_id: productId,
  price: money.nullable().describe('The first price that is shown; null without one.'),
  prices: z
    .array(money)
    .max(MOST_PRICES)
    .optional()
    .describe('All prices that the screen shows, in order. Screens with a former build leave them out.'),
  sold_out: z.boolean().describe('True if it is shown as sold out.'),
});

export const report = {
  revision: z.int().nullable().describe('`revision` of the display that it shows; null before the first.'),
  shelf_version: text(100).nullable().describe('`version` of the shelf that it shows; null before the first.'),
  layout_id: configId.nullable().describe('Layout on show.'),
  theme_id: configId.nullable().describe('Theme on show.'),
  page: z.int().min(0).max(10_000).describe('Page on show, from 1.'),
  pages: z.int().min(0).max(10_000).describe('Number of pages.'),
  item_count: z.int().min(0).max(100_000).describe('Products on show.'),
  width: z.int().min(0).max(100_000).describe('Width of the screen in pixels.'),
  height: z.int().min(0).max(100_000).describe('Height of the screen in pixels.'),
  last_error: errorText.nullable().describe('The last error; null without one.'),
};
