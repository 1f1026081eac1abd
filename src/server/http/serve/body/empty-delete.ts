import type { FastifyInstance } from 'fastify';

/**
 * Many clients name JSON as the content type of every call. A DELETE without a body is then not an invalid JSON
 * document.
 */
export function registerEmptyDelete(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ method, raw: { headers } }) => {
    const hasBody = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
    if (method === 'DELETE' && !hasBody) delete headers['content-type'];
  });
}
