import { z } from 'zod';
import { route } from './route.ts';
import { success } from './wire.ts';

/** Products that a new shop begins with. Rule: workspace/first-run. */
export const FIRST_PRODUCTS = 3;

export const firstRunRoute = route({
  name: 'firstRun',
  method: 'GET',
  path: '/api/manage/first-run',
  access: 'configure',
  summary: 'What a new shop has and lacks',
  description:
    'What is read from the books on the way to the first sale, for the location at which the caller works (without one: the first that is open).',
  tags: ['Locations'],
  reply: success({
    is_new: z.boolean().describe('Whether the shop has not sold yet, or sold for the first time less than a week ago.'),
    location_id: z
      .int()
      .nullable()
      .meta({ description: 'The location; null when none is open.', examples: [20] }),
    has_address: z.boolean().describe('Whether its street and city are known.'),
    has_tax: z.boolean().describe('Whether it has a tax of its own; 0% counts.'),
    products: z.int().meta({ description: 'Published products with a price.', examples: [120] }),
    has_stock: z.boolean().describe('Whether it has stock of one of them.'),
    has_own_password: z.boolean().describe('Whether the caller ever chose a password.'),
    staff: z.int().meta({ description: 'Active accounts besides that of the caller.', examples: [5] }),
    has_receipt: z.boolean().describe('Whether its receipts have lines of their own.'),
    has_sold: z.boolean().describe('Whether the shop has ever sold at a till.'),
    has_undone: z.boolean().describe('Whether a sale was ever deleted, cancelled or refunded in full.'),
  }),
});
export type FirstRun = Omit<z.output<typeof firstRunRoute.reply>, 'success'>;
