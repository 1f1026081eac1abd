import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, chown, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

/** Debian's folder of PostgreSQL 15, the oldest that is supported. */
const BIN = '/usr/lib/postgresql/15/bin';
/** PostgreSQL does not run as root. */
const NOBODY = 65_534;

export const HAS_POSTGRES_15 = existsSync(join(BIN, 'initdb'));

export interface Postgres15 {
  readonly url: string;
  stop(): Promise<void>;
}

/** A server of PostgreSQL 15 in a folder of its own, with an empty database. */
export async function startPostgres15(): Promise<Postgres15> {
  const folder = await mkdtemp(join(tmpdir(), 'tillwright-15-'));
  const who = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};
  if ('uid' in who) await chown(folder, NOBODY, NOBODY);
  await chmod(folder, 0o700);
  const data = join(folder, 'data');
  const settings = { ...who, cwd: '/', stdio: 'ignore' as const };
  execFileSync(
    join(BIN, 'initdb'),
    ['-D', data, '--username=postgres', '--encoding=UTF8', '--locale=C.UTF-8', '--auth=trust', '--no-sync'],
    settings,
  );
  const child = spawn(
    join(BIN, 'postgres'),
    ['-D', data, '-k', folder, '-c', 'listen_addresses=', '-c', 'fsync=off'],
    settings,
  );
  const connection = { host: folder, user: 'postgres' };
  for (let tries = 0; ; tries += 1) {
    const client = new pg.Client({ ...connection, database: 'postgres' });
    try {
      await client.connect();
      await client.query('create database shop');
      await client.end();
      break;
    } catch (error) {
      if (tries > 100) throw error;
      await sleep(100);
    }
  }
  return {
    url: `postgresql://postgres@/shop?host=${encodeURIComponent(folder)}`,
    stop: async () => {
      const gone = once(child, 'exit');
      child.kill('SIGINT');
      await gone;
      await rm(folder, { recursive: true, force: true });
    },
  };
}
