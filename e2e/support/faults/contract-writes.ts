import { readdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Idempotency, Route } from '#contract/route.ts';

const CONTRACT = resolve(import.meta.dirname, '../../../src/contract');

const isRoute = (value: unknown): value is Route =>
  typeof value === 'object' && value !== null && 'idempotency' in value && 'path' in value;

const files = (await readdir(CONTRACT)).filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'));
const modules = await Promise.all(
  files.map((file) => import(pathToFileURL(join(CONTRACT, file)).href) as Promise<Record<string, unknown>>),
);

/** All writes of the contract. */
export const WRITES = modules
  .flatMap((module) => Object.values(module).filter(isRoute))
  .filter(({ method }) => method !== 'GET')
  .map(({ method, path, idempotency }) => ({
    name: `${method} ${path}`,
    method,
    path: new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}$`),
    idempotency,
  }));

/**
 * The way a call uses its key; null for reads and unknown calls.
 * @param path may have a query
 */
export function idempotencyOf({ method, path }: { method: string; path: string }): Idempotency | null {
  const [place = ''] = path.split('?');
  return WRITES.find((one) => one.method === method && one.path.test(place))?.idempotency ?? null;
}
