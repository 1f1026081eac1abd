import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import type { Route } from '#contract/route.ts';
import { projectRoot } from '#server/paths.ts';
import { GUIDE_PATH, openApiDocument } from './openapi/document.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The contract of the route. */
    contract?: Route;
  }
}

/** `/api/docs`: the contract as an OpenAPI page, with the document at `/api/docs/json` and a guide for beginners. */
export async function registerApiDocs(app: FastifyInstance): Promise<void> {
  const routes: Route[] = [];
  app.addHook('onRoute', ({ method, config }) => {
    // Fastify also serves HEAD for each GET.
    if (config?.contract && method === config.contract.method) routes.push(config.contract);
  });
  await app.register(swagger, {
    openapi: { openapi: '3.1.0' },
    transform: ({ url }) => ({ schema: { hide: true }, url }),
    transformObject: () => openApiDocument(routes, app.deps.config.publicUrl ?? '/'),
  });
  const guide = await readFile(join(projectRoot, 'docs/sell-by-api.md'), 'utf8');
  app.get(GUIDE_PATH, { schema: { hide: true } }, (_request, reply) =>
    reply.type('text/plain; charset=utf-8').send(guide),
  );
  await app.register(async (docs) => {
    // The documentation page has inline styles, and shows nothing of the shop.
    docs.addHook('onSend', async (_request, reply) => {
      const policy = reply.getHeader('content-security-policy');
      if (typeof policy === 'string') {
        reply.header('content-security-policy', policy.replace("style-src 'self'", "style-src 'self' 'unsafe-inline'"));
      }
    });
    await docs.register(swaggerUi, { routePrefix: '/api/docs', staticCSP: false });
  });
}
