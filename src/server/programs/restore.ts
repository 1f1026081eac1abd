import { BackupError } from '../backup/manifest.ts';
import { restoreBackup } from '../backup/restore.ts';
import { sentenceOf } from '../boot-error.ts';
import { reportLines } from '../books/report.ts';
import { verifyBooks } from '../books/verify.ts';
import { reachDatabase } from '../program-database.ts';
import { fileNamed, readCommandLine } from '../command-line.ts';
import { parseConfig } from '../config.ts';
import { createLog } from '../log.ts';

const USAGE = `Usage: npm run restore -- FILE [--replace]

Puts a backup back: all of it, or the database stays as it was. Stop every server of the shop first.
  --replace  throws away what the database holds; without it only an empty database is filled`;

const inEnglish = new Intl.NumberFormat('en-US');

interface Command {
  readonly path: string;
  readonly replace: boolean;
}

/** @throws BootError with what is wrong and how it is used. */
function parseCommand(args: readonly string[]): Command | null {
  const given = readCommandLine(args, { replace: { type: 'boolean', default: false } }, USAGE);
  return given && { path: fileNamed(given.positionals, USAGE), replace: given.values.replace };
}

/** Returns the exit code: 1 if the restored books have errors, which they had when they were backed up, too. */
async function run({ path, replace }: Command): Promise<number> {
  const config = parseConfig(process.env);
  const log = createLog(process.env['LOG_LEVEL'] === undefined ? 'warn' : config.logLevel);
  const stop = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort());
  const say = (line: string): void => void process.stdout.write(`${line}\n`);
  const database = await reachDatabase(config, log);
  try {
    say(`Checking ${path}`);
    const manifest = await restoreBackup(database.connection, path, {
      replace,
      signal: stop.signal,
      key: config.backupKey,
      headFile: config.chainHeadFile,
      onTable: ({ name, rows }) => say(`${name.padEnd(30)} ${inEnglish.format(rows).padStart(14)} rows`),
      onStep: say,
    });
    say(`Restored the shop as of ${manifest.created_at}. Checking the books`);
    const report = await verifyBooks(database.connection, { headFile: config.chainHeadFile });
    say(reportLines(report).join('\n'));
    return report.ok ? 0 : 1;
  } finally {
    await database.stop();
  }
}

try {
  const command = parseCommand(process.argv.slice(2));
  if (command === null) process.stdout.write(`${USAGE}\n`);
  else process.exitCode = await run(command);
} catch (error) {
  const sentence = error instanceof BackupError ? error.message : sentenceOf(error);
  process.stderr.write(`${sentence ?? (error instanceof Error ? error.stack : String(error))}\n`);
  process.exitCode = 1;
}
