import { z } from 'zod';
import { bulkFields, bulkOutcome } from './bulk-products.ts';
import { from } from './example.ts';
import { route } from './route.ts';
import { idParams, instant, success } from './wire.ts';

/** Rule: catalogue/bulk-undo. */
export const BULK_UNDO_DAYS = 30;

const TAGS = ['Catalogue administration'];

export const bulkEditRoute = route({
  name: 'bulkEdit',
  method: 'GET',
  path: '/api/manage/bulk-edits/:id',
  access: 'edit-products',
  summary: 'Preview of undoing a change of several products',
  description:
    'The effect of undoing on each product that was changed, or the reason why it would stay unchanged. Nothing is saved. A change can be undone for 30 days.',
  tags: TAGS,
  params: idParams,
  reply: success({
    data: z
      .object({
        made_at: instant.describe('Time of the change.'),
        made_by: z
          .string()
          .nullable()
          .meta({ description: 'Name of its author; null without a person.', examples: ['Morgan Manager'] }),
        products: z
          .array(
            z.object({
              id: z.int().meta({ description: 'Id of the product.', examples: [1602] }),
              name: z.string().meta({ description: 'Name; the former one, if it was deleted.', examples: ['Grinder'] }),
              changes: bulkFields,
              error: z.string().nullable().describe('Reason why it would stay unchanged; null if it would change.'),
            }),
          )
          .describe('The products that were changed.'),
      })
      .describe('The change, and the effect of undoing it.'),
  }),
  refusals: ['not_found'],
  example: { after: 'bulkChange', params: { id: from('/bulk_edit_id', 1) } },
});

export const undoBulkEditRoute = route({
  name: 'undoBulkEdit',
  method: 'POST',
  path: '/api/manage/bulk-edits/:id/undo',
  access: 'edit-products',
  summary: 'Undo a change of several products',
  description:
    'Restores the values that the change replaced. Products are changed independently; one that somebody changed since stays as it is, and `results` has the reason. If the request is cut short, send it again with the same key: it continues where it stopped. A change can be undone for 30 days.',
  tags: TAGS,
  params: idParams,
  reply: success(bulkOutcome),
  refusals: ['not_found'],
  example: { after: 'bulkChange', params: { id: from('/bulk_edit_id', 1) } },
});
