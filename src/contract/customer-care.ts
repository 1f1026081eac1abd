import { z } from 'zod';
import { from } from './example.ts';
import { route } from './route.ts';
import { idParams, idText, instant, success, text, userId } from './wire.ts';

export const customerNote = z
  .object({
    id: z.int().describe('Id of the note.'),
    customer_id: z.int().meta({ description: 'Id of the customer.', examples: [127] }),
    text: z.string().meta({ description: 'Text.', examples: ['Prefers to be called in the morning.'] }),
    author_id: userId,
    author: z.string().nullable().describe('Name of the person who wrote it; null for the server.'),
    created_at: instant.describe('Time of writing.'),
  })
  .meta({ id: 'CustomerNote', description: 'A note of staff about a customer.' });
export type CustomerNote = z.output<typeof customerNote>;

export const customerNotesRoute = route({
  name: 'customerNotes',
  method: 'GET',
  path: '/api/customers/:id/notes',
  access: 'see-customers',
  summary: 'Notes about a customer',
  description: 'Newest first.',
  tags: ['Customers'],
  params: idParams,
  reply: success({ data: z.array(customerNote).describe('Notes.') }),
  refusals: ['not_found'],
  example: { params: { id: 127 } },
});

export const addCustomerNoteRoute = route({
  name: 'addCustomerNote',
  method: 'POST',
  path: '/api/customers/:id/notes',
  access: 'edit-customers',
  summary: 'Write a note about a customer',
  description: 'The author is the caller, the time that of the request.',
  tags: ['Customers'],
  params: idParams,
  body: z.object({
    text: text(2000).meta({ description: 'Text.', examples: ['Prefers to be called in the morning.'] }),
  }),
  status: 201,
  reply: success({ data: customerNote }),
  refusals: ['not_found', 'note_empty'],
  example: { params: { id: 127 }, body: { text: 'Prefers to be called in the morning.' } },
});

export const deleteCustomerNoteRoute = route({
  name: 'deleteCustomerNote',
  method: 'DELETE',
  path: '/api/customers/:id/notes/:note_id',
  access: 'edit-customers',
  summary: 'Delete a note about a customer',
  description: 'Allowed for its author and for people who manage customers.',
  tags: ['Customers'],
  params: z.object({ id: idText.describe('Id of the customer.'), note_id: idText.describe('Id of the note.') }),
  reply: success({ id: z.int().describe('Id of the note.') }),
  refusals: ['not_found'],
  example: { after: 'addCustomerNote', params: { id: 127, note_id: from('/data/id', 3) } },
});

export const customerGroupsRoute = route({
  name: 'customerGroups',
  method: 'GET',
  path: '/api/customers/groups',
  access: 'see-customers',
  summary: 'Labels of customers',
  description: 'Labels in use, by name. A label exists as long as a customer has it.',
  tags: ['Customers'],
  reply: success({
    data: z
      .array(
        z.object({
          id: z.int().describe('Id of the label.'),
          name: z.string().meta({ description: 'Name.', examples: ['VIP'] }),
          customers: z.int().describe('Number of customers who have it.'),
        }),
      )
      .describe('Labels.'),
  }),
});
