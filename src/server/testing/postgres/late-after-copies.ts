import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { join } from 'node:path';
import type { Connection } from '#server/db/connection.ts';

/** The message CopyDone of PostgreSQL's protocol. */
const COPY_DONE = Buffer.from([0x63, 0, 0, 0, 4]);
const LATE_MS = 20;

/** A way to a database that sends the messages after a copy, such as its row count, in a separate packet. */
export async function lateAfterCopies(
  connection: Connection,
): Promise<{ connection: Connection; close: () => Promise<void> }> {
  if (typeof connection === 'string') throw new TypeError('this way leads to a database of the tests');
  const { host, port } = connection;
  const ends = new Set<Socket>();
  const proxy = createServer((near) => {
    const far = host.startsWith('/') ? connect(join(host, `.s.PGSQL.${port}`)) : connect(port, host);
    let sent: Promise<unknown> = Promise.resolve();
    near.setNoDelay(true);
    near.pipe(far);
    far.on('data', (bytes: Buffer) => {
      const at = bytes.indexOf(COPY_DONE);
      const end = at === -1 ? bytes.length : at + COPY_DONE.length;
      sent = sent.then(() => near.write(bytes.subarray(0, end)));
      if (end === bytes.length) return;
      sent = sent
        .then(() => new Promise((resolve) => setTimeout(resolve, LATE_MS)))
        .then(() => near.write(bytes.subarray(end)));
    });
    for (const socket of [near, far]) {
      ends.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        near.destroy();
        far.destroy();
      });
    }
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  return {
    connection: { ...connection, host: '127.0.0.1', port: (proxy.address() as AddressInfo).port },
    async close() {
      for (const socket of ends) socket.destroy();
      await new Promise((resolve) => proxy.close(resolve));
    },
  };
}
