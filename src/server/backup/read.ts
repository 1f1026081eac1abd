import { createHash, type Hash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import {
  BackupError,
  FORMAT,
  type Manifest,
  MANIFEST_NAME,
  MANIFEST_SUM_NAME,
  manifestSchema,
  readPartName,
} from './manifest.ts';
import { readTar, TarError } from './tar.ts';

interface Sums {
  rows: number;
  bytes: number;
  parts: number;
  readonly hash: Hash;
}

interface Scanned {
  readonly tables: ReadonlyMap<string, Sums>;
  readonly manifest: Buffer | null;
  readonly manifestSum: string;
}

type OnPart = (table: string, content: Buffer) => Promise<void>;

const NEW_LINE = 10;

function countLines(content: Buffer): number {
  let lines = 0;
  for (let at = content.indexOf(NEW_LINE); at !== -1; at = content.indexOf(NEW_LINE, at + 1)) lines += 1;
  return lines;
}

function damaged(path: string, what: string, cause?: unknown): BackupError {
  return new BackupError(`${path} is damaged or no backup: ${what}. Nothing was changed.`, { cause });
}

async function scan(path: string, source: AsyncIterable<Buffer>, onPart: OnPart | undefined): Promise<Scanned> {
  const tables = new Map<string, Sums>();
  let manifest: Buffer | null = null;
  let manifestSum = '';
  for await (const { name, content } of readTar(source)) {
    if (name === MANIFEST_NAME) manifest = content;
    else if (name === MANIFEST_SUM_NAME) manifestSum = content.toString('latin1').trim();
    else {
      const part = readPartName(name);
      const sums = part && (tables.get(part.table) ?? { rows: 0, bytes: 0, parts: 0, hash: createHash('sha256') });
      if (part === null || sums === null || part.part !== sums.parts + 1)
        throw damaged(path, `${name} is out of place`);
      tables.set(part.table, sums);
      sums.parts += 1;
      sums.rows += countLines(content);
      sums.bytes += content.length;
      sums.hash.update(content);
      await onPart?.(part.table, content);
    }
  }
  return { tables, manifest, manifestSum };
}

function readManifest(path: string, { manifest, manifestSum }: Scanned): Manifest {
  if (manifest === null) throw damaged(path, 'it has no manifest');
  if (createHash('sha256').update(manifest).digest('hex') !== manifestSum) {
    throw damaged(path, 'its manifest does not agree with its checksum');
  }
  let json: unknown;
  try {
    json = JSON.parse(manifest.toString('utf8'));
  } catch (cause) {
    throw damaged(path, 'its manifest cannot be read', cause);
  }
  const format = typeof json === 'object' && json !== null && 'format' in json ? json.format : undefined;
  if (typeof format === 'number' && format > FORMAT) {
    throw new BackupError(`${path} was made by a newer Tillwright (format ${format}); restore it with that one.`);
  }
  const parsed = manifestSchema.safeParse(json);
  if (!parsed.success) throw damaged(path, 'its manifest is not one of a backup', parsed.error);
  return parsed.data;
}

function compare(path: string, manifest: Manifest, tables: ReadonlyMap<string, Sums>): void {
  const known = new Set(manifest.tables.map(({ name }) => name));
  for (const name of tables.keys())
    if (!known.has(name)) throw damaged(path, `its manifest does not know the table ${name}`);
  for (const { name, rows, bytes, parts, sha256 } of manifest.tables) {
    const found = tables.get(name) ?? { rows: 0, bytes: 0, parts: 0, hash: createHash('sha256') };
    if (found.rows !== rows || found.bytes !== bytes || found.parts !== parts || found.hash.digest('hex') !== sha256) {
      throw damaged(path, `the table ${name} is not what was backed up`);
    }
  }
}

/**
 * Reads an archive from end to end and compares every table with the manifest, which it returns.
 * @throws BackupError when the file is not there, no backup, not whole or changed.
 */
export async function readArchive(path: string, onPart?: OnPart): Promise<Manifest> {
  try {
    const scanned = await pipeline(createReadStream(path), createGunzip(), (source: AsyncIterable<Buffer>) =>
      scan(path, source, onPart),
    );
    const manifest = readManifest(path, scanned);
    compare(path, manifest, scanned.tables);
    return manifest;
  } catch (error) {
    if (error instanceof TarError) throw damaged(path, error.message, error);
    const code = error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
    if (code.startsWith('Z_')) throw damaged(path, 'its compression is broken', error);
    if (code === 'ENOENT') throw new BackupError(`${path} is not there.`, { cause: error });
    if (code === 'EACCES' || code === 'EISDIR') throw new BackupError(`${path} cannot be read.`, { cause: error });
    throw error;
  }
}
