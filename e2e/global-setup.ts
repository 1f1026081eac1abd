import { mkdir } from 'node:fs/promises';
import process from 'node:process';
import { ORIGIN } from './origin.ts';
import { ShopServer } from './server.ts';

/** One shop for all tests, built first when the build is stale. Returns what ends it, once its books are verified. */
export default async function startShop(): Promise<() => Promise<void>> {
  await mkdir('test-results', { recursive: true });
  const server = await ShopServer.create('test-results/browser-server.log');
  try {
    await server.start({ build: true });
  } catch (error) {
    await server.remove();
    throw error;
  }
  process.env[ORIGIN] = server.origin;
  return async () => {
    try {
      await server.verifyBooks();
    } finally {
      await server.remove();
    }
  };
}
