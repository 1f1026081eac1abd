import { parseConfig } from '../config.ts';
import { BootError, sentenceOf } from '../boot-error.ts';
import { readCommandLine } from '../command-line.ts';
import { inTransaction } from '../db/transaction.ts';
import { createLog } from '../log.ts';
import { createApiKey } from '../modules/api-keys/service.ts';
import { openProgramDatabase } from '../program-database.ts';
import { Refusal } from '../refusal.ts';
import { openSecrets } from '../secrets/data-key.ts';

const USAGE = `Usage: npm run api-key -- create NAME [--location 20] [--read-only]

Makes an API key and prints its consumer key and secret, once. The key reads and writes products, customers, orders and
taxes of every location. Keys that may less are made under Manage, where all of them are listed and revoked.
  --location   where the key works (the first one that is open)
  --read-only  the key reads and changes nothing`;

const OPTIONS = { location: { type: 'string' }, 'read-only': { type: 'boolean', default: false } } as const;

interface Command {
  readonly name: string;
  readonly location: number | null;
  readonly readOnly: boolean;
}

/** @throws BootError with what is wrong and how it is used. */
function parseCommand(args: readonly string[]): Command | null {
  const given = readCommandLine(args, OPTIONS, USAGE);
  if (given === null) return null;
  const [verb, name = '', ...more] = given.positionals;
  if (verb !== 'create' || name.trim() === '' || name.length > 100 || more.length > 0) throw new BootError(USAGE);
  const { location } = given.values;
  if (location !== undefined && !/^\d{1,9}$/.test(location))
    throw new BootError('--location must be the number of a location.');
  return { name, location: location === undefined ? null : Number(location), readOnly: given.values['read-only'] };
}

async function run({ name, location, readOnly }: Command): Promise<void> {
  const config = parseConfig(process.env);
  const log = createLog(process.env['LOG_LEVEL'] === undefined ? 'warn' : config.logLevel);
  const database = await openProgramDatabase(config, log);
  try {
    const { db } = database;
    const secrets = await openSecrets(db, { given: config.dataKey, dataDir: config.dataDir });
    const first = await db
      .selectFrom('locations')
      .select('id')
      .where('closed_at', 'is', null)
      .orderBy('id')
      .executeTakeFirst();
    const locationId = location ?? first?.id;
    if (locationId === undefined) throw new BootError('The shop has no open location yet.');
    const access = readOnly ? 'read' : 'write';
    const scope = { products: access, customers: access, orders: access, taxes: access } as const;
    const made = await inTransaction(db, (tx) =>
      createApiKey(tx, null, secrets, { name, locationId, allLocations: true, scope }),
    );
    process.stdout.write(
      `The key "${made.data.name}" is made. Its secret is not shown again.\nConsumer key:    ${made.consumerKey}\nConsumer secret: ${made.consumerSecret}\n`,
    );
  } finally {
    await database.close();
  }
}

try {
  const command = parseCommand(process.argv.slice(2));
  if (command === null) process.stdout.write(`${USAGE}\n`);
  else await run(command);
} catch (error) {
  const sentence = error instanceof Refusal ? error.message : sentenceOf(error);
  process.stderr.write(`${sentence ?? (error instanceof Error ? error.stack : String(error))}\n`);
  process.exitCode = 1;
}
