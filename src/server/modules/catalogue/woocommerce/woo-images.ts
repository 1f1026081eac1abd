import type { FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import type { WooProduct } from '#contract/woocommerce-products.ts';
import { pictureHash } from '#domain/picture.ts';
import type { Database, Tx } from '#server/db/pool.ts';
import type { Author } from '#server/http/guard/session.ts';
import { Refusal } from '#server/refusal.ts';
import { addressOfMedia } from './media.ts';
import { type PreparedPicture, preparePicture, storePicture } from '../pictures/pictures.ts';

/** The picture that a request gives a product: bytes that were checked, an address, or none. */
export type WooImage = PreparedPicture | { readonly mediaId: number } | string | null;

/** Numbers of pictures that are stored here, by hash. */
export async function selectMediaIds(
  db: Database | Tx,
  addresses: readonly (string | null)[],
): Promise<Map<string, number>> {
  const hashes = addresses.flatMap((address) => (address && pictureHash(address)) || []);
  if (hashes.length === 0) return new Map();
  const { rows } = await sql<{ hash: string; id: number }>`
    SELECT hash, id FROM media WHERE hash = ANY(${hashes}::text[])`.execute(db);
  return new Map(rows.map(({ hash, id }) => [hash, id]));
}

/** The pictures of a product or category. */
export function imagesOf(address: string | null, media: ReadonlyMap<string, number>): WooProduct['images'] {
  return address === null ? [] : [{ id: media.get(pictureHash(address) ?? '') ?? 0, src: address }];
}

/** The same with addresses that can be fetched from elsewhere: those of this server with its host. */
export function atHost<Shown extends { readonly images: WooProduct['images'] }>(
  { protocol, host }: Pick<FastifyRequest, 'protocol' | 'host'>,
  shown: Shown,
): Shown {
  return {
    ...shown,
    images: shown.images.map((image) => ({ ...image, src: hosted(`${protocol}://${host}`, image.src) })),
  };
}

const hosted = (origin: string, address: string): string => (address.startsWith('/') ? origin + address : address);

const invalid = (sentence: string) => new Refusal('not_valid', sentence, { details: { field: 'images' } });

/**
 * Reads the `images` of a request, before a connection is taken. Undefined where it says nothing of them.
 * @throws Refusal `not_valid`; `picture_not_valid` for bytes that are no picture
 */
export async function prepareWooImage(
  images: readonly { readonly id?: number | undefined; readonly src?: string | undefined }[] | undefined,
): Promise<WooImage | undefined> {
  if (images === undefined) return undefined;
  const [first, another] = images;
  if (!first) return null;
  if (another) throw invalid('A product has one picture here: send one.');
  const src = first.src?.trim() ?? '';
  if (src === '' && first.id) return { mediaId: first.id };
  if (src === '') throw invalid('Send the picture as `src`, or the `id` of one that was uploaded.');
  if (!src.startsWith('data:')) return src;
  const [head = '', base64 = ''] = src.split(',', 2);
  if (!/;base64$/i.test(head)) throw invalid('Send the picture in base64, as data:image/png;base64,...');
  return preparePicture(base64);
}

/**
 * The address that the product is to have. Nothing is fetched: the address of another host is refused, unless the product
 * has it already. Rule: catalogue/pictures.
 * @throws Refusal `not_valid`
 */
export async function wooImageAddress(
  tx: Tx,
  by: Author,
  given: WooImage,
  present: string | null,
): Promise<string | null> {
  if (given === null || given === present) return given;
  if (typeof given !== 'string' && 'mediaId' in given) return addressOfMedia(tx, given.mediaId);
  if (typeof given !== 'string') return (await storePicture(tx, by, given)).address;
  if (pictureHash(pathOf(given)) !== null) return pathOf(given);
  throw invalid(
    'This server fetches no pictures from other hosts: send the picture itself, as data:image/png;base64,...',
  );
}

/** The path of an address, with or without a host: a picture that is stored here is known by its hash. */
function pathOf(address: string): string {
  return URL.canParse(address, 'http://shop') ? new URL(address, 'http://shop').pathname : '';
}
