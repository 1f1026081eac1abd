import { createHash, type Hash, timingSafeEqual } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import {
  BackupError,
  FORMAT,
  type Manifest,
  MANIFEST_NAME,
  MANIFEST_SIGNATURE_NAME,
  MANIFEST_SUM_NAME,
  manifestSchema,
  MOST_MANIFEST_BYTES,
  readPartName,
  signatureOf,
} from './manifest.ts';
import { readTar, TarError, type TarFile, countRows } from './tar.ts';

/** Several times what a shop has. Each takes memory before the manifest, which comes last, says which there are. */
const MOST_TABLES = 500;

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
  readonly signature: string | null;
}

/** Receives the rows of a table in pieces that may end anywhere. */
type OnPiece = (table: string, piece: Buffer) => Promise<void>;

interface ReadOptions {
  readonly onPiece?: OnPiece;
  /** The key by which the archive must be signed, if any. */
  readonly key?: string | undefined;
}

function damaged(path: string, what: string, cause?: unknown): BackupError {
  return new BackupError(`${path} is damaged or no backup: ${what}. Nothing was changed.`, { cause });
}

/** A small file as a whole. */
async function wholeOf(path: string, { name, size, pieces }: TarFile): Promise<Buffer> {
  if (size > MOST_MANIFEST_BYTES) throw damaged(path, `${name} is too large`);
  const held: Buffer[] = [];
  for await (const piece of pieces) held.push(piece);
  return Buffer.concat(held);
}

async function scan(path: string, source: AsyncIterable<Buffer>, onPiece: OnPiece | undefined): Promise<Scanned> {
  const tables = new Map<string, Sums>();
  let manifest: Buffer | null = null;
  let manifestSum = '';
  let signature: string | null = null;
  for await (const file of readTar(source)) {
    const { name } = file;
    if (name === MANIFEST_NAME) manifest = await wholeOf(path, file);
    else if (name === MANIFEST_SUM_NAME) manifestSum = (await wholeOf(path, file)).toString('latin1').trim();
    else if (name === MANIFEST_SIGNATURE_NAME) signature = (await wholeOf(path, file)).toString('latin1').trim();
    else {
      const part = readPartName(name);
      const sums = part && (tables.get(part.table) ?? { rows: 0, bytes: 0, parts: 0, hash: createHash('sha256') });
      if (part === null || sums === null || part.part !== sums.parts + 1)
        throw damaged(path, `${name} is out of place`);
      tables.set(part.table, sums);
      if (tables.size > MOST_TABLES) throw damaged(path, 'it has more tables than a shop');
      sums.parts += 1;
      for await (const piece of file.pieces) {
        sums.rows += countRows(piece);
        sums.bytes += piece.length;
        sums.hash.update(piece);
        await onPiece?.(part.table, piece);
      }
    }
  }
  return { tables, manifest, manifestSum, signature };
}

function requireSignature(path: string, manifest: Buffer, signature: string | null, key: string | undefined): void {
  if (key === undefined) return;
  if (signature === null)
    throw new BackupError(`${path} is not signed, and BACKUP_KEY asks for a signature. Nothing was changed.`);
  const [given, made] = [Buffer.from(signature), Buffer.from(signatureOf(manifest, key))];
  if (given.length !== made.length || !timingSafeEqual(given, made))
    throw new BackupError(`${path} was not signed with this BACKUP_KEY, or was changed since. Nothing was changed.`);
}

function readManifest(path: string, { manifest, manifestSum, signature }: Scanned, key: string | undefined): Manifest {
  if (manifest === null) throw damaged(path, 'it has no manifest');
  if (createHash('sha256').update(manifest).digest('hex') !== manifestSum) {
    throw damaged(path, 'its manifest does not agree with its checksum');
  }
  requireSignature(path, manifest, signature, key);
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
 * @throws BackupError when the file is not there, no backup, not whole or changed, or not signed with the key.
 */
export async function readArchive(path: string, { onPiece, key }: ReadOptions = {}): Promise<Manifest> {
  try {
    const scanned = await pipeline(createReadStream(path), createGunzip(), (source: AsyncIterable<Buffer>) =>
      scan(path, source, onPiece),
    );
    const manifest = readManifest(path, scanned, key);
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
