import { z } from 'zod';
import { PICTURE_SIZES } from '#domain/picture.ts';
import { uploadPictureRoute } from './pictures.ts';
import { route } from './route.ts';
import { WOO_ADMITS, WOO_TAGS } from './woocommerce.ts';

const SAMPLE = `https://shop.example/api/pictures/${'a3'.repeat(32)}`;
const size = z.object({
  width: z.int().meta({ description: 'Width, px.', examples: [PICTURE_SIZES.large] }),
  height: z.int().meta({ description: 'Height, px.', examples: [900] }),
  mime_type: z.literal('image/webp').describe('Always WebP.'),
  source_url: z.string().meta({ description: 'Address.', examples: [`${SAMPLE}/large`] }),
});

const { body, bodyLimitBytes, refusals, example } = uploadPictureRoute;

export const uploadMediaRoute = route({
  name: 'uploadMedia',
  method: 'POST',
  path: '/wp-json/wp/v2/media',
  admits: WOO_ADMITS,
  access: 'edit-products',
  summary: 'Upload a picture',
  description:
    "WordPress' call, for pictures of products: its `id` or `source_url` goes into `images`. The body is the picture itself with its media type, as `Content-Type: image/png`, or `multipart/form-data` with the picture as `file`, or JSON as shown. Accepts JPEG, PNG, WebP, GIF or AVIF, recognised by content, of at most 10 MB and 40 megapixels. The same picture is stored only once.",
  tags: WOO_TAGS,
  status: 201,
  bodyLimitBytes,
  body,
  reply: z.object({
    id: z.int().meta({ description: 'Id of the picture.', examples: [7] }),
    date_gmt: z.string().meta({ description: 'Time of the upload, in UTC.', examples: ['2026-11-20T15:04:05'] }),
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
  }),
  refusals,
  example,
});
