import type { FastifyInstance } from 'fastify';
import type { Route } from '#contract/route.ts';
import { reading } from '../reading.ts';
import { contextOf, declared, type ReadContext } from '../serve.ts';

const YEAR_S = 31_536_000;

/**
 * Serves a picture to everybody, who has to know its hash, without looking for a session: a till asks for hundreds at once. The
 * address never gets another content. Refusals are JSON as usual.
 */
export function servePicture<R extends Route>(
  app: FastifyInstance,
  route: R,
  find: (context: ReadContext<R>) => Promise<Buffer>,
): void {
  app.route({
    ...declared(route),
    handler: async (request, reply) => {
      const bytes = await reading(request, reply, (db) => find({ ...contextOf<R>(request, reply), db }));
      return reply
        .type(route.media)
        .header('cache-control', `public, max-age=${YEAR_S}, immutable`)
        .header('content-security-policy', "default-src 'none';sandbox")
        .send(bytes);
    },
  });
}
