import { createServer, type RequestListener, type Server } from 'node:http';
import type { Socket } from 'node:net';

/** The first byte of a TLS connection: a handshake. */
const HANDSHAKE = 0x16;
/** For a first byte, and for a whole plain request: its answers are short. */
const WITHIN_MS = 10_000;

/**
 * Has an https server answer plain http on its port as well: people type an address without https. Plain requests get
 * `answerPlain` alone.
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
    // A caller who hangs up before a server has the connection is nothing to report.
    socket.on('error', () => socket.destroy());
    begin(socket, late);
  });
}
