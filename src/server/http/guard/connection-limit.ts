import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { networkOf } from './caller-address.ts';

/** A browser holds at most seven connections, so a shop with 28 tills behind one address has enough. */
const CONNECTIONS_PER_ADDRESS = 200;

/**
 * Closes connections of an address that has too many, so that nobody can take all there are. A trusted proxy is exempt.
 */
export function registerConnectionLimit(app: FastifyInstance): void {
  const { config, metrics } = app.deps;
  if (config.trustProxy) return;
  const open = new Map<string, number>();
  const refused = metrics.counter('tillwright_connections_refused_total', 'Connections beyond those of one address');
  app.server.on('connection', (socket: Socket) => {
    const address = networkOf(socket.remoteAddress ?? '');
    const count = open.get(address) ?? 0;
    if (count >= CONNECTIONS_PER_ADDRESS) {
      refused.inc();
      socket.destroy();
      return;
    }
    open.set(address, count + 1);
    socket.once('close', () => {
      const left = (open.get(address) ?? 1) - 1;
      if (left > 0) open.set(address, left);
      else open.delete(address);
    });
  });
}
