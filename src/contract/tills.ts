import { z } from 'zod';
import { from } from './example.ts';
import { route } from './route.ts';
import { instant, locationId, success, text } from './wire.ts';

const TAGS = ['Tills'];
const SAMPLE_ID = '8a6e0804-2bd0-4672-b79d-d97027f9071a';

/** Each browser makes its own id. */
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
    first_seen_at: instant.describe('Time of the first use.'),
    last_seen_at: instant.describe(
      'Time of the last use, to the minute: a sale, a refund, or the naming of a new till.',
    ),
    retired: z.boolean().describe('True if it was retired. Then it is listed only if it was used since.'),
    version: z.int().describe('Counts its changes.'),
  })
  .meta({ id: 'Till', description: 'A browser that sells.' });
export type WireTill = z.output<typeof till>;

const version = z
  .int()
  .optional()
  .describe(
    'The version that the caller saw. If it has changed, 409 `till_changed` answers the present till as `current`.',
  );

export const tillsRoute = route({
  name: 'tills',
  method: 'GET',
  path: '/api/tills',
  access: 'manage-tills',
  summary: 'Tills of the location',
  description:
    'Named tills by name, then unnamed ones that were used in the last 30 days. A browser sends its id in the header `x-till`, and is a till from its first sale or refund on.',
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
    "A retired till is in use again, and an unknown one is registered. If the caller's own browser (`x-till`) is named, it moves to this location.",
  tags: TAGS,
  params: z.object({ id: tillId }),
  body: z.object({
    name: text(100)
      .refine((name) => name.trim() !== '', 'is empty')
      .meta({ description: 'Name; unique at the location.', examples: ['Front counter'] }),
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
  description: 'The till leaves the list and its name is free again. Its orders keep it, and it can still sell.',
  tags: TAGS,
  params: z.object({ id: tillId }),
  body: z.object({ version }),
  reply: success({ data: till }),
  refusals: ['not_found', 'till_changed'],
  example: { after: 'nameTill', params: { id: from('/data/id', SAMPLE_ID) }, body: {} },
});
