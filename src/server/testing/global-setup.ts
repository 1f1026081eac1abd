import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { type EmbeddedDatabase, startEmbedded } from '#server/db/embedded.ts';
import { migrate } from '#server/db/migrate.ts';
import { createLog } from '#server/log.ts';
import { copyFolder } from './copy-folder.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Socket folder and port of the one PostgreSQL of this test run. */
    postgres: { host: string; port: number };
    /** A data folder with the database of an empty shop, for tests of whole servers to begin with a copy of. */
    emptyDataDir: string;
  }
}

/**
 * Starts one PostgreSQL for the whole run and migrates the template that every test database is cloned from; keeps a
 * copy of its data folder, because a server takes longer to make a new one than most tests take.
 */
export default async function globalSetup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'tillwright-test-'));
  const [dataDir, emptyDataDir] = [join(folder, 'data'), join(folder, 'empty')];
  const log = createLog('warn');
  const start = (): Promise<EmbeddedDatabase> => startEmbedded({ dataDir, log, durable: false });
  const first = await start();
  await migrate(first.connection, log);
  await first.stop();
  await copyFolder(dataDir, emptyDataDir);
  project.provide('emptyDataDir', emptyDataDir);
  const embedded = await start();
  if (typeof embedded.connection === 'string') throw new Error('the embedded database is reached by its socket');
  const { host, port } = embedded.connection;
  project.provide('postgres', { host, port });
  return async () => {
    await embedded.stop();
    for (const gone of [folder, host]) await rm(gone, { recursive: true, force: true });
  };
}
