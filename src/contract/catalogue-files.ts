import { z } from 'zod';
import { route } from './route.ts';
import { locationIdIn, success, text } from './wire.ts';

const TAGS = ['Catalogue administration'];

export const exportProductsRoute = route({
  name: 'exportProducts',
  method: 'GET',
  path: '/api/manage/products/export.csv',
  access: 'edit-products',
  summary: 'The catalogue as CSV',
  description:
    'Has the layout of WooCommerce’s export: one line for each product and variation, by name, without archived ones and costs. Stock is that of the location of the caller. Cells that a spreadsheet would take for a formula begin with an apostrophe. With the column `Exported as`, a later import changes only edited values.',
  tags: TAGS,
  reply: z.string(),
  example: {},
  media: 'text/csv',
});

/** Columns that have other names in files of other programs, by their header in WooCommerce's export. */
export const MAPPED_HEADERS = [
  'Type',
  'Name',
  'ID',
  'SKU',
  'GTIN, UPC, EAN, or ISBN',
  'Published',
  'Regular price',
  'Sale price',
  'Date sale price starts',
  'Date sale price ends',
  'Stock',
  'Categories',
  'Tax status',
  'Description',
  'Parent',
] as const;

const SAMPLE_FILE = 'VHlwZSxTS1UsTmFtZSxSZWd1bGFyIHByaWNlDQpzaW1wbGUsTFQtMTAwLExhbnRlcm4sMTIuNTANCg==';

const importBody = {
  file: z
    .base64()
    .max(16_000_000)
    .meta({ description: 'The bytes of the CSV file, in base64.', examples: [SAMPLE_FILE] }),
  file_name: text(200).default('products.csv').describe('Its name, for the audit trail.'),
  mapping: z
    .record(text(100), text(200))
    .refine((chosen) => Object.keys(chosen).length <= 50, 'has more than 50 columns')
    .optional()
    .meta({
      description:
        'Headers of the file, keyed by the matching header of WooCommerce’s export; empty for none. Columns left out are recognised by that name, or by one like it.',
      examples: [{ 'Regular price': 'Price' }],
    }),
  source: text(100)
    .default('woocommerce')
    .describe(
      'Name of the store that the file comes from. Later imports from this store match products by its numbers.',
    ),
  location_id: locationIdIn.describe('Id of the location whose stock the file has; that of the caller when left out.'),
};
const IMPORT_LIMIT_BYTES = 16_500_000;

const importProblem = z
  .object({
    line: z.int().nullable().describe('Line of the file, 1 is the header; null for the file as a whole.'),
    column: z.string().nullable().describe('Header of the column; null for the row as a whole.'),
    reason: z.string().describe('The problem, in words for the person who made the file.'),
  })
  .meta({ id: 'CatalogueImportProblem', description: 'Something in the file that stops the import.' });

const counts = {
  created: z.int().describe('New products and variations.'),
  updated: z.int().describe('Products and variations that change.'),
  unchanged: z.int().describe('Rows that change nothing.'),
  skipped: z.int().describe('Rows that are left out.'),
  stock_set: z.int().describe('Items whose stock is set.'),
};

