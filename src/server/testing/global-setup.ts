import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { startEmbedded } from '#server/db/embedded.ts';
import { migrate } from '#server/db/migrate.ts';
import { createLog } from '#server/log.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Socket folder and port of the one PostgreSQL of this test run. */
    postgres: { host: string; port: number };
  }
}

/** Starts one PostgreSQL for the whole run and migrates the template that every test database is cloned from. */
export default async function globalSetup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(join(tmpdir(), 'tillwright-test-'));
  const log = createLog('warn');
  const embedded = await startEmbedded({ dataDir, log, durable: false });
  await migrate(embedded.connection, log);
  if (typeof embedded.connection === 'string') throw new Error('the embedded database is reached by its socket');
  const { host, port } = embedded.connection;
  project.provide('postgres', { host, port });
  return async () => {
    await embedded.stop();
    for (const folder of [dataDir, host]) await rm(folder, { recursive: true, force: true });
  };
}
