import { z } from 'zod';
import { PICTURE_SIZES } from '#domain/picture.ts';
import { from } from './example.ts';
import { uploadPictureRoute } from './pictures.ts';
import { route } from './route.ts';
import { idParams, includeText, text } from './wire.ts';
import { forceQuery, WOO_ADMITS, WOO_TAGS, wooList, wooOne } from './woocommerce.ts';

const SAMPLE = `https://shop.example/api/pictures/${'a3'.repeat(32)}`;
const size = z.object({
  width: z.int().meta({ description: 'Width, px.', examples: [PICTURE_SIZES.large] }),
  height: z.int().meta({ description: 'Height, px.', examples: [900] }),
  mime_type: z.literal('image/webp').describe('Always WebP.'),
  source_url: z.string().meta({ description: 'Address.', examples: [`${SAMPLE}/large`] }),
});

const { body, bodyLimitBytes, refusals, example } = uploadPictureRoute;

const media = z
  .object({
    id: z.int().meta({ description: 'Id of the picture.', examples: [7] }),
    date: z.string().meta({
      description: 'Time of the first upload, by the clock of the location of the caller.',
      examples: ['2026-11-20T10:04:05'],
    }),
    date_gmt: z.string().meta({ description: 'The same in UTC.', examples: ['2026-11-20T15:04:05'] }),
    slug: z.string().describe('Hash that identifies the picture.'),
    status: z.literal('inherit').describe('Always `inherit`, as WordPress has it.'),
    type: z.literal('attachment').describe('Always `attachment`.'),
    title: z.object({ rendered: z.string().describe('Text.') }).describe('Title: names of files are not kept.'),
    alt_text: z.string().describe('Always empty.'),
    media_type: z.literal('image').describe('Always `image`.'),
    mime_type: z.literal('image/webp').describe('Always WebP: pictures are stored in this form.'),
    media_details: z
      .object({
        width: z.int().meta({ description: 'Width of the largest size, px.', examples: [PICTURE_SIZES.large] }),
        height: z.int().meta({ description: 'Height of the largest size, px.', examples: [900] }),
        sizes: z
          .object({
            thumbnail: size.describe('For lists.'),
            medium: size.describe('For cards.'),
            full: size.describe('The largest size.'),
          })
          .describe('Sizes in which it is stored.'),
      })
      .describe('Its sizes.'),
    source_url: z.string().meta({ description: 'Address of the largest size.', examples: [`${SAMPLE}/large`] }),
  })
  .meta({ id: 'WordPressMedia', description: 'A picture in the form of WordPress’ API.' });
export type WordPressMedia = z.output<typeof media>;

const of = { admits: WOO_ADMITS, tags: WOO_TAGS, access: 'edit-products' } as const;
const PATH = '/wp-json/wp/v2/media';

export const uploadMediaRoute = route({
  ...of,
  name: 'uploadMedia',
  method: 'POST',
  path: PATH,
  summary: 'Upload a picture',
  description:
    "WordPress' call, for pictures of products: its `id` or `source_url` goes into `images`. The body is the picture itself with its media type, as `Content-Type: image/png`, or `multipart/form-data` with the picture as `file`, or JSON as shown. Accepts JPEG, PNG, WebP, GIF or AVIF, recognised by content, of at most 10 MB and 40 megapixels. The same picture is stored only once.",
  status: 201,
  bodyLimitBytes,
  body,
  reply: media,
  refusals,
  example,
});

const LAST = { after: 'uploadMedia', params: { id: from('/id', 1) } } as const;

export const mediaListRoute = route({
  ...of,
  name: 'mediaList',
  method: 'GET',
  path: PATH,
  summary: 'Pictures',
  description:
    "WordPress' call. Newest first unless the request names another order. A search finds pictures by the names of the products, variations and categories that have them.",
  query: z.object({
    ...wooList(['date', 'id', 'include', 'modified', 'slug', 'title'], 'date', 'desc'),
    exclude: includeText.describe('All but these, by id, with commas between them.'),
    slug: text(64).optional().describe('Only the picture with this hash.'),
    media_type: text(40)
      .optional()
      .meta({ description: 'Only this type: all are `image`.', examples: ['image'] }),
    mime_type: text(100)
      .optional()
      .meta({ description: 'Only this media type: all are `image/webp`.', examples: ['image/webp'] }),
  }),
  reply: z.array(media),
  example: { query: { per_page: '5' } },
});

export const mediaRoute = route({
  ...of,
  name: 'media',
  method: 'GET',
  path: `${PATH}/:id`,
  summary: 'One picture',
  description: "WordPress' call: the picture with its sizes and their addresses.",
  params: idParams,
  query: z.object(wooOne),
  reply: media,
  refusals: ['not_found'],
  example: LAST,
});

export const deleteMediaRoute = route({
  ...of,
  name: 'deleteMedia',
  method: 'DELETE',
  path: `${PATH}/:id`,
  summary: 'Delete a picture',
  description:
    "WordPress' call. Only a picture that no product, variation or category has can be deleted. Needs `force`, because pictures are not archived.",
  params: idParams,
  query: forceQuery,
  reply: z.object({
    deleted: z.literal(true).describe('Always true.'),
    previous: media.describe('The picture as it was.'),
  }),
  refusals: ['not_found', 'not_valid', 'picture_in_use'],
  example: { ...LAST, query: { force: 'true' } },
});
