import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type RawBuilder, sql } from 'kysely';
import type { QueryOf } from '#contract/route.ts';
import { isForced } from '#contract/woocommerce.ts';
import {
  deleteMediaRoute,
  mediaListRoute,
  mediaRoute,
  uploadMediaRoute,
  type WordPressMedia,
} from '#contract/wordpress-media.ts';
import { foldedWords } from '#domain/fold.ts';
import { PICTURE_SIZES, pictureAddress, type PictureSize } from '#domain/picture.ts';
import { containing } from '#server/db/like.ts';
import type { Database, Tx } from '#server/db/pool.ts';
import { serve, servePreparedWrite, serveWrite } from '#server/http/serve/serve.ts';
import {
  gmtOf,
  limitsOf,
  requireForce,
  tellPages,
  wallOf,
  withFields,
  wooScope,
} from '#server/http/woocommerce/woo.ts';
import { Refusal } from '#server/refusal.ts';
import { deletePicture, preparePicture, storePicture, USED_BY } from '../pictures/pictures.ts';

/** A form with more parts before its file is no upload of a picture. */
const MOST_PARTS = 20;
const MOST_HEADER_BYTES = 4096;

/** The file of a `multipart/form-data` body (RFC 7578): its first part with a file name. Null without one. */
function fileOf(body: Buffer, contentType: string): Buffer | null {
  const [, quoted, plain] = /boundary=(?:"([^"]{1,70})"|([^;\s]{1,70}))/i.exec(contentType) ?? [];
  const boundary = quoted ?? plain;
  if (boundary === undefined) return null;
  const mark = `--${boundary}`;
  let at = body.indexOf(mark);
  for (let part = 0; at >= 0 && part < MOST_PARTS; part += 1) {
    const head = at + mark.length;
    const end = body.indexOf('\r\n\r\n', head);
    if (end < 0 || end - head > MOST_HEADER_BYTES) return null;
    const next = body.indexOf(`\r\n${mark}`, end + 2);
    if (next < 0) return null;
    const header = body.toString('latin1', head, end);
    if (/^content-disposition:[^\r\n]*;\s*filename\*?=/im.test(header)) return body.subarray(end + 4, next);
    at = next + 2;
  }
  return null;
}

/** Takes pictures as WordPress' clients send them, and hands them on as the JSON body of the contract. */
function acceptPictures(scope: FastifyInstance): void {
  scope.addContentTypeParser<Buffer>(
    /^(?:image\/|application\/octet-stream)/,
    { parseAs: 'buffer' },
    (_request, body, done) => done(null, { file: body.toString('base64') }),
  );
  scope.addContentTypeParser<Buffer>('multipart/form-data', { parseAs: 'buffer' }, (request, body, done) => {
    const file = fileOf(body, request.headers['content-type'] ?? '');
    if (file) done(null, { file: file.toString('base64') });
    else done(new Refusal('invalid_request', 'This form has no file: send the picture as `file`.'));
  });
}

interface MediaRow {
  readonly id: number;
  readonly hash: string;
  readonly width: number;
  readonly height: number;
  readonly at: Date;
}

const MEDIA = sql`
  SELECT m.id, m.hash, p.width, p.height, m.uploaded_at AS at FROM media m JOIN pictures p ON p.hash = m.hash`;

/** A picture as WordPress' clients know it. */
function toMedia({ id, hash, width, height, at }: MediaRow, request: FastifyRequest, timeZone: string): WordPressMedia {
  const address = (size: PictureSize) => `${request.protocol}://${request.host}${pictureAddress(hash, size)}`;
  const sized = (size: PictureSize) => {
    const share = Math.min(1, PICTURE_SIZES[size] / Math.max(width, height));
    const px = (side: number) => Math.max(1, Math.round(side * share));
    return { width: px(width), height: px(height), mime_type: 'image/webp' as const, source_url: address(size) };
  };
  return {
    id,
    date: wallOf(at.toISOString(), timeZone),
    date_gmt: gmtOf(at.toISOString()),
    slug: hash,
    status: 'inherit',
    type: 'attachment',
    title: { rendered: '' },
    alt_text: '',
    media_type: 'image',
    mime_type: 'image/webp',
    media_details: {
      width,
      height,
      sizes: { thumbnail: sized('small'), medium: sized('medium'), full: sized('large') },
    },
    source_url: address('large'),
  };
}

/** @throws Refusal `not_found` */
async function selectMedia(db: Database | Tx, id: number): Promise<MediaRow> {
  const { rows } = await sql<MediaRow>`${MEDIA} WHERE m.id = ${id}`.execute(db);
  if (rows[0]) return rows[0];
  throw new Refusal('not_found', `There is no picture ${id}.`);
}

