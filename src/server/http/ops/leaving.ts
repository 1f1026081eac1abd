import type { FastifyInstance } from 'fastify';

declare module 'fastify' {
  interface FastifyInstance {
    /**
     * `now` is true when the server is about to stop: it still answers, and asks callers to close their connections.
     */
    leaving: { now: boolean };
  }
}

/**
 * Lets callers finish before the server stops. Closing a connection while its next request is on the way would break
 * that request; after an answer with `Connection: close` no next request comes.
 */
export function registerLeaving(app: FastifyInstance): void {
  app.decorate('leaving', { now: false });
  app.addHook('onSend', async (_request, reply) => {
    if (app.leaving.now) reply.header('connection', 'close');
  });
}
