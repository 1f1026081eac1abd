import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/**
 * Closes a connection that asks again before it was answered. No browser does that, and what was asked meanwhile would
 * pile up: the answers in memory, and with a caller who hangs up, their files and event streams for ever, since Node
 * tells the end of a connection only to the answer at its head.
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
