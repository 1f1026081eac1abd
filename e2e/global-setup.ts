import { mkdir } from 'node:fs/promises';
import process from 'node:process';
import { ShopServer } from './support/shop/server.ts';
import { SHOP_PATTERN } from './support/shop/shop-pattern.ts';

/**
 * Builds if needed and loads the demo shop once. Each worker begins with a copy of it, so that no test sees what a test
 * of another worker does.
 */
export default async function prepareShop(): Promise<() => Promise<void>> {
  await mkdir('test-results', { recursive: true });
  const server = await ShopServer.create('test-results/browser-server.log');
  try {
    await server.start({ build: true });
    await server.stop();
  } catch (error) {
    await server.remove();
    throw error;
  }
  process.env[SHOP_PATTERN] = server.folder;
  return () => server.remove();
}
