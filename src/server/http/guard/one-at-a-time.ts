import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/**
 * Closes a connection that sends a request before the last one was answered. No browser does that, and the waiting
 * requests would pile up in memory. If such a caller hung up, their files and event streams would stay open for ever,
 * because Node reports the end of a connection only to the answer being sent.
 */
export function registerOneAtATime(app: FastifyInstance): void {
  const answering = new WeakMap<Socket, ServerResponse>();
  app.addHook('onRequest', async (request, reply) => {
    const { socket } = request.raw;
    const before = answering.get(socket);
    if (before === undefined || before.writableFinished) {
      answering.set(socket, reply.raw);
      return;
    }
    reply.hijack();
    socket.destroy();
  });
}
