import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { projectRoot } from '#server/paths.ts';

export interface SqlFile {
  readonly name: string;
  readonly text: string;
  readonly checksum: string;
}

export interface Migration extends SqlFile {
  readonly number: number;
}

/** The SQL of this build. `docs/decisions/0034-the-schema-has-a-baseline.md` says how the parts belong together. */
export interface SchemaFiles {
  /** Makes the tables of a new database, one file per area. */
  readonly baseline: readonly SqlFile[];
  /** The released migrations that the baseline replaces. Older databases and archives still run them. */
  readonly adopted: readonly Migration[];
  /** The migrations since the baseline. */
  readonly later: readonly Migration[];
  /** Functions, views and triggers, applied again when a file changes. */
  readonly functions: readonly SqlFile[];
}

/** A migration cannot be applied. The message is one sentence for the person who runs the server. */
export class MigrationError extends Error {}

/** Databases and archives older than this migration are not supported any more. */
export const OLDEST_ADOPTED = 28;

export const migrationsFolder = join(projectRoot, 'migrations');

const FILE_NAME = /^(\d{4})_([a-z0-9_]+)\.sql$/;
const SNAPSHOT = 'up_to_0028.sql';
/** The line before each released file in the snapshot. */
const SNAPSHOT_MARKER = /^-- >>> (\S+)\n/m;

function sqlFile(name: string, text: string): SqlFile {
  return { name, text, checksum: createHash('sha256').update(text).digest('hex') };
}

function migration(file: string, text: string): Migration {
  const [, digits, name] = FILE_NAME.exec(file) ?? [];
  if (digits === undefined || name === undefined)
    throw new MigrationError(`${file} is not named like 0001_what_it_does.sql.`);
  return { number: Number(digits), ...sqlFile(name, text) };
}

async function readSql(folder: string): Promise<{ file: string; text: string }[]> {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.sql')).sort();
  return Promise.all(
    files.map(async (file) => ({ file, text: (await readFile(join(folder, file), 'utf8')).replaceAll('\r\n', '\n') })),
  );
}

/** The released files in a snapshot, letter for letter, so that their checksums are those in old databases and archives. */
function splitSnapshot(text: string): Migration[] {
  const [, ...parts] = text.split(SNAPSHOT_MARKER);
  return parts.flatMap((file, at) => (at % 2 === 0 ? [migration(file, parts[at + 1] ?? '')] : []));
}

/** @throws MigrationError when a file's name or number is wrong */
export async function readSchemaFiles(folder = migrationsFolder): Promise<SchemaFiles> {
  const [baseline, adopted, later, functions] = await Promise.all([
    readSql(join(folder, 'baseline')),
    readSql(join(folder, 'adopted')),
    readSql(folder),
    readSql(join(folder, 'functions')),
  ]);
  const files = {
    baseline: baseline.map(({ file, text }) => sqlFile(file, text)),
    adopted: adopted
      .flatMap(({ file, text }) => (file === SNAPSHOT ? splitSnapshot(text) : [migration(file, text)]))
      .sort((a, b) => a.number - b.number),
    later: later.map(({ file, text }) => migration(file, text)),
    functions: functions.map(({ file, text }) => sqlFile(file, text)),
  };
  const numbers = [...files.adopted, ...files.later].map(({ number }) => number);
  const twice = numbers.find((number, at) => numbers.indexOf(number) !== at);
  if (twice !== undefined)
    throw new MigrationError(`Two migrations have the number ${String(twice).padStart(4, '0')}.`);
  return files;
}
