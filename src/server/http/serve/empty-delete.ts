import type { FastifyInstance } from 'fastify';

/** Many clients name JSON as the type of every call: a DELETE that has no body is not a JSON document that is empty. */
export function registerEmptyDelete(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ method, raw: { headers } }) => {
    const hasBody = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
    if (method === 'DELETE' && !hasBody) delete headers['content-type'];
  });
}
