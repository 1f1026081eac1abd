import { sentenceOf } from '../boot-error.ts';
import { reportLines } from '../books/report.ts';
import { NoBooksError, verifyBooks } from '../books/verify.ts';
import { reachDatabase } from '../program-database.ts';
import { parseConfig } from '../config.ts';
import { createLog } from '../log.ts';

const USAGE = `Usage: npm run verify:books

Checks everything that always holds of orders, stock, points and the audit trail, in one snapshot of the shop's
database; it may run while the shop sells. Prints every rule, then the rows that break one, and exits with 1 if any do.`;

/** Returns the exit code: 1 when a rule is broken. */
async function run(): Promise<number> {
  const config = parseConfig(process.env);
  const log = createLog(process.env['LOG_LEVEL'] === undefined ? 'warn' : config.logLevel);
  const database = await reachDatabase(config, log);
  try {
    const report = await verifyBooks(database.connection, { headFile: config.chainHeadFile });
    process.stdout.write(`${reportLines(report).join('\n')}\n`);
    return report.ok ? 0 : 1;
  } finally {
    await database.stop();
  }
}

try {
  if (process.argv.length > 2) process.stdout.write(`${USAGE}\n`);
  else process.exitCode = await run();
} catch (error) {
  const sentence = error instanceof NoBooksError ? error.message : sentenceOf(error);
  process.stderr.write(`${sentence ?? (error instanceof Error ? error.stack : String(error))}\n`);
  process.exitCode = 1;
}
