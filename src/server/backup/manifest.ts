import { createHmac } from 'node:crypto';
import { z } from 'zod';

export const FORMAT = 1;
export const MANIFEST_NAME = 'manifest.json';
/** Written last, so an archive that has it is complete. */
export const MANIFEST_SUM_NAME = 'manifest.json.sha256';
/** Written when there is a key. Without the key anybody could make the checksums, but not this signature. */
export const MANIFEST_SIGNATURE_NAME = 'manifest.json.hmac';
/** Far more than a manifest needs. */
export const MOST_MANIFEST_BYTES = 4 * 1024 * 1024;

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const name = z.string().regex(/^[a-z][a-z0-9_]{0,62}$/);
const count = z.int().min(0);

const backedUpTable = z.object({
  name,
  columns: z.array(name).min(1),
  rows: count,
  bytes: count,
  parts: count,
  sha256,
});
export type BackedUpTable = z.output<typeof backedUpTable>;

/** The contents of an archive. Names are checked because they become part of SQL. */
export const manifestSchema = z.object({
  product: z.literal('tillwright'),
  format: z.int(),
  created_at: z.iso.datetime(),
  postgres: z.string(),
  /** Its schema: every migration that had been applied. */
  migrations: z.array(z.object({ number: count, name: z.string(), checksum: sha256 })).min(1),
  tables: z.array(backedUpTable),
  /** The end of the audit trail's chain at that moment. The archive's audit trail must lead to it. */
  chain: z.object({ position: count, hash: sha256, at: z.iso.datetime() }).nullable().optional(),
  sequences: z.array(z.object({ name, last_value: z.int().nullable(), start_value: z.int() })),
});
export type Manifest = z.output<typeof manifestSchema>;

export function partName(table: string, part: number): string {
  return `tables/${table}/${String(part).padStart(5, '0')}.copy`;
}

/** The table and number of a part, or null for another file. */
export function readPartName(entry: string): { table: string; part: number } | null {
  const [, table, part] = /^tables\/([a-z][a-z0-9_]{0,62})\/(\d{5,})\.copy$/.exec(entry) ?? [];
  return table === undefined ? null : { table, part: Number(part) };
}

/** In hexadecimal. */
export function signatureOf(manifest: Buffer, key: string): string {
  return createHmac('sha256', key).update(manifest).digest('hex');
}

/** A backup cannot be made or restored; the message is one sentence. */
export class BackupError extends Error {}
