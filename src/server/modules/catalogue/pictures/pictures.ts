import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { uploadPictureRoute } from '#contract/pictures.ts';
import type { ReplyOf } from '#contract/route.ts';
import { pictureAddress, pictureHash, type PictureSize } from '#domain/picture.ts';
import { recordChange } from '#server/db/audit-trail.ts';
import type { Database, Tx } from '#server/db/pool.ts';
import { type Author, personIdOf } from '#server/http/guard/session.ts';
import { Refusal } from '#server/refusal.ts';
import { type Resized, resized } from './resize.ts';

type Stored = ReplyOf<typeof uploadPictureRoute>['data'];

export interface PreparedPicture extends Resized {
  readonly hash: string;
}

/** Makes the sizes of a picture without using the database. @throws Refusal `picture_not_valid` */
export async function preparePicture(base64: string): Promise<PreparedPicture> {
  const bytes = Buffer.from(base64, 'base64');
  return { hash: createHash('sha256').update(bytes).digest('hex'), ...(await resized(bytes)) };
}

/** Stores a picture, once. Rule: catalogue/pictures. */
export async function storePicture(
  tx: Tx,
  by: Author,
  { hash, width, height, files }: PreparedPicture,
): Promise<Stored> {
  // One that is sent again is as new as the first: the sweep leaves it alone until a record has it.
  const { rows } = await sql<{ is_new: boolean }>`
    INSERT INTO pictures (hash, width, height, small, medium, large, created_by)
    VALUES (${hash}, ${width}, ${height}, ${files.small}, ${files.medium}, ${files.large}, ${personIdOf(by)})
    ON CONFLICT (hash) DO UPDATE SET created_at = now() RETURNING xmax = 0 AS is_new`.execute(tx);
  await sql`INSERT INTO media (hash) VALUES (${hash}) ON CONFLICT (hash) DO NOTHING`.execute(tx);
  const details = { width, height };
  if (rows[0]?.is_new) {
    await recordChange(tx, by, { action: 'picture_stored', entity: 'picture', entityId: hash, details });
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
  // Held until the record has it, so that no sweep takes it meanwhile.
  const { rows } = await sql`SELECT FROM pictures WHERE hash = ${hash} FOR KEY SHARE`.execute(tx);
  if (rows.length === 0) {
    throw new Refusal('not_valid', 'This picture is not stored here. Choose it again.', {
      details: { field: 'image' },
    });
  }
  return pictureAddress(hash ?? '');
}

/** A week, and the day after which it is noted again that a record has a picture. */
const UNUSED_FOR = sql.lit('8 days');
/** Each has three files: few enough to be deleted in one transaction. */
const SWEPT_AT_ONCE = 100;

/** True while no product, variation or category has the picture `p`. */
const IS_UNUSED = sql`NOT EXISTS (
  SELECT FROM (SELECT image FROM products UNION ALL SELECT image FROM variations UNION ALL SELECT image FROM categories) used
   WHERE used.image LIKE '/api/pictures/%' AND split_part(used.image, '/', 4) = p.hash)`;

/** The products, variations and categories with their pictures, by name. */
export const USED_BY = sql`
  SELECT p.name, p.image FROM products p UNION ALL
  SELECT p.name, v.image FROM variations v JOIN products p ON p.id = v.product_id UNION ALL
  SELECT c.name, c.image FROM categories c`;

/**
 * Deletes a picture that no record has.
 * @throws Refusal `not_found`; `picture_in_use`
 */
export async function deletePicture(tx: Tx, by: Author, hash: string): Promise<void> {
  const held = await sql`SELECT FROM pictures WHERE hash = ${hash} FOR UPDATE`.execute(tx);
  if (held.rows.length === 0) throw new Refusal('not_found', 'There is no such picture.');
  // A record may have taken it before the lock: these statements see it.
  const { rows: users } = await sql<{ name: string }>`
    SELECT name FROM (${USED_BY}) used
     WHERE used.image LIKE '/api/pictures/%' AND split_part(used.image, '/', 4) = ${hash} ORDER BY name LIMIT 1`.execute(
    tx,
  );
  if (users[0]) {
    throw new Refusal('picture_in_use', `${users[0].name} has this picture: give it another one, or none, first.`);
  }
  await sql`DELETE FROM pictures p WHERE p.hash = ${hash}`.execute(tx);
  await recordChange(tx, by, { action: 'picture_deleted', entity: 'picture', entityId: hash });
}

/**
 * Deletes pictures that no record has had for a week. Returns true when there may be more. Rule: catalogue/pictures.
 * Those that somebody is about to use are locked, and left for the next time.
 */
export async function sweepPictures(tx: Tx): Promise<boolean> {
  // One that a record has is as new as if it were sent now, so that its week begins when the last record loses it.
  await sql`
    UPDATE pictures p SET created_at = now() WHERE p.created_at < now() - interval '1 day' AND NOT ${IS_UNUSED}`.execute(
    tx,
  );
  const { rows } = await sql<{ hash: string }>`
    SELECT p.hash FROM pictures p WHERE p.created_at < now() - interval ${UNUSED_FOR} AND ${IS_UNUSED}
     LIMIT ${sql.lit(SWEPT_AT_ONCE)} FOR UPDATE SKIP LOCKED`.execute(tx);
  if (rows.length === 0) return false;
  const hashes = rows.map(({ hash }) => hash);
  // A record may have taken one between that look and its lock: this statement sees it.
  await sql`DELETE FROM pictures p WHERE p.hash = ANY(${hashes}::text[]) AND ${IS_UNUSED}`.execute(tx);
  return rows.length === SWEPT_AT_ONCE;
}