export const previewProductImportRoute = route({
  name: 'previewProductImport',
  method: 'POST',
  path: '/api/manage/products/import/preview',
  access: 'edit-products',
  idempotency: 'safe',
  summary: 'Try an import of products',
  description: 'Answers the result that the import would have. Changes nothing.',
  tags: TAGS,
  bodyLimitBytes: IMPORT_LIMIT_BYTES,
  body: z.object(importBody),
  reply: success({
    data: z
      .object({
        encoding: z.string().describe('Text encoding that was recognised.'),
        header: z.array(z.string()).describe('Columns of the file.'),
        guessed: z.record(z.string(), z.string()).meta({
          description:
            'Columns of the file that were recognised by a name like that of WooCommerce’s header, by that header; empty for a column that has something else.',
          examples: [{ 'Regular price': 'Price' }],
        }),
        own: z.boolean().describe('True if this shop exported the file. Then only edited values are changed.'),
        rows: z.int().describe('Rows of the file.'),
        location_name: z.string().describe('Name of the location whose stock would be set.'),
        ...counts,
        stock_left: z
          .int()
          .describe('Items that moved since an import read the figure that the file still has: their stock stays.'),
        stock_missing: z.int().describe('New items without a figure of stock: out of stock until counted.'),
        price_missing: z
          .int()
          .describe('New items without a price: not for sale until priced, unless a price list has them.'),
        price_cleared: z.int().describe('Items that lose their price, because the file has a blank in its place.'),
        new_categories: z.array(z.string()).describe('Categories that would be added.'),
        changes: z
          .array(
            z.object({
              line: z.int().describe('Line of the file.'),
              name: z.string().describe('Name of the product or variation.'),
              change: z.enum(['create', 'update']).describe('True if it is new.'),
              fields: z
                .array(
                  z.object({
                    field: z.string().describe('Name of the field, as the database has it.'),
                    from: z.string().describe('Present value; empty for none.'),
                    to: z.string().describe('Value after the import.'),
                  }),
                )
                .describe('Fields that change; empty for a new one.'),
              stock: z.number().nullable().describe('Stock after the import; null when it stays.'),
            }),
          )
          .describe('Products and variations that are new or change, by line; the first 200.'),
        notes: z
          .array(
            z.object({
              line: z.int().describe('Line.'),
              column: z.string().describe('Column.'),
              reason: z.string().describe('Note.'),
            }),
          )
          .describe('Values that were read differently from how they are written, by line; the first 200.'),
        left_out: z
          .array(
            z.object({
              line: z.int().describe('Line.'),
              name: z.string().describe('Name.'),
              reason: z.string().describe('Reason.'),
            }),
          )
          .describe('Rows that are left out, by line; the first 200.'),
        bad: z.int().describe('Rows with a problem. With any of them, nothing is imported.'),
        problems: z.array(importProblem).describe('Problems, by line; the first 200.'),
        bad_rows: z.string().describe('The rows with problems as a CSV file, with the reasons; empty without any.'),
      })
      .describe('Result that the import would have.'),
  }),
  refusals: ['not_valid', 'not_found', 'not_allowed', 'request_in_progress', 'location_required'],
  example: { body: { file: SAMPLE_FILE } },
});

export const importProductsRoute = route({
  name: 'importProducts',
  method: 'POST',
  path: '/api/manage/products/import',
  access: 'edit-products',
  idempotency: 'required',
  summary: 'Import products',
  description:
    'Imports all rows, or none if any row has a problem. `previewProductImport` lists the problems. `import` events on the stream of the caller say how far it is.',
  tags: TAGS,
  bodyLimitBytes: IMPORT_LIMIT_BYTES,
  body: z.object(importBody),
  reply: success({ data: z.object(counts).describe('Result of the import.') }),
  refusals: [
    ...(['import_not_clean', 'import_cancelled', 'not_valid'] as const),
    ...(['not_found', 'not_allowed', 'request_in_progress', 'location_required'] as const),
  ],
  example: { body: { file: SAMPLE_FILE } },
});

export const cancelProductImportRoute = route({
  name: 'cancelProductImport',
  method: 'POST',
  path: '/api/manage/products/import/cancel',
  access: 'edit-products',
  idempotency: 'safe',
  summary: 'Cancel an import of products',
  description:
    'Asks an import of the caller to stop. The answer to `importProducts` tells whether it did: `import_cancelled`, or its result when it was too late.',
  tags: TAGS,
  body: z.object({ key: z.uuid().describe('The `Idempotency-Key` of the import.') }),
  reply: success({}),
  example: { body: { key: 'f3b1c1f6-6a0e-4d7a-9c56-0d8b6a0c2e11' } },
});
