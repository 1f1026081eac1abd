import type { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import type { QueryOf, Route } from '#contract/route.ts';
import type { Database } from '#server/db/pool.ts';
import { admit } from '../guard/admit.ts';
import { reading } from './reading.ts';
import { contextOf, declared } from './serve.ts';
import type { Staff } from '../guard/session.ts';

/** Serves a call that answers `text/csv`, as a file of that name. Only routes that somebody signed in may call. */
export function serveCsv<R extends Route>(
  app: FastifyInstance,
  route: R,
  file: string,
  make: (staff: Staff, query: QueryOf<R>, db: Database) => Promise<string | Readable>,
): void {
  app.route({
    ...declared(route),
    onRequest: admit(route),
    handler: async (request, reply) => {
      const { staff } = contextOf(request, reply);
      if (staff === null) throw new Error(`${route.path} is served to nobody in particular`);
      const made = await reading(request, reply, (db) => make(staff, request.query as QueryOf<R>, db));
      return reply
        .type('text/csv; charset=utf-8')
        .header('cache-control', 'private, no-store')
        .header('content-disposition', `attachment; filename="${file}"`)
        .send(made);
    },
  });
}
