import { z } from 'zod';
import { slugOf } from '#domain/slug.ts';
import { from } from './example.ts';
import { route } from './route.ts';
import { id, idParams, success, text, versionText } from './wire.ts';

const TAGS = ['Catalogue administration'];

const categoryId = { description: 'Id of the category.', examples: [30] };
const above = { description: 'Id of the parent category; null at the top.', examples: [null] };

export const managedCategory = z
  .object({
    id: z.int().meta(categoryId),
    name: z.string().meta({ description: 'Name.', examples: ['Accessories'] }),
    slug: z.string().meta({ description: 'Name in addresses.', examples: ['accessories'] }),
    parent_id: z.int().nullable().meta(above),
    blueprint_id: z
      .int()
      .nullable()
      .meta({ description: 'Blueprint of its products, unless they have one of their own.', examples: [null] }),
    image: z
      .string()
      .nullable()
      .meta({ description: 'Address of the picture; null without one.', examples: [null] }),
    products: z.int().meta({ description: 'Products in it, archived ones left out.', examples: [31] }),
    version: z.int().meta({ description: 'Grows with every change except a move.', examples: [1] }),
  })
  .meta({ id: 'ManagedCategory', description: 'A category with everything that can be changed about it.' });
export type ManagedCategory = z.output<typeof managedCategory>;

const all = z.array(managedCategory).describe('All categories in order, each followed by those below it.');

export const managedCategoriesRoute = route({
  name: 'managedCategories',
  method: 'GET',
  path: '/api/manage/categories',
  access: 'edit-products',
  summary: 'Categories to manage',
  description: 'The whole tree, from its top: each category is followed by those below it.',
  tags: TAGS,
  reply: success({ data: all }),
});

const fields = {
  name: text(200)
    .refine((name) => name.trim() !== '', 'is empty')
    .meta({ description: 'Name.', examples: ['Glass'] }),
  slug: text(200)
    .refine(
      (slug) => slug !== '' && slug === slugOf(slug),
      'is not lower-case letters and digits with hyphens between them',
    )
    .meta({ description: 'Name in addresses; made from the name when left out.', examples: ['glass'] }),
  parent_id: id.nullable().meta({ ...above, examples: [30] }),
  blueprint_id: id.nullable().meta({
    description: 'Blueprint of its products, unless they have one of their own; null for none.',
    examples: [null],
  }),
  image: z
    .string()
    .max(200)
    .nullable()
    .meta({ description: 'Address of a picture that is stored here; null for none.', examples: [null] }),
};

const version = z
  .int()
  .optional()
  .describe('The version that the caller saw. If it has changed, 409 `changed_meanwhile` answers the `current` one.');

export const createCategoryRoute = route({
  name: 'createCategory',
  method: 'POST',
  path: '/api/manage/categories',
  access: 'edit-products',
  summary: 'Add a category',
  description: 'If the shop has set an order of categories, the new one is the last below its parent.',
  tags: TAGS,
  status: 201,
  body: z.object({
    name: fields.name,
    slug: fields.slug.optional(),
    parent_id: fields.parent_id.optional(),
    blueprint_id: fields.blueprint_id.optional(),
    image: fields.image.optional(),
  }),
  reply: success({ data: managedCategory }),
  refusals: ['category_exists', 'not_valid'],
  example: { body: { name: 'Glass' } },
});

export const changeCategoryRoute = route({
  name: 'changeCategory',
  method: 'PUT',
  path: '/api/manage/categories/:id',
  access: 'edit-products',
  summary: 'Change a category',
  description: 'Fields left out stay unchanged. Tills show its new name at once.',
  tags: TAGS,
  params: idParams,
  body: z.object({
    name: fields.name.optional(),
    slug: fields.slug.optional(),
    parent_id: fields.parent_id.optional(),
    blueprint_id: fields.blueprint_id.optional(),
    image: fields.image.optional(),
    version,
  }),
  reply: success({ data: managedCategory }),
  refusals: ['category_exists', 'changed_meanwhile', 'not_found', 'not_valid', 'nothing_to_do'],
  example: { params: { id: 30 }, body: { name: 'Pre-rolls' } },
});

export const moveCategoryRoute = route({
  name: 'moveCategory',
  method: 'POST',
  path: '/api/manage/categories/:id/move',
  access: 'edit-products',
  summary: 'Move a category',
  description:
    'The first move gives the shop an order of its own, which tills follow. Simultaneous moves by others are kept, because each names only its neighbour.',
  tags: TAGS,
  params: idParams,
  body: z.object({
    parent_id: id.nullable().meta(above),
    before_id: id.nullable().meta({
      description: 'Id of the category that follows it below the same parent; null for the last place.',
      examples: [null],
    }),
  }),
  reply: success({ data: all }),
  refusals: ['not_found', 'not_valid'],
  example: { params: { id: 30 }, body: { parent_id: null, before_id: null } },
});

export const mergeCategoryRoute = route({
  name: 'mergeCategory',
  method: 'POST',
  path: '/api/manage/categories/:id/merge',
  access: 'edit-products',
  summary: 'Merge a category into another',
  description:
    'Its products and the categories below it go to the other one, and it is deleted. Products that took their blueprint from it keep that blueprint.',
  tags: TAGS,
  params: idParams,
  body: z.object({
    into_id: id.meta({ description: 'Id of the category that stays.', examples: [30] }),
    version,
  }),
  reply: success({
    data: all,
    moved: z.int().meta({ description: 'Products that were in it.', examples: [4] }),
    taxes: z
      .array(
        z.object({
          location_id: z.int().meta({ description: 'Location of the tax.', examples: [20] }),
          code: z.string().meta({ description: 'Code of the tax.', examples: ['excise'] }),
          name: z.string().meta({ description: 'Name of the tax.', examples: ['Excise'] }),
        }),
      )
      .optional()
      .meta({ description: 'Taxes that were charged on it, and are charged on the other category from now on.' }),
  }),
  refusals: ['changed_meanwhile', 'not_found', 'not_valid'],
  example: { params: { id: 31 }, body: { into_id: 30 } },
});

export const deleteCategoryRoute = route({
  name: 'deleteCategory',
  method: 'DELETE',
  path: '/api/manage/categories/:id',
  access: 'edit-products',
  summary: 'Delete a category',
  description:
    'Only a category without products (archived ones included) and without categories below it can be deleted. Others can be merged. It is taken out of the taxes that are charged on it and on others; one that is charged on it alone is changed first.',
  tags: TAGS,
  params: idParams,
  query: z.object({ version: versionText }),
  reply: success({ id: z.int().meta(categoryId) }),
  refusals: ['category_in_use', 'changed_meanwhile', 'not_found'],
  example: { after: 'managedCategories', params: { id: from('/data/6/id', 1000) } },
});
