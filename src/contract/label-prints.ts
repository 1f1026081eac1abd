import { z } from 'zod';
import { MOST_PRINTED } from '#domain/labels/pages.ts';
import { PRINTED_MAX_LENGTH } from '#domain/labels/lines.ts';
import { route } from './route.ts';
import {
  id,
  instant,
  money,
  moneyIn,
  productIdIn,
  quantity,
  quantityIn,
  success,
  text,
  variationId,
  variationIn,
} from './wire.ts';

const TAGS = ['Labels'];
const PATH = '/api/labels/prints';
export const LARGE_BODY_BYTES = 4 * 1024 * 1024;
/** The most different labels of one print. */
export const MOST_LABELS = 3000;

const PRINT_METHODS = ['window', 'quick', 'pdf', 'zpl', 'printer'] as const;
export type PrintMethod = (typeof PRINT_METHODS)[number];

const method = z
  .enum(PRINT_METHODS)
  .describe('Way of printing: print window, Quick Print, PDF, ZPL file, or a label printer on the network.');
const templateName = text(80)
  .min(1)
  .meta({ description: 'Name of the template.', examples: ['Avery 5160 (30-up)'] });

const priceIn = moneyIn
  .refine((cents) => cents >= 0, 'is less than nothing')
  .nullable()
  .default(null);

export const printIn = z.object({
  product_id: productIdIn.nullable().default(null).describe('Its product; null for a label with typed text.'),
  variation_id: variationIn,
  name: text(PRINTED_MAX_LENGTH).meta({ description: 'Its first line.', examples: ['Blue Ridge Mist'] }),
  tier: z
    .object({
      label: text(200).meta({ description: 'Label of the tier.', examples: ['3.5 g'] }),
      quantity: quantityIn.refine((milli) => milli > 0, 'is not above zero'),
    })
    .nullable()
    .default(null)
    .describe('Tier that the label shows.'),
  price: priceIn.describe('The price of a unit that it shows; null for none.'),
  tier_price: priceIn.describe('The price of the tier that it shows; null for none.'),
  copies: id.max(MOST_PRINTED).meta({ description: 'Number of copies.', examples: [10] }),
});
export type PrintSent = z.input<typeof printIn>;

const printed = z
  .object({
    id: z.int().describe('Id of the print.'),
    product_id: z.int().nullable().describe('Its product; null for a label with typed text.'),
    variation_id: variationId,
    name: z.string().meta({ description: 'Its first line.', examples: ['Blue Ridge Mist'] }),
    tier: z
      .object({
        label: z.string().meta({ description: 'Label of the tier.', examples: ['3.5 g'] }),
        quantity: quantity.describe('Its quantity.'),
      })
      .nullable()
      .describe('Tier that the label shows.'),
    price: money.nullable().describe('The price of a unit that it shows; null for none.'),
    tier_price: money.nullable().describe('The price of the tier that it shows; null for none.'),
    template: z.string().meta({ description: 'Name of the template.', examples: ['Avery 5160 (30-up)'] }),
    copies: z.int().describe('Number of copies.'),
    method,
    printed_by: z.string().meta({ description: 'Name of the person who printed it.', examples: ['Sam Staff'] }),
    printed_at: instant.describe('Time.'),
  })
  .meta({ id: 'LabelPrint', description: 'A label that was printed.' });
export type LabelPrint = z.output<typeof printed>;

export const labelPrintsRoute = route({
  name: 'labelPrints',
  method: 'GET',
  path: PATH,
  access: 'see-stock',
  summary: 'Printed labels of the location',
  description:
    'The last prints, and for each item and tier the newest label that shows a price. If that price differs from the present one, the label has to be replaced.',
  tags: TAGS,
  reply: success({
    last: z.array(printed).describe('The last 100 prints, newest first.'),
    priced: z.array(printed).describe('The newest label with a price of each item and tier.'),
  }),
  refusals: ['location_required'],
});

export const recordLabelPrintsRoute = route({
  name: 'recordLabelPrints',
  method: 'POST',
  path: PATH,
  access: 'see-stock',
  idempotency: 'required',
  summary: 'Record printed labels',
  description:
    'Records labels at the location of the caller. A browser cannot tell that its print dialog was cancelled, so cancelled prints are recorded as well.',
  tags: TAGS,
  status: 201,
  bodyLimitBytes: LARGE_BODY_BYTES,
  body: z.object({
    template: templateName,
    method: method.exclude(['printer']).describe('Way of printing: print window, Quick Print, PDF or ZPL file.'),
    labels: z.array(printIn).min(1).max(MOST_LABELS).describe('Labels printed.'),
  }),
  reply: success({ count: z.int().describe('Number of different labels that were recorded.') }),
  refusals: ['location_required', 'product_unknown'],
  example: {
    body: {
      template: 'Avery 5160 (30-up)',
      method: 'window',
      labels: [
        {
          product_id: 1602,
          name: 'Blue Ridge Mist',
          tier: { label: '3.5 g', quantity: 3.5 },
          tier_price: '40.00',
          copies: 10,
        },
      ],
    },
  },
});
