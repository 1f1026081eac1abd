import { z } from 'zod';
import { MAX_PICTURE_BYTES, PICTURE_SIZES, type PictureSize } from '#domain/picture.ts';
import { from } from './example.ts';
import { route } from './route.ts';
import { success } from './wire.ts';

const TAGS = ['Catalogue administration'];
const SAMPLE = 'a3'.repeat(32);
const SIZES = Object.keys(PICTURE_SIZES) as [PictureSize, ...PictureSize[]];

/** A red dot. */
const DOT = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==';

/** Base64 has four characters for every three bytes. */
export const MAX_BASE64 = Math.ceil(MAX_PICTURE_BYTES / 3) * 4;

export const uploadPictureRoute = route({
  name: 'uploadPicture',
  method: 'POST',
  path: '/api/manage/pictures',
  access: 'edit-products',
  summary: 'Store a picture',
  description:
    'Accepts JPEG, PNG, WebP, GIF or AVIF, recognised by content, of at most 10 MB and 40 megapixels. The picture is stored as WebP in three sizes, without camera metadata. The same picture is stored only once.',
  tags: TAGS,
  bodyLimitBytes: MAX_BASE64 + 1000,
  body: z.object({
    file: z
      .base64()
      .max(MAX_BASE64, 'is larger than 10 MB')
      .meta({ description: 'The bytes of the picture, in base64.', examples: [DOT] }),
  }),
  reply: success({
    data: z
      .object({
        hash: z.string().meta({ description: 'Hash that identifies the picture.', examples: [SAMPLE] }),
        address: z.string().meta({
          description: 'Its address, for `image` of a product.',
          examples: [`/api/pictures/${SAMPLE}/medium`],
        }),
        width: z.int().meta({ description: 'Width of the largest size, px.', examples: [1200] }),
        height: z.int().meta({ description: 'Height of the largest size, px.', examples: [900] }),
      })
      .describe('The stored picture.'),
  }),
  refusals: ['picture_not_valid'],
  example: { body: { file: DOT } },
});

export const pictureRoute = route({
  name: 'picture',
  method: 'GET',
  path: '/api/pictures/:hash/:size',
  access: 'public',
  summary: 'A picture',
  description: 'The picture as WebP. The content at an address never changes, so it can be cached forever.',
  tags: ['Catalogue'],
  params: z.object({
    hash: z
      .string()
      .regex(/^[0-9a-f]{64}$/, 'is not the hash of a picture')
      .meta({ description: 'Hash that identifies the picture.', examples: [SAMPLE] }),
    size: z.enum(SIZES).describe('`small` is for lists, `medium` for cards, `large` for displays.'),
  }),
  reply: z.string(),
  media: 'image/webp',
  refusals: ['not_found'],
  example: { after: 'uploadPicture', params: { hash: from('/data/hash', SAMPLE), size: 'medium' } },
});
