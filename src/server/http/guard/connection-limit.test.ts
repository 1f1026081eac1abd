import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testApp, type TestApp } from '#server/testing/app.ts';

let shop: TestApp;
const sockets: Socket[] = [];
beforeAll(async () => {
  shop = await testApp();
  await shop.app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(async () => {
  for (const socket of sockets) socket.destroy();
  await shop.close();
});

/** Opens a connection, which stays open. True if the server answers over it. */
async function isAnswered(localAddress = '127.0.0.1'): Promise<boolean> {
  const { port } = shop.app.server.address() as AddressInfo;
  const socket = connect({ port, host: '127.0.0.1', localAddress }).on('error', () => undefined);
  sockets.push(socket);
  socket.write('GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n');
  return Promise.race([once(socket, 'data').then(() => true), once(socket, 'close').then(() => false)]);
}

it('lets one address hold 200 connections, and others connect meanwhile', async () => {
  const held = await Promise.all(Array.from({ length: 200 }, () => isAnswered()));
  expect(held.filter(Boolean)).toHaveLength(200);
  expect([await isAnswered(), await isAnswered()]).toEqual([false, false]);
  // Linux can use every address of 127.0.0.0/8.
  if (process.platform === 'linux') expect(await isAnswered('127.0.0.2')).toBe(true);
  for (const socket of sockets.splice(0, 2)) socket.destroy();
  await expect.poll(() => isAnswered()).toBe(true);
});
