import { z } from 'zod';
import { KEY_ACCESS } from '#domain/api-key.ts';
import { from } from './example.ts';
import { route } from './route.ts';
import { id, idParams, instant, locationId, success, text } from './wire.ts';

const TAGS = ['API keys'];

const access = z.enum(KEY_ACCESS);
const scope = z
  .object({
    products: access.describe('Products, variations and categories.'),
    customers: access.describe('Customers.'),
    orders: access.describe('Orders: reading, and changing their status.'),
    taxes: access.describe('Taxes.'),
  })
  .meta({
    id: 'KeyScope',
    description: 'Access of the key: none, read, or read and write.',
    examples: [{ products: 'write', customers: 'none', orders: 'read', taxes: 'read' }],
  });

const apiKey = z
  .object({
    id: z.int().describe('Id of the key.'),
    name: z.string().meta({ description: 'Purpose.', examples: ['Web shop'] }),
    key_end: z.string().meta({ description: 'The last characters of the consumer key.', examples: ['4f81c2a'] }),
    scope,
    location_id: locationId.describe('Location of the key.'),
    all_locations: z.boolean().describe('True if it may read and change orders of every location.'),
    created_at: instant.describe('Time of creation.'),
    created_by: z.string().nullable().describe('Person who made it; null if made on the command line.'),
    last_used_at: instant.nullable().describe('Time of the last use, to the minute; null for never.'),
    revoked_at: instant.nullable().describe('Time when it was revoked; null while it works.'),
    revoked_by: z.string().nullable().describe('Person who revoked it.'),
  })
  .meta({ id: 'ApiKey', description: 'A key by which a program asks. Its secret is known to the program only.' });
export type ApiKey = z.output<typeof apiKey>;

export const apiKeysRoute = route({
  name: 'apiKeys',
  method: 'GET',
  path: '/api/manage/api-keys',
  access: 'configure',
  summary: 'API keys',
  description: 'Valid keys, newest first, then revoked ones.',
  tags: TAGS,
  reply: success({ data: z.array(apiKey).describe('Keys.') }),
});

export const createApiKeyRoute = route({
  name: 'createApiKey',
  method: 'POST',
  path: '/api/manage/api-keys',
  access: 'configure',
  summary: 'Make an API key',
  description:
    'The secret appears in this answer only. The answer is not stored: if it is lost, revoke the key and make another.',
  tags: TAGS,
  status: 201,
  idempotency: 'none',
  body: z.object({
    name: text(100)
      .refine((given) => given.trim() !== '', 'is empty')
      .meta({ description: 'Purpose.', examples: ['Web shop'] }),
    location_id: id.meta({ description: 'Location of the key.', examples: [20] }),
    all_locations: z.boolean().describe('True if it may read and change orders of every location.'),
    scope,
  }),
  reply: success({
    data: apiKey,
    consumer_key: z.string().meta({ description: 'Names the key.', examples: ['ck_'] }),
    consumer_secret: z.string().meta({ description: 'Its secret.', examples: ['cs_'] }),
  }),
  refusals: ['not_valid'],
  example: {
    body: {
      name: 'Web shop',
      location_id: 20,
      all_locations: false,
      scope: { products: 'write', customers: 'none', orders: 'read', taxes: 'read' },
    },
  },
});

export const revokeApiKeyRoute = route({
  name: 'revokeApiKey',
  method: 'DELETE',
  path: '/api/manage/api-keys/:id',
  access: 'configure',
  summary: 'Revoke an API key',
  description: 'Takes effect at once and cannot be undone.',
  tags: TAGS,
  params: idParams,
  reply: success({ id: z.int().describe('Id of the key.') }),
  refusals: ['not_found'],
  example: { after: 'createApiKey', params: { id: from('/data/id', 1) } },
});
