import { z } from 'zod';

/** Parts that the points calls share. */
export const REWARDS_BASE = '/api/proxy/wc-points-rewards';

export const LOYALTY_TAGS = ['Loyalty'];

export const LABEL_WORDS = { description: 'Name of the points: "one:many".', examples: ['Point:Points'] };
export const pointsLabel = z.string().meta(LABEL_WORDS);

/** The same as `pageMeta`, with the names that these calls have always used. */
export const rewardsPagination = z
  .object({
    total: z.int().describe('Entries of all pages.'),
    total_pages: z.int().describe('Number of pages.'),
    page: z.int().describe('This page, from 1.'),
    per_page: z.int().describe('Entries of a page.'),
  })
  .describe('Position of the page in the list.');
