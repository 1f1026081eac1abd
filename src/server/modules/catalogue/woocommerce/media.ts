import type { FastifyInstance, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import type { ReplyOf } from '#contract/route.ts';
import { uploadMediaRoute } from '#contract/wordpress-media.ts';
import { PICTURE_SIZES, pictureAddress, type PictureSize } from '#domain/picture.ts';
import type { Tx } from '#server/db/pool.ts';
import type { Author } from '#server/http/guard/session.ts';
import { servePreparedWrite } from '#server/http/serve/serve.ts';
import { gmtOf } from '#server/http/woocommerce/woo.ts';
import { Refusal } from '#server/refusal.ts';
import { type PreparedPicture, preparePicture, storePicture } from '../pictures/pictures.ts';

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

type Media = ReplyOf<typeof uploadMediaRoute>;

/** Stores the picture and numbers it, once. Rule: catalogue/pictures. */
async function storeMedia(tx: Tx, by: Author, picture: PreparedPicture, request: FastifyRequest): Promise<Media> {
  const { hash, width, height } = await storePicture(tx, by, picture);
  const { rows } = await sql<{ id: number; at: Date }>`
    WITH numbered AS (
      INSERT INTO media (hash) VALUES (${hash}) ON CONFLICT (hash) DO UPDATE SET hash = excluded.hash RETURNING id)
    SELECT id, now() AS at FROM numbered`.execute(tx);
  const [row] = rows;
  if (!row) throw new Error('a picture was not numbered');
  const address = (size: PictureSize) => `${request.protocol}://${request.host}${pictureAddress(hash, size)}`;
  const sized = (size: PictureSize) => {
    const share = Math.min(1, PICTURE_SIZES[size] / Math.max(width, height));
    const px = (side: number) => Math.max(1, Math.round(side * share));
    return { width: px(width), height: px(height), mime_type: 'image/webp' as const, source_url: address(size) };
  };
  return {
    id: row.id,
    date_gmt: gmtOf(row.at.toISOString()),
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
      async ({ tx, principal, request }, picture) => storeMedia(tx, principal, picture, request),
    );
  });
}
