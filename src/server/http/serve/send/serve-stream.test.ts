import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { route } from '#contract/route.ts';
import { testApp } from '#server/testing/app.ts';
import { type EventStream, serveStream } from './serve-stream.ts';

const streamRoute = route({
  name: 'stream',
  description: 'Of a test.',
  method: 'GET',
  path: '/api/test/stream',
  reply: z.object({ success: z.literal(true) }),
  summary: 'stream',
  tags: ['test'],
  access: 'signed-in',
});

it('cuts a stream that has ended when its reader does not take the end of it', async () => {
  let stream: EventStream | undefined;
  let left = (): number => 0;
  let isClosed = false;
  const shop = await testApp({
    modules: [
      (app) =>
        serveStream(app, streamRoute, ({ reply }) => {
          left = () => reply.raw.writableLength;
          return { opened: (one) => void (stream = one), closed: () => void (isClosed = true) };
        }),
    ],
  });
  const till = await shop.signIn('staff');
  await shop.app.listen({ port: 0, host: '127.0.0.1' });
  const socket = connect((shop.app.server.address() as AddressInfo).port, '127.0.0.1');
  socket.on('error', () => undefined).pause();
  await once(socket, 'connect');
  socket.write(
    `GET ${streamRoute.path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: ${till.headers.authorization}\r\n\r\n`,
  );
  await expect.poll(() => stream).toBeDefined();
  // As much as the network takes, and a little more.
  await expect
    .poll(() => {
      const before = left();
      if (before === 0) stream?.tell({ text: 'x'.repeat(500_000) });
      return before;
    })
    .toBeGreaterThan(0);
  stream?.end();
  stream?.beat();
  await expect.poll(() => isClosed).toBe(true);
  socket.destroy();
  await shop.close();
});
