import type { FastifyInstance } from 'fastify';
import type { Route } from '#contract/route.ts';
import { readFor } from '#server/db/pool/caller.ts';
import { admit } from '../../guard/admit.ts';
import { forCaller, reading } from '../reading.ts';
import { contextOf, declared, type ReadContext } from '../serve.ts';

interface Drawable {
  /** The file's name without its extension. */
  readonly name: string;
  readonly draw: () => Promise<Buffer>;
}

/** Serves a PDF for viewing in the browser. It is drawn after the read has ended, while its caller waits. Refusals are JSON as usual. */
export function servePdf<R extends Route>(
  app: FastifyInstance,
  route: R,
  find: (context: ReadContext<R>) => Promise<Drawable>,
): void {
  app.route({
    ...declared(route),
    onRequest: admit(route),
    handler: async (request, reply) => {
      const { name, draw } = await reading(request, reply, (db) => find({ ...contextOf<R>(request, reply), db }));
      const pdf = await forCaller(request, reply, (caller) => readFor(caller, draw));
      return reply
        .type('application/pdf')
        .header('cache-control', 'private, no-store')
        .header('content-disposition', `inline; filename="${name.replace(/[^\w-]/g, '')}.pdf"`)
        .send(pdf);
    },
  });
}
