import { z } from 'zod';
import { route } from './route.ts';
import { idParams, instant, success, text } from './wire.ts';

export const orderNote = z.object({ id: z.int(), text: z.string(), author: z.string(), created_at: instant });

/** A note for staff; customers never see it. Notes are kept as written. Refuses: 404 `not_found`; 422 `note_empty`. */
export const addOrderNoteRoute = route({
  method: 'POST',
  path: '/api/orders/:id/notes',
  access: 'change-orders',
  summary: 'Write a note on an order, for staff',
  tags: ['Orders'],
  status: 201,
  params: idParams,
  body: z.object({ text: text(2000) }),
  reply: success({ data: orderNote }),
});
