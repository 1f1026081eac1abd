import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { BootError, sentenceOf } from '../boot-error.ts';
import { openProgramDatabase } from '../program-database.ts';
import { fileNamed, readCommandLine } from '../command-line.ts';
import { parseConfig } from '../config.ts';
import { PostgresLiveBus } from '../live/bus.ts';
import { createLog } from '../log.ts';
import { progressOn } from '../modules/catalogue-import/progress.ts';
import { reportLines } from '../modules/catalogue-import/report.ts';
import { importCatalogue, type ImportOptions } from '../modules/catalogue-import/service.ts';
import { Refusal } from '../refusal.ts';

const USAGE = `Usage: npm run import -- FILE.csv [--location 20] [--source woocommerce] [--dry-run]

Imports a product CSV in the layout of WooCommerce's export: all of it, or nothing when any row is wrong.
Stock is set where the file's figure is another one than at the last import; so what was sold since stays sold.
  --location  whose stock the file's stock is (the only one of a shop with one, else 20)
  --source    a name for the store the file comes from; its IDs are remembered under it (woocommerce)
  --dry-run   reports what would change and writes nothing`;

const DEFAULT_SOURCE = 'woocommerce';
const MAX_SOURCE_LENGTH = 100;
const MAX_FILE_BYTES = 200_000_000;

const OPTIONS = {
  location: { type: 'string' },
  source: { type: 'string', default: DEFAULT_SOURCE },
  'dry-run': { type: 'boolean', default: false },
} as const;

interface Command extends ImportOptions {
  readonly path: string;
}

/** @throws BootError with what is wrong and how it is used. */
function parseCommand(args: readonly string[]): Command | null {
  const given = readCommandLine(args, OPTIONS, USAGE);
  if (given === null) return null;
  const { values, positionals } = given;
  const path = fileNamed(positionals, USAGE);
  const { location } = values;
  if (location !== undefined && !/^\d{1,9}$/.test(location))
    throw new BootError('--location must be the number of a location.');
  const source = values.source.trim();
  if (source === '' || source.length > MAX_SOURCE_LENGTH) throw new BootError('--source must be a name.');
  return {
    path,
    fileName: basename(path),
    source,
    locationId: location === undefined ? null : Number(location),
    dryRun: values['dry-run'],
  };
}

async function readInput(path: string): Promise<Uint8Array> {
  const bytes = await readFile(path).catch((cause: NodeJS.ErrnoException) => {
    const reason = cause.code === 'ENOENT' ? 'is not there' : `cannot be read: ${cause.message}`;
    throw new BootError(`${path} ${reason}.`, { cause });
  });
  if (bytes.length > MAX_FILE_BYTES) throw new BootError(`${path} is larger than ${MAX_FILE_BYTES / 1e6} MB.`);
  return bytes;
}

/** Throws at the next step once the user wants out: the transaction is undone, and the database closed as always. */
function interruptible(show: NonNullable<ImportOptions['onProgress']>): NonNullable<ImportOptions['onProgress']> {
  let isStopped = false;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => (isStopped = true));
  return (...step) => {
    if (isStopped) throw new BootError('Stopped; nothing was written.');
    show(...step);
  };
}

/** Returns the exit code: 1 when the file was refused. */
async function run(command: Command): Promise<number> {
  const startedAt = performance.now();
  const bytes = await readInput(command.path);
  const config = parseConfig(process.env);
  const log = createLog(process.env['LOG_LEVEL'] === undefined ? 'warn' : config.logLevel);
  const database = await openProgramDatabase(config, log);
  const progress = progressOn(process.stdout);
  try {
    const onProgress = interruptible(progress.show);
    const report = await importCatalogue(database.db, bytes, { ...command, onProgress }).finally(progress.end);
    const { created, updated } = report.counts;
    const isRefused = report.problems.length > 0;
    if (!isRefused && !command.dryRun && created + updated > 0) {
      const live = new PostgresLiveBus({ connection: database.connection, log });
      live.publish({ type: 'catalogue' });
      await live.close();
    }
    const output = isRefused ? process.stderr : process.stdout;
    output.write(`${reportLines(report, command.dryRun).join('\n')}\n`);
    if (!isRefused) process.stdout.write(`Done in ${((performance.now() - startedAt) / 1000).toFixed(1)} s\n`);
    return isRefused ? 1 : 0;
  } finally {
    await database.close();
  }
}

// A database that goes away while it is being closed leaves nothing to wait for; the exit code would be lost.
const alive = setInterval(() => undefined, 1000);
try {
  const command = parseCommand(process.argv.slice(2));
  if (command === null) process.stdout.write(`${USAGE}\n`);
  else process.exitCode = await run(command);
} catch (error) {
  const sentence = error instanceof Refusal ? error.message : sentenceOf(error);
  process.stderr.write(`${sentence ?? (error instanceof Error ? error.stack : String(error))}\n`);
  process.exitCode = 1;
} finally {
  clearInterval(alive);
}
