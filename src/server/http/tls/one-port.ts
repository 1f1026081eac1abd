import { createServer, type RequestListener, type Server } from 'node:http';
import type { Socket } from 'node:net';

/** The first byte of a TLS connection: a handshake. */
const HANDSHAKE = 0x16;
/** The time limit for the first byte, and for a whole plain request. */
const WITHIN_MS = 10_000;

/**
 * Lets an https server answer plain http on the same port, because people type addresses without https. Plain requests
 * are passed to `answerPlain` only.
 */
export function acceptPlain(server: Server, answerPlain: RequestListener): void {
  const plain = createServer(answerPlain);
  const secure = server.listeners('connection') as ((this: Server, socket: Socket) => void)[];
  server.removeAllListeners('connection');

  const begin = (socket: Socket, late: NodeJS.Timeout): void => {
    const first: unknown = socket.read(1);
    if (!Buffer.isBuffer(first)) {
      socket.once('readable', () => begin(socket, late));
      return;
    }
    socket.unshift(first);
    if (first[0] !== HANDSHAKE) {
      plain.emit('connection', socket);
      return;
    }
    clearTimeout(late);
    for (const listener of secure) listener.call(server, socket);
  };
  server.on('connection', (socket: Socket) => {
    const late = setTimeout(() => socket.destroy(), WITHIN_MS);
    socket.once('close', () => clearTimeout(late));
    // A caller who hangs up this early is not worth reporting.
    socket.on('error', () => socket.destroy());
    begin(socket, late);
  });
}
