import { join, resolve } from 'node:path';
import type { Config } from './config.ts';
import type { Connection } from './db/connection.ts';
import { startEmbedded } from './db/embedded.ts';
import { livePostmaster } from './db/embedded/postmaster-file.ts';
import { migrate } from './db/migrate.ts';
import { type DatabaseHandle, openDatabase } from './db/pool.ts';
import type { Log } from './log.ts';

/** The shop's database for a program that runs beside the server, or without one. */
export interface CommandDatabase extends DatabaseHandle {
  readonly connection: Connection;
}

export interface ReachedDatabase {
  readonly connection: Connection;
  /** Stops the embedded database when it was started for us. */
  stop: () => Promise<void>;
}

/**
 * Opens the shop's database: that of DATABASE_URL, else the embedded one. An embedded database that runs already
 * belongs to a server and is left running; one that had to be started is stopped at `close`.
 * @throws EmbeddedError or MigrationError in one sentence.
 */
export async function openCommandDatabase(config: Config, log: Log): Promise<CommandDatabase> {
  const { connection, stop } = await reachDatabase(config, log);
  try {
    await migrate(connection, log);
  } catch (error) {
    await stop();
    throw error;
  }
  const handle = openDatabase(connection, log, { maxConnections: 4 });
  const close = async (): Promise<void> => {
    await handle.close();
    await stop();
  };
  return { ...handle, close, connection };
}

/** As `openCommandDatabase`, but the schema is left as it is and no pool is opened. */
export async function reachDatabase(config: Config, log: Log): Promise<ReachedDatabase> {
  if (config.databaseUrl !== undefined) return { connection: config.databaseUrl, stop: () => Promise.resolve() };
  const running = await livePostmaster(join(resolve(config.dataDir), 'postgres', 'data'));
  if (running !== null && running.socketFolder !== '') {
    const { socketFolder: host, port } = running;
    return { connection: { host, port, user: 'tillwright', database: 'tillwright' }, stop: () => Promise.resolve() };
  }
  const embedded = await startEmbedded({ dataDir: config.dataDir, log });
  return { connection: embedded.connection, stop: () => embedded.stop() };
}
