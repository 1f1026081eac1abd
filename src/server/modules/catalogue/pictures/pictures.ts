import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { uploadPictureRoute } from '#contract/pictures.ts';
import type { ReplyOf } from '#contract/route.ts';
import { pictureAddress, pictureHash, type PictureSize } from '#domain/picture.ts';
import { recordChange } from '#server/db/audit-trail.ts';
import type { Database, Tx } from '#server/db/pool.ts';
import type { Staff } from '#server/http/guard/session.ts';
import { Refusal } from '#server/refusal.ts';
import { type Resized, resized } from './resize.ts';

type Stored = ReplyOf<typeof uploadPictureRoute>['data'];

export interface PreparedPicture extends Resized {
  readonly hash: string;
}

/** Without the database. @throws Refusal `picture_not_valid` */
export async function preparePicture(base64: string): Promise<PreparedPicture> {
  const bytes = Buffer.from(base64, 'base64');
  return { hash: createHash('sha256').update(bytes).digest('hex'), ...(await resized(bytes)) };
}

/** Stores a picture, once. Rule: catalogue/pictures. */
export async function storePicture(
  tx: Tx,
  staff: Staff,
  { hash, width, height, files }: PreparedPicture,
): Promise<Stored> {
  const { rows } = await sql`
    INSERT INTO pictures (hash, width, height, small, medium, large, created_by)
    VALUES (${hash}, ${width}, ${height}, ${files.small}, ${files.medium}, ${files.large}, ${staff.id})
    ON CONFLICT (hash) DO NOTHING RETURNING hash`.execute(tx);
  const details = { width, height };
  if (rows.length > 0) {
    await recordChange(tx, staff, { action: 'picture_stored', entity: 'picture', entityId: hash, details });
  }
  return { hash, address: pictureAddress(hash), width, height };
}

/** @throws Refusal `not_found` */
export async function readPicture(db: Database, hash: string, size: PictureSize): Promise<Buffer> {
  const { rows } = await sql<{ bytes: Buffer }>`
    SELECT ${sql.ref(size)} AS bytes FROM pictures WHERE hash = ${hash}`.execute(db);
  if (!rows[0]) throw new Refusal('not_found', 'There is no such picture.');
  return rows[0].bytes;
}

/**
 * The picture that a record is to have: one that is stored here, none, or the one that it has.
 * @throws Refusal `not_valid`
 */
export async function givenImage(
  tx: Tx,
  asked: string | null | undefined,
  present: string | null,
): Promise<string | null> {
  if (asked === undefined || asked === present) return present;
  if (asked === null || asked === '') return null;
  const hash = pictureHash(asked);
  const { rows } = await sql`SELECT FROM pictures WHERE hash = ${hash}`.execute(tx);
  if (rows.length === 0) {
    throw new Refusal('not_valid', 'This picture is not stored here. Choose it again.', {
      details: { field: 'image' },
    });
  }
  return pictureAddress(hash ?? '');
}
