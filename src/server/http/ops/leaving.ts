import type { FastifyInstance } from 'fastify';

declare module 'fastify' {
  interface FastifyInstance {
    /** `now` once the server is about to stop: it still answers, and asks callers not to come back. */
    leaving: { now: boolean };
  }
}

/**
 * Lets callers go in good order before the server stops. A connection that is closed while its next request is on the
 * way resets that request; one whose last answer said `Connection: close` is not used again.
 */
export function registerLeaving(app: FastifyInstance): void {
  app.decorate('leaving', { now: false });
  app.addHook('onSend', async (_request, reply) => {
    if (app.leaving.now) reply.header('connection', 'close');
  });
}
