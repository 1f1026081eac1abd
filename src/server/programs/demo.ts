import { BootError, sentenceOf } from '../boot-error.ts';
import { type ProgramDatabase, openProgramDatabase } from '../program-database.ts';
import { readCommandLine } from '../command-line.ts';
import { parseConfig } from '../config.ts';
import { ensureDemoShop } from '../demo/first-start.ts';
import { scaleDemo } from '../demo/scale/scale.ts';
import { createLog } from '../log.ts';

const USAGE = `Usage: npm run demo -- [--products 10000] [--customers 100000] [--orders 1000000]

Loads the demo shop into an empty database, then adds that many generated products, customers and orders to it, for
benches. Refuses the database of a shop of your own.`;

const MOST = 100_000_000;
const AMOUNT = { type: 'string', default: '0' } as const;

interface Command {
  readonly products: number;
  readonly customers: number;
  readonly orders: number;
}

function amountOf(name: string, text: string): number {
  const amount = Number(text);
  if (!/^\d{1,9}$/.test(text) || amount > MOST) {
    throw new BootError(`--${name} must be a whole number from 0 to ${MOST.toLocaleString('en-US')}.`);
  }
  return amount;
}

/** @throws BootError with what is wrong and how it is used. */
function parseCommand(args: readonly string[]): Command | null {
  const given = readCommandLine(args, { products: AMOUNT, customers: AMOUNT, orders: AMOUNT }, USAGE);
  if (given === null) return null;
  const { values, positionals } = given;
  if (positionals.length > 0) throw new BootError(`Unexpected argument '${positionals[0]}'.\n\n${USAGE}`);
  return {
    products: amountOf('products', values.products),
    customers: amountOf('customers', values.customers),
    orders: amountOf('orders', values.orders),
  };
}

async function run(command: Command, { db, connection }: ProgramDatabase): Promise<void> {
  const start = performance.now();
  const say = (sentence: string): void => {
    const seconds = ((performance.now() - start) / 1000).toFixed(1);
    process.stdout.write(`${seconds.padStart(7)} s  ${sentence}\n`);
  };
  say((await ensureDemoShop(db)) ? 'The demo shop is loaded.' : 'The demo shop is there.');
  const { products, customers, orders } = command;
  if (products + customers + orders === 0) return;
  const onStep = (what: string, made: number): void => say(`${made.toLocaleString('en-US')} ${what}`);
  await scaleDemo(db, connection, { ...command, asOf: new Date(), onStep });
  say('Done.');
}

try {
  const command = parseCommand(process.argv.slice(2));
  if (command === null) {
    process.stdout.write(`${USAGE}\n`);
  } else {
    const config = parseConfig(process.env);
    const log = createLog(process.env['LOG_LEVEL'] === undefined ? 'warn' : config.logLevel);
    const database = await openProgramDatabase(config, log);
    try {
      await run(command, database);
    } finally {
      await database.close();
    }
  }
} catch (error) {
  const sentence = sentenceOf(error);
  process.stderr.write(`${sentence ?? (error instanceof Error ? error.stack : String(error))}\n`);
  process.exitCode = 1;
}
