import { stat } from 'node:fs/promises';
import { BackupError } from '../backup/manifest.ts';
import { writeBackup } from '../backup/write.ts';
import { appendHead } from '../books/head-file.ts';
import { sentenceOf } from '../boot-error.ts';
import { reachDatabase } from '../program-database.ts';
import { fileNamed, readCommandLine } from '../command-line.ts';
import { parseConfig } from '../config.ts';
import { createLog } from '../log.ts';

const USAGE = `Usage: npm run backup -- FILE

Writes the whole shop as of this moment into one compressed file; the shop may go on selling. FILE must not exist yet.
It holds names, addresses and password hashes: keep it where only you can read it.`;

const inEnglish = new Intl.NumberFormat('en-US');

async function run(path: string): Promise<void> {
  const startedAt = performance.now();
  const config = parseConfig(process.env);
  const log = createLog(process.env['LOG_LEVEL'] === undefined ? 'warn' : config.logLevel);
  const stop = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort());
  const database = await reachDatabase(config, log);
  try {
    const manifest = await writeBackup(database.connection, path, {
      signal: stop.signal,
      key: config.backupKey,
      onTable: ({ name, rows }) =>
        process.stdout.write(`${name.padEnd(30)} ${inEnglish.format(rows).padStart(14)} rows\n`),
    });
    if (config.chainHeadFile !== undefined && manifest.chain) await appendHead(config.chainHeadFile, manifest.chain);
    const { size } = await stat(path);
    const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
    process.stdout.write(
      `Backed up ${inEnglish.format(rows)} rows to ${path} (${(size / 1e6).toFixed(1)} MB) in ${seconds} s\n`,
    );
    if (manifest.chain) {
      const { position, hash } = manifest.chain;
      process.stdout.write(`The audit trail ends at ${position} with ${hash}\n`);
    }
    if (config.backupKey === undefined) {
      process.stdout.write('It is not signed: its checksums find damage, not forgery. BACKUP_KEY signs it.\n');
    }
  } finally {
    await database.stop();
  }
}

try {
  const given = readCommandLine(process.argv.slice(2), {}, USAGE);
  if (given === null) process.stdout.write(`${USAGE}\n`);
  else await run(fileNamed(given.positionals, USAGE));
} catch (error) {
  const sentence = error instanceof BackupError ? error.message : sentenceOf(error);
  process.stderr.write(`${sentence ?? (error instanceof Error ? error.stack : String(error))}\n`);
  process.exitCode = 1;
}
