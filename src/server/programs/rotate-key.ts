import { randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { BootError, sentenceOf } from '../boot-error.ts';
import { openProgramDatabase } from '../program-database.ts';
import { readCommandLine } from '../command-line.ts';
import { parseConfig } from '../config.ts';
import type { Database } from '../db/pool.ts';
import { createLog } from '../log.ts';
import { DATA_KEY, openSecrets, takeNextKey, writeNextKey } from '../secrets/data-key.ts';
import { connectedElsewhere, reseal } from '../secrets/reseal.ts';
import { Secrets } from '../secrets/secrets.ts';

const USAGE = `Usage: npm run rotate-key

Makes a new data key and encrypts again under it what was encrypted under the former one. Stop all servers of the shop first. The key is the file
data-key of DATA_DIR; where it is set as DATA_KEY, the new one is given as NEW_DATA_KEY, and set as DATA_KEY afterwards.

Cut short at any point, the shop has the old key or the new one, whole. Browsers count as unknown at the next sign-in.`;

/** A connection that has just been closed is seen for a moment. */
const GONE_WITHIN_MS = 3000;

/** @throws BootError when somebody else still uses the database after `withinMs`. */
async function requireNoServers(db: Database, withinMs = GONE_WITHIN_MS): Promise<void> {
  for (const until = Date.now() + withinMs; ; await sleep(100)) {
    const others = await connectedElsewhere(db);
    if (others === 0) return;
    if (Date.now() >= until) {
      throw new BootError(
        `The shop's database is in use (${others} connections). Stop every server of the shop, then change the key.`,
      );
    }
  }
}

function newKey(isGiven: boolean): Buffer {
  const given = process.env['NEW_DATA_KEY'];
  if (!isGiven) return randomBytes(32);
  if (given !== undefined && DATA_KEY.test(given)) return Buffer.from(given, 'hex');
  throw new BootError(
    'The data key is set as DATA_KEY. Give the new one as NEW_DATA_KEY: 64 hexadecimal digits, as of openssl rand -hex 32.',
  );
}

async function run(): Promise<void> {
  const config = parseConfig(process.env);
  const log = createLog(process.env['LOG_LEVEL'] === undefined ? 'warn' : config.logLevel);
  const { dataKey: given, dataDir } = config;
  const bytes = newKey(given !== undefined);
  const database = await openProgramDatabase(config, log);
  try {
    const { db } = database;
    await requireNoServers(db);
    const from = await openSecrets(db, { given, dataDir });
    const to = new Secrets(bytes);
    if (given === undefined) await writeNextKey(dataDir, bytes);
    const keptAt =
      given === undefined
        ? `${join(dataDir, 'data-key')} on ${hostname()}`
        : `DATA_KEY in the environment of ${hostname()}`;
    const { resealed, left } = await reseal(db, from, to, keptAt, (tx) => requireNoServers(tx, 0));
    if (given === undefined) await takeNextKey(dataDir, to.fingerprint);
    process.stdout.write(`The data key was changed; ${resealed} values were encrypted under the new one.\n`);
    if (left > 0)
      process.stdout.write(`${left} values were encrypted under a key that is lost, and stay as they are.\n`);
    if (given !== undefined) process.stdout.write('Set DATA_KEY to the new key before you start the servers.\n');
  } finally {
    await database.close();
  }
}

try {
  if (readCommandLine(process.argv.slice(2), {}, USAGE) === null) process.stdout.write(`${USAGE}\n`);
  else await run();
} catch (error) {
  process.stderr.write(`${sentenceOf(error) ?? (error instanceof Error ? error.stack : String(error))}\n`);
  process.exitCode = 1;
}
