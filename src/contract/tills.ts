import { z } from 'zod';
import { from } from './example.ts';
import { route } from './route.ts';
import { instant, locationId, success, text } from './wire.ts';

const TAGS = ['Tills'];
const SAMPLE_ID = '8a6e0804-2bd0-4672-b79d-d97027f9071a';

/** A browser makes its own. */
export const tillId = z
  .uuid()
  .toLowerCase()
  .meta({ description: 'Id of the till: a UUID that its browser made.', examples: [SAMPLE_ID] });

const till = z
  .object({
    id: tillId,
    location_id: locationId,
    name: z
      .string()
      .nullable()
      .meta({ description: 'Name; null until a manager gives one.', examples: ['Front counter'] }),
    first_seen_at: instant.describe('When it was first used.'),
    last_seen_at: instant.describe(
      'When it was last used, to the minute: its sales and refunds, and the naming of a new one.',
    ),
    retired: z.boolean().describe('Whether it was retired. It is listed only if it was used since.'),
    version: z.int().describe('Counts its changes.'),
  })
  .meta({ id: 'Till', description: 'A browser that sells.' });
export type WireTill = z.output<typeof till>;

const version = z
  .int()
  .optional()
  .describe('The version that was seen: with another one, 409 `till_changed` tells the present till as `current`.');

export const tillsRoute = route({
  name: 'tills',
  method: 'GET',
  path: '/api/tills',
  access: 'manage-tills',
  summary: 'Tills of the location',
  description:
    'By name, then those without a name that were used in the last 30 days. A browser names itself in the header `x-till`, and is a till from its first sale or refund.',
  tags: TAGS,
  reply: success({ data: z.array(till).describe('Tills.') }),
});

export const nameTillRoute = route({
  name: 'nameTill',
  method: 'PUT',
  path: '/api/tills/:id',
  access: 'manage-tills',
  summary: 'Name a till',
  description:
    'A till that was retired is in use again. One that is not known yet is registered. A browser that names itself (`x-till`) moves to this location.',
  tags: TAGS,
  params: z.object({ id: tillId }),
  body: z.object({
    name: text(100)
      .refine((name) => name.trim() !== '', 'is empty')
      .meta({ description: 'Name; one of its own at the location.', examples: ['Front counter'] }),
    version,
  }),
  reply: success({ data: till }),
  refusals: ['not_found', 'till_changed', 'till_name_taken'],
  example: { params: { id: SAMPLE_ID }, body: { name: 'Front counter' } },
});

export const retireTillRoute = route({
  name: 'retireTill',
  method: 'POST',
  path: '/api/tills/:id/retire',
  access: 'manage-tills',
  summary: 'Retire a till',
  description: 'It leaves the list and its name is free again. It stays with its orders, and can still sell.',
  tags: TAGS,
  params: z.object({ id: tillId }),
  body: z.object({ version }),
  reply: success({ data: till }),
  refusals: ['not_found', 'till_changed'],
  example: { after: 'nameTill', params: { id: from('/data/id', SAMPLE_ID) }, body: {} },
});
