import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testApp, type TestApp } from '#server/testing/app.ts';

let shop: TestApp;
let handled = 0;

beforeAll(async () => {
  shop = await testApp({
    modules: [
      (app) => {
        app.get('/slow', async () => {
          handled += 1;
          await new Promise((done) => setTimeout(done, 200));
          return 'done';
        });
      },
    ],
  });
  await shop.app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => shop.close());

function connected() {
  const { port } = shop.app.server.address() as AddressInfo;
  return connect(port, '127.0.0.1');
}
const GET = 'GET /slow HTTP/1.1\r\nHost: localhost\r\n\r\n';

it('answers one request after the other over one connection', async () => {
  const socket = connected();
  for (let asked = 0; asked < 2; asked += 1) {
    socket.write(GET);
    const [answer] = (await once(socket, 'data')) as [Buffer];
    expect(answer.toString()).toContain('200 OK');
  }
  socket.destroy();
});

it('closes a connection that asks again before it was answered, and does nothing of what it asked', async () => {
  handled = 0;
  const socket = connected();
  socket.on('error', () => undefined).resume();
  socket.write(GET.repeat(50));
  await once(socket, 'close');
  expect(handled).toBe(1);
});
