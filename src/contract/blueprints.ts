import { z } from 'zod';
import { FIELD_TYPES, MAX_FIELD_VALUE } from '#domain/field-value.ts';
import { from } from './example.ts';
import { route } from './route.ts';
import { id, idParams, idText, success, text, versionText } from './wire.ts';

const TAGS = ['Catalogue administration'];
const MAX_FIELDS = 50;
const MAX_OPTIONS = 100;

const fieldType = z
  .enum(FIELD_TYPES, 'is not a type of field')
  .meta({ description: '`text`, `number`, `select` (one of a list), `boolean` or `date`.', examples: ['text'] });
const limit = z.number().min(-1e12).max(1e12).nullable();

const managedField = z
  .object({
    id: z.int().meta({ description: 'Id of the field.', examples: [390] }),
    name: z
      .string()
      .meta({ description: 'Key of its values, without `_blueprint_`. It never changes.', examples: ['nose'] }),
    label: z.string().meta({ description: 'Label.', examples: ['Nose'] }),
    type: fieldType,
    description: z.string().describe('Explanation.'),
    default_value: z.string().nullable().describe('Value of new products; null for none.'),
    required: z.boolean().describe('True if a value is required.'),
    searchable: z.boolean().describe('True if the search of products reads its values. Costs are never read.'),
    options: z.array(z.string()).describe('Values of a list; suggestions for a text.'),
    min: z.number().nullable().describe('Least number; null for any.'),
    max: z.number().nullable().describe('Largest number; null for any.'),
  })
  .meta({ id: 'ManagedField', description: 'A field of a blueprint, with everything that can be changed about it.' });
export type ManagedField = z.output<typeof managedField>;

export const managedBlueprint = z
  .object({
    id: z.int().meta({ description: 'Id of the blueprint.', examples: [39] }),
    name: z.string().meta({ description: 'Name.', examples: ['Flower'] }),
    slug: z.string().meta({ description: 'Name in addresses.', examples: ['flower'] }),
    price_classes: z.array(z.string()).meta({ description: 'Price classes of its rules.', examples: [['Top']] }),
    fields: z.array(managedField).describe('Its fields, in their order.'),
    products: z.int().meta({ description: 'Products that have it, archived ones left out.', examples: [36] }),
    version: z.int().meta({ description: 'Grows with every change of it and of its fields.', examples: [1] }),
  })
  .meta({ id: 'ManagedBlueprint', description: 'A blueprint with its fields.' });
export type ManagedBlueprint = z.output<typeof managedBlueprint>;

const one = success({ data: managedBlueprint });

export const managedBlueprintsRoute = route({
  name: 'managedBlueprints',
  method: 'GET',
  path: '/api/manage/blueprints',
  access: 'edit-products',
  summary: 'Blueprints',
  description: 'Blueprints with their fields and the price classes of their pricing rules.',
  tags: TAGS,
  reply: success({ data: z.array(managedBlueprint).describe('Blueprints, by name.') }),
});

const given = (max: number, sample: string) =>
  text(max)
    .refine((name) => name.trim() !== '', 'is empty')
    .meta({ description: 'Name.', examples: [sample] });

const fields = z
  .array(
    z.object({
      id: id.optional().meta({ description: 'Id of an existing field; left out for a new one.', examples: [390] }),
      name: text(60)
        .regex(/^[a-z][a-z0-9_]*$/, 'is not lower-case letters, digits and underscores')
        .optional()
        .meta({ description: 'Key of its values; for a new field only.', examples: ['nose'] }),
      label: given(100, 'Nose'),
      type: fieldType,
      description: text(500)
        .optional()
        .meta({ description: 'Explanation.', examples: ['What it smells of.'] }),
      default_value: text(MAX_FIELD_VALUE).nullable().optional().describe('Value of new products; null for none.'),
      required: z.boolean().optional().describe('True if a value is required.'),
      searchable: z.boolean().optional().describe('True if the search of products reads its values.'),
      options: z
        .array(given(200, 'Indica'))
        .max(MAX_OPTIONS)
        .optional()
        .describe('Values of a list; suggestions for a text.'),
      min: limit.optional().describe('Least number; null for any.'),
      max: limit.optional().describe('Largest number; null for any.'),
    }),
  )
  .max(MAX_FIELDS)
  .describe('All of its fields, in order. A field that is left out is removed; products keep its values.');

