import { z } from 'zod';

/** What the calls of points have in common. */
export const REWARDS_BASE = '/api/proxy/wc-points-rewards';

export const LOYALTY_TAGS = ['Loyalty'];

export const LABEL_WORDS = { description: 'What points are called: "one:many".', examples: ['Point:Points'] };
export const pointsLabel = z.string().meta(LABEL_WORDS);

/** As `pageMeta`, by the names that these calls have always had. */
export const rewardsPagination = z
  .object({
    total: z.int().describe('Entries of all pages.'),
    total_pages: z.int().describe('Number of pages.'),
    page: z.int().describe('This page, from 1.'),
    per_page: z.int().describe('Entries of a page.'),
  })
  .describe('Where the page stands.');
