import { z } from 'zod';
import { slugOf } from '#domain/slug.ts';
import { from } from './example.ts';
import { route } from './route.ts';
import { flag, idParams, idText, text } from './wire.ts';
import {
  forceQuery,
  WOO,
  WOO_ADMITS,
  WOO_TAGS,
  wooImage,
  wooList,
  wooOne,
  wooSeen,
  wooVersion,
} from './woocommerce.ts';
import { WOO_BODY_LIMIT_BYTES, wooImageIn } from './woocommerce-products.ts';

const of = { tags: WOO_TAGS, admits: WOO_ADMITS } as const;

export const wooCategory = z
  .object({
    id: z.int().meta({ description: 'Id of the category.', examples: [30] }),
    name: z.string().describe('Name.'),
    slug: z.string().describe('Name in addresses.'),
    parent: z.int().describe('Id of the category above it; 0 for none.'),
    description: z.string().describe('Always empty.'),
    display: z.string().describe('Always `default`.'),
    image: wooImage.nullable().describe('Its picture; null for none.'),
    menu_order: z.int().describe('Place in the order of the shop.'),
    count: z.int().describe('Products in it that are not archived.'),
    version: wooVersion,
  })
  .meta({ id: 'WooCategory', description: 'A category in the form of WooCommerce’s API.' });
export type WooCategory = z.output<typeof wooCategory>;

export const wooCategoriesRoute = route({
  ...of,
  name: 'wooCategories',
  method: 'GET',
  path: `${WOO}/products/categories`,
  access: 'see-stock',
  summary: 'Categories',
  description: 'By name unless the request names another order.',
  query: z.object({
    ...wooList(['name', 'id', 'include', 'slug', 'count', 'menu_order'], 'name', 'asc'),
    parent: idText.optional().describe('Only categories right below this one; 0 for those at the top.'),
    hide_empty: flag.optional().describe('Only categories with products.'),
    slug: text(200).optional().describe('Only the category with this slug.'),
  }),
  reply: z.array(wooCategory),
  example: { query: { per_page: '5' } },
});

export const wooCategoryRoute = route({
  ...of,
  name: 'wooCategory',
  method: 'GET',
  path: `${WOO}/products/categories/:id`,
  access: 'see-stock',
  summary: 'One category',
  description: 'With all its fields.',
  params: idParams,
  query: z.object(wooOne),
  reply: wooCategory,
  refusals: ['not_found'],
  example: { params: { id: 30 } },
});

const categoryIn = {
  name: text(200)
    .refine((given) => given.trim() !== '', 'is empty')
    .meta({ description: 'Name.', examples: ['Ashtrays'] }),
  slug: text(200)
    .refine((slug) => slug === slugOf(slug), 'is not lower-case letters and digits with hyphens between them')
    .optional()
    .meta({ description: 'Name in addresses; made from the name when empty or left out.', examples: [''] }),
  parent: z
    .int()
    .min(0)
    .max(2_147_483_647)
    .optional()
    .meta({ description: 'Id of the category above it; 0 for none.', examples: [0] }),
  image: wooImageIn.nullable().optional().describe('Its picture; null for none.'),
};

export const createWooCategoryRoute = route({
  ...of,
  name: 'createWooCategory',
  method: 'POST',
  path: `${WOO}/products/categories`,
  access: 'edit-products',
  summary: 'Add a category',
  description: 'Adds a category below another one, or at the top.',
  status: 201,
  bodyLimitBytes: WOO_BODY_LIMIT_BYTES,
  body: z.object(categoryIn),
  reply: wooCategory,
  refusals: ['category_exists', 'not_valid', 'picture_not_valid'],
  example: { body: { name: 'Ashtrays' } },
});

export const changeWooCategoryRoute = route({
  ...of,
  name: 'changeWooCategory',
  method: 'PUT',
  path: `${WOO}/products/categories/:id`,
  access: 'edit-products',
  summary: 'Change a category',
  description: 'Fields left out stay unchanged.',
  params: idParams,
  bodyLimitBytes: WOO_BODY_LIMIT_BYTES,
  body: z.object({ ...categoryIn, name: categoryIn.name.optional(), version: wooSeen }),
  reply: wooCategory,
  refusals: ['category_exists', 'changed_meanwhile', 'not_found', 'not_valid', 'picture_not_valid'],
  example: { params: { id: 30 }, body: { name: 'Pre-rolls' } },
});

export const deleteWooCategoryRoute = route({
  ...of,
  name: 'deleteWooCategory',
  method: 'DELETE',
  path: `${WOO}/products/categories/:id`,
  access: 'edit-products',
  summary: 'Delete a category',
  description: 'Only a category without products and without categories below it can be deleted. Needs `force`.',
  params: idParams,
  query: forceQuery,
  reply: wooCategory,
  refusals: ['category_in_use', 'not_found', 'not_valid'],
  example: { after: 'wooCategories', params: { id: from('/0/id', 1000) }, query: { force: 'true' } },
});