const slug = text(100)
  .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, 'is not lower-case letters and digits with hyphens between them')
  .optional()
  .meta({ description: 'Name in addresses; made from the name when left out.', examples: ['tincture'] });

export const createBlueprintRoute = route({
  name: 'createBlueprint',
  method: 'POST',
  path: '/api/manage/blueprints',
  access: 'edit-products',
  summary: 'Add a blueprint',
  description: 'A blueprint is assigned to a product directly or through its category.',
  tags: TAGS,
  status: 201,
  body: z.object({ name: given(100, 'Tincture'), slug, fields: fields.default([]) }),
  reply: one,
  refusals: ['blueprint_exists', 'not_valid'],
  example: {
    body: { name: 'Tincture', fields: [{ name: 'strength', label: 'Strength (mg)', type: 'number', min: 0 }] },
  },
});

export const changeBlueprintRoute = route({
  name: 'changeBlueprint',
  method: 'PUT',
  path: '/api/manage/blueprints/:id',
  access: 'edit-products',
  summary: 'Change a blueprint',
  description:
    'Fields left out stay unchanged. Values that products have already are judged when they are changed next.',
  tags: TAGS,
  params: idParams,
  body: z.object({
    name: given(100, 'Tincture').optional(),
    slug,
    fields: fields.optional(),
    version: z
      .int()
      .optional()
      .describe(
        'The version that the caller saw. If it has changed, 409 `changed_meanwhile` answers the `current` one.',
      ),
  }),
  reply: one,
  refusals: ['blueprint_exists', 'changed_meanwhile', 'not_found', 'not_valid', 'nothing_to_do'],
  example: { params: { id: 44 }, body: { name: 'Moonwater drinks' } },
});

export const deleteBlueprintRoute = route({
  name: 'deleteBlueprint',
  method: 'DELETE',
  path: '/api/manage/blueprints/:id',
  access: 'edit-products',
  summary: 'Delete a blueprint',
  description: 'Only a blueprint that no product, category or pricing rule uses can be deleted.',
  tags: TAGS,
  params: idParams,
  query: z.object({ version: versionText }),
  reply: success({ id: z.int().meta({ description: 'Id of the blueprint.', examples: [100] }) }),
  refusals: ['blueprint_in_use', 'changed_meanwhile', 'not_found'],
  example: { after: 'managedBlueprints', params: { id: from('/data/4/id', 100) } },
});

export const blueprintFieldsRoute = route({
  name: 'blueprintFields',
  method: 'GET',
  path: '/api/blueprint-fields',
  access: 'see-stock',
  summary: 'Blueprint fields of a category or a product',
  description:
    'For a category, each field has the number of products with a value; for a product, its value. Cost fields are left out without the permission to see costs.',
  tags: ['Catalogue'],
  query: z.object({
    category_id: idText.optional().describe('Id of a category.'),
    product_id: idText.optional().meta({ description: 'Id of a product.', examples: ['1101'] }),
  }),
  reply: success({
    fields: z
      .array(
        z.object({
          field_id: z.int().describe('Id of the field.'),
          field_name: z.string().meta({ description: 'Key, without `_blueprint_`.', examples: ['nose'] }),
          field_label: z.string().meta({ description: 'Label.', examples: ['Nose'] }),
          field_type: z.string().meta({ description: 'Type of its values.', examples: ['text'] }),
          field_value: z.string().optional().describe('Its value; empty for none. Only for a product.'),
          required: z
            .boolean()
            .optional()
            .describe('True if a value is required. Only for a product, like the fields below.'),
          options: z.array(z.string()).optional().describe('Values of a list; suggestions for a text.'),
          min: z.number().nullable().optional().describe('Least number; null for any.'),
          max: z.number().nullable().optional().describe('Largest number; null for any.'),
          count: z.int().optional().describe('Published products with a value. Only for a category.'),
        }),
      )
      .describe('The fields, in their order.'),
  }),
  refusals: ['not_found', 'not_valid'],
  example: { query: { product_id: '1101' } },
});
