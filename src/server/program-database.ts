import { join as joinPath, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Config } from './config.ts';
import { clientConfig, type Connection } from './db/connection.ts';
import { startEmbedded } from './db/embedded.ts';
import { livePostmaster, type PostmasterFile } from './db/embedded/postmaster-file.ts';
import { isDatabaseAway } from './db/errors.ts';
import { migrate } from './db/migrate.ts';
import { type DatabaseHandle, openDatabase } from './db/pool.ts';
import type { Log } from './log.ts';

/** A database that is just stopping, or starting, is waited for this long. */
const GOING_AWAY_MS = 15_000;

/** The shop's database for a program that runs beside the server, or without one. */
export interface ProgramDatabase extends DatabaseHandle {
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
export async function openProgramDatabase(config: Config, log: Log): Promise<ProgramDatabase> {
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

/** Held, shared, by every command that uses a database which another one started; its starter waits for them. */
const USE_LOCK = 0x75736572;

function adminOf({ socketFolder: host, port }: PostmasterFile): pg.Client {
  const client = new pg.Client(clientConfig({ host, port, user: 'postgres', database: 'postgres' }));
  client.on('error', () => undefined);
  return client;
}

/** Joins a database that runs, so that it is not stopped before `stop`; null when it is just going away. */
async function join(running: PostmasterFile): Promise<ReachedDatabase | null> {
  const client = adminOf(running);
  try {
    await client.connect();
    await client.query('select pg_advisory_lock_shared($1)', [USE_LOCK]);
  } catch (error) {
    await client.end().catch(() => undefined);
    if (isDatabaseAway(error)) return null;
    throw error;
  }
  const { socketFolder: host, port } = running;
  return {
    connection: { host, port, user: 'tillwright', database: 'tillwright' },
    stop: () => client.end().catch(() => undefined),
  };
}

/** Returns once no other command uses the database, and none joins it any more. */
async function outwait(running: PostmasterFile | null): Promise<void> {
  if (running === null) return;
  const client = adminOf(running);
  try {
    await client.connect();
    await client.query('select pg_advisory_lock($1)', [USE_LOCK]);
  } catch (error) {
    // It is gone already, and with it everybody who used it.
    if (!isDatabaseAway(error)) throw error;
  }
}

/** As `openProgramDatabase`, but the schema is left as it is and no pool is opened. */
export async function reachDatabase(config: Config, log: Log): Promise<ReachedDatabase> {
  if (config.databaseUrl !== undefined) return { connection: config.databaseUrl, stop: () => Promise.resolve() };
  const dataFolder = joinPath(resolve(config.dataDir), 'postgres', 'data');
  const until = Date.now() + GOING_AWAY_MS;
  for (;;) {
    const running = await livePostmaster(dataFolder);
    if (running === null || running.socketFolder === '') break;
    const joined = await join(running);
    if (joined !== null) return joined;
    if (Date.now() > until) break;
    await sleep(100);
  }
  const embedded = await startEmbedded({ dataDir: config.dataDir, log, owner: 'command' });
  return {
    connection: embedded.connection,
    stop: async () => {
      await outwait(await livePostmaster(dataFolder));
      await embedded.stop();
    },
  };
}
