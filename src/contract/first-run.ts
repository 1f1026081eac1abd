import { z } from 'zod';
import { route } from './route.ts';
import { success } from './wire.ts';

/** Products that a new shop begins with. Rule: workspace/first-run. */
export const FIRST_PRODUCTS = 3;

/** Name of the location that a new shop begins with. Nobody has chosen its time zone. */
export const FIRST_LOCATION = 'Main Location';

export const firstRunRoute = route({
  name: 'firstRun',
  method: 'GET',
  path: '/api/manage/first-run',
  access: 'configure',
  summary: 'Setup steps of a new shop',
  description:
    'State of the setup up to the first sale, read from the books for the location of the caller (without one: the first open location).',
  tags: ['Locations'],
  reply: success({
    is_new: z.boolean().describe('True if the shop has not sold yet, or its first sale is less than a week ago.'),
    location_id: z
      .int()
      .nullable()
      .meta({ description: 'The location; null when none is open.', examples: [20] }),
    has_address: z.boolean().describe('True if its street and city are known.'),
    has_tax: z.boolean().describe('True if it has a tax of its own; 0% counts.'),
    products: z.int().meta({ description: 'Published products with a price.', examples: [120] }),
    has_stock: z.boolean().describe('True if it has stock of one of them.'),
    has_own_password: z.boolean().describe('True if the caller has chosen a password.'),
    staff: z.int().meta({ description: 'Active accounts besides that of the caller.', examples: [5] }),
    has_receipt: z.boolean().describe('True if its receipts have lines of their own.'),
    has_sold: z.boolean().describe('True if the shop has ever sold at a till.'),
    has_undone: z.boolean().describe('True if a sale was ever deleted, cancelled or refunded in full.'),
  }),
});
export type FirstRun = Omit<z.output<typeof firstRunRoute.reply>, 'success'>;
