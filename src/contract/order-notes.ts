import { z } from 'zod';
import { from } from './example.ts';
import { route } from './route.ts';
import { idParams, instant, success, text } from './wire.ts';

export const orderNote = z
  .object({
    id: z.int().describe('Id of the note.'),
    text: z.string().describe('The note.'),
    author: z.string().describe('Name of the person who wrote it.'),
    created_at: instant.describe('Time of creation.'),
  })
  .meta({ id: 'OrderNote', description: 'A note of staff on an order.' });

export const addOrderNoteRoute = route({
  name: 'addOrderNote',
  method: 'POST',
  path: '/api/orders/:id/notes',
  access: 'change-orders',
  summary: 'Write a note on an order',
  description: 'For staff: customers never see it. Notes are never changed.',
  tags: ['Orders'],
  status: 201,
  params: idParams,
  body: z.object({ text: text(2000).meta({ description: 'The note.', examples: ['Left the bag at the counter.'] }) }),
  reply: success({ data: orderNote }),
  refusals: ['not_found', 'note_empty'],
  example: { after: 'createOrder', params: { id: from('/id', 4056) }, body: { text: 'Left the bag at the counter.' } },
});
