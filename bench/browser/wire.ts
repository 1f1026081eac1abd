import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

const QUIET_MS = 1000;
const QUIET_WITHIN_MS = 30_000;

/** A way to the server that counts what comes back through it: bodies, headers and events, by whatever part of the page. */
export class Wire {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  #bytes = 0;

  private constructor(server: Server) {
    this.#server = server;
  }

  static async open(origin: string): Promise<Wire> {
    const { hostname, port } = new URL(origin);
    const server = createServer((page) => {
      const shop = connect(Number(port), hostname);
      for (const socket of [page, shop]) {
        wire.#sockets.add(socket);
        // Either end may hang up at any time.
        socket.on('error', () => undefined);
        socket.on('close', () => {
          wire.#sockets.delete(socket);
          page.destroy();
          shop.destroy();
        });
      }
      shop.on('data', (chunk) => (wire.#bytes += chunk.length));
      page.pipe(shop).pipe(page);
    });
    const wire = new Wire(server);
    server.listen(0, hostname);
    await once(server, 'listening');
    return wire;
  }

  get origin(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** The bytes that come during the work and after it, until a second passes without any. */
  async received(work: () => Promise<unknown>): Promise<number> {
    const before = this.#bytes;
    await work();
    const until = Date.now() + QUIET_WITHIN_MS;
    for (let seen = -1; seen !== this.#bytes; await sleep(QUIET_MS)) {
      if (Date.now() > until) throw new Error('the page is never quiet');
      seen = this.#bytes;
    }
    return this.#bytes - before;
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    this.#server.close();
    await once(this.#server, 'close');
  }
}
