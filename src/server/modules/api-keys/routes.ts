import type { FastifyInstance } from 'fastify';
import { apiKeysRoute, createApiKeyRoute, revokeApiKeyRoute } from '#contract/api-keys.ts';
import { serve, serveWrite } from '#server/http/serve/serve.ts';
import { success } from '#server/http/serve/success.ts';
import { createApiKey, listApiKeys, revokeApiKey } from './service.ts';

/** Keys by which programs ask, for administrators. Rule: sign-in/api-keys. */
export function registerApiKeys(app: FastifyInstance): void {
  serve(app, apiKeysRoute, async ({ db }) => success({ data: await listApiKeys(db) }));

  serveWrite(app, createApiKeyRoute, async ({ tx, staff, body, emit, reply }) => {
    const { name, location_id: locationId, all_locations: allLocations, scope } = body;
    const made = await createApiKey(tx, staff, app.deps.secrets, { name, locationId, allLocations, scope });
    emit({ type: 'machine', machine_id: made.data.id });
    reply.header('cache-control', 'no-store');
    return success({ data: made.data, consumer_key: made.consumerKey, consumer_secret: made.consumerSecret });
  });

  serveWrite(app, revokeApiKeyRoute, async ({ tx, staff, params, emit }) => {
    emit(await revokeApiKey(tx, staff, params.id));
    return success({ id: params.id });
  });
}
