import { z } from 'zod';
import { customer } from './customers.ts';
import { from } from './example.ts';
import { route } from './route.ts';
import { id, idParams, idText, instant, success } from './wire.ts';

/** Days within which a merge can be undone. Rule: customers/merge-undone. */
export const MERGE_UNDO_DAYS = 30;

export const merge = z
  .object({
    id: z.int().describe('Id of the merge.'),
    kept_id: z.int().describe('Id of the account that was kept.'),
    merged_id: z.int().describe('Id of the account that was merged into it.'),
    merged_name: z.string().describe('Name of the account that was merged.'),
    orders: z.int().describe('Orders that moved.'),
    points: z.int().describe('Points that moved.'),
    notes: z.int().describe('Notes that moved.'),
    merged_at: instant.describe('Time of the merge.'),
    merged_by: z.string().describe('Name of the person who merged it.'),
    undo_until: instant
      .nullable()
      .describe(
        'Time until which it can be undone; null if it was undone, or if one of the two customers was forgotten.',
      ),
    undone_at: instant.nullable().describe('Time when it was undone; null if it was not.'),
  })
  .meta({ id: 'CustomerMerge', description: 'A merge of two customers.' });
export type CustomerMerge = z.output<typeof merge>;

export const customerMergePreviewRoute = route({
  name: 'customerMergePreview',
  method: 'GET',
  path: '/api/customers/:id/merge-preview',
  access: 'manage-customers',
  summary: 'Preview a merge',
  description: 'Changes nothing. Send the versions of `kept` and `merged` with the merge.',
  tags: ['Customers'],
  params: idParams,
  query: z.object({ merge_id: idText.describe('Id of the customer who would be merged into this one.') }),
  reply: success({
    data: z
      .object({
        kept: customer.describe('The account that is kept, as it is now.'),
        merged: customer.describe('The account that would be merged into it.'),
        result: customer.describe('The account that is kept, as it would be after the merge.'),
        orders: z.int().describe('Orders that would move.'),
        points: z.int().describe('Points that would move.'),
        notes: z.int().describe('Notes that would move.'),
        not_readable: z
          .array(z.enum(['date_of_birth', 'license_number']))
          .describe('Values of the merged account that stay behind: they were encrypted under another data key.'),
      })
      .describe('Both accounts and what they would become.'),
  }),
  refusals: ['not_found', 'not_valid'],
  example: { params: { id: 127 }, query: { merge_id: '128' } },
});

export const mergeCustomersRoute = route({
  name: 'mergeCustomers',
  method: 'POST',
  path: '/api/customers/:id/merge',
  access: 'manage-customers',
  idempotency: 'required',
  summary: 'Merge a customer into this one',
  description:
    'Moves orders, points, notes and labels of the other account to this one, and fills this one’s empty fields. The other account disappears from all lists; sales to it go to this account. A merge can be undone for 30 days.',
  tags: ['Customers'],
  params: idParams,
  body: z.object({
    merge_id: id.meta({ description: 'Id of the customer who is merged into this one.', examples: [181] }),
    expected_version: z.int().optional().describe('The version of this customer that was seen.'),
    merge_version: z.int().optional().describe('The version of the other customer that was seen.'),
  }),
  reply: success({ data: merge, customer }),
  refusals: ['customer_changed', 'not_found', 'not_valid'],
  example: { after: 'createUser', params: { id: 127 }, body: { merge_id: from('/id', 181) } },
});

export const customerMergesRoute = route({
  name: 'customerMerges',
  method: 'GET',
  path: '/api/customers/:id/merges',
  access: 'see-customers',
  summary: 'Merges of a customer',
  description: 'Accounts that were merged into this one, newest first.',
  tags: ['Customers'],
  params: idParams,
  reply: success({ data: z.array(merge).describe('Merges.') }),
  refusals: ['not_found'],
  example: { params: { id: 127 } },
});

export const undoCustomerMergeRoute = route({
  name: 'undoCustomerMerge',
  method: 'POST',
  path: '/api/customers/merges/:id/undo',
  access: 'manage-customers',
  idempotency: 'required',
  summary: 'Undo a merge',
  description:
    'Orders, notes and points go back, including later points of these orders. The balance of the kept account may then be below zero. Changes made by hand since the merge stay. An e-mail address that the merge moved goes back unless it is somebody else’s by then, which `not_returned` says.',
  tags: ['Customers'],
  params: z.object({ id: idText.describe('Id of the merge.') }),
  reply: success({
    data: merge,
    // Stored replies of an older build lack these.
    points_balance: z
      .int()
      .optional()
      .describe(
        'Points of the account that was kept, afterwards; below zero if points that went back were spent already.',
      ),
    not_returned: z
      .array(z.enum(['email']))
      .optional()
      .describe('Values that the merge moved and that are somebody else’s by now: they did not go back.'),
  }),
  refusals: ['not_found', 'status_conflict'],
  example: { after: 'mergeCustomers', params: { id: from('/data/id', 1) } },
});