type MediaQuery = QueryOf<typeof mediaListRoute>;

// Pictures have no titles: lists by title are in order of creation.
const ORDER: Record<MediaQuery['orderby'], RawBuilder<unknown>> = {
  date: sql`m.at`,
  modified: sql`m.at`,
  id: sql`m.id`,
  include: sql`m.id`,
  slug: sql`m.hash`,
  title: sql`m.id`,
};

async function selectMediaPage(db: Database, query: MediaQuery): Promise<{ rows: MediaRow[]; total: number }> {
  const words = foldedWords(query.search ?? '').map((word) => sql`folded_plain(u.name) LIKE ${containing(word)}`);
  const isOther =
    (query.media_type ?? 'image') !== 'image' || !['image', 'image/webp'].includes(query.mime_type ?? 'image');
  const wanted = [
    isOther ? sql`false` : sql`true`,
    ...(query.include === undefined ? [] : [sql`m.id = ANY(${query.include}::integer[])`]),
    ...(query.exclude === undefined ? [] : [sql`m.id <> ALL(${query.exclude}::integer[])`]),
    ...(query.slug === undefined ? [] : [sql`m.hash = ${query.slug}`]),
    ...(words.length === 0
      ? []
      : [
          sql`m.hash IN (SELECT split_part(u.image, '/', 4) FROM (${USED_BY}) u
                          WHERE u.image LIKE '/api/pictures/%' AND ${sql.join(words, sql` AND `)})`,
        ]),
  ];
  const order =
    query.orderby === 'include' && query.include
      ? sql`array_position(${query.include}::integer[], m.id)`
      : sql`${ORDER[query.orderby]} ${query.order === 'asc' ? sql`ASC` : sql`DESC`}`;
  const { limit, offset } = limitsOf(query);
  const { rows: counted } = await sql<{ total: number }>`
    SELECT count(*)::integer AS total FROM (${MEDIA}) m WHERE ${sql.join(wanted, sql` AND `)}`.execute(db);
  const { rows } = await sql<MediaRow>`
    SELECT m.* FROM (${MEDIA}) m WHERE ${sql.join(wanted, sql` AND `)}
     ORDER BY ${order}, m.id ${query.order === 'asc' ? sql`ASC` : sql`DESC`} LIMIT ${limit} OFFSET ${offset}`.execute(
    db,
  );
  return { rows, total: counted[0]?.total ?? 0 };
}

/** The address of a picture by its number. @throws Refusal `not_valid` */
export async function addressOfMedia(tx: Tx, id: number): Promise<string> {
  const { rows } = await sql<{ hash: string }>`SELECT hash FROM media WHERE id = ${id}`.execute(tx);
  if (rows[0]) return pictureAddress(rows[0].hash);
  throw new Refusal('not_valid', `There is no picture ${id}: upload it again.`, { details: { field: 'images' } });
}

/** Rule: wire/woocommerce. */
export function registerMedia(app: FastifyInstance): void {
  void app.register(async (scope) => {
    acceptPictures(scope);
    servePreparedWrite(
      scope,
      uploadMediaRoute,
      ({ body }) => preparePicture(body.file),
      async ({ tx, principal, request }, picture) => {
        const { hash } = await storePicture(tx, principal, picture);
        const { rows } = await sql<MediaRow>`${MEDIA} WHERE m.hash = ${hash}`.execute(tx);
        if (!rows[0]) throw new Error('a picture was not numbered');
        return toMedia(rows[0], request, principal.timeZone);
      },
    );
  });

  wooScope(app, (scope) => {
    serve(scope, mediaListRoute, async ({ db, principal, query, request, reply }) => {
      const { rows, total } = await selectMediaPage(db, query);
      tellPages(request, reply, query, total);
      const pictures = rows.map((row) => toMedia(row, request, principal.timeZone));
      return withFields(mediaListRoute, query, pictures);
    });

    serve(scope, mediaRoute, async ({ db, principal, params, query, request }) => {
      const picture = await selectMedia(db, params.id);
      return withFields(mediaRoute, query, toMedia(picture, request, principal.timeZone));
    });

    serveWrite(scope, deleteMediaRoute, async ({ tx, principal, params, query, request }) => {
      const picture = await selectMedia(tx, params.id);
      requireForce(isForced(query));
      await deletePicture(tx, principal, picture.hash);
      return { deleted: true as const, previous: toMedia(picture, request, principal.timeZone) };
    });
  });
}
