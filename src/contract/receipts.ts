import { z } from 'zod';
import { from } from './example.ts';
import { route } from './route.ts';
import { flag, idText, success } from './wire.ts';

/** A row of a receipt, as `domain/receipt` makes them; the screen, the print and the PDF draw the same rows. */
const receiptRow = z
  .discriminatedUnion('kind', [
    z.object({
      kind: z.enum(['title', 'centre']).describe('Kind of row.'),
      text: z.string().describe('Text of the row.'),
    }),
    z.object({
      kind: z.literal('pair').describe('Kind of row.'),
      left: z.string().describe('Text on the left.'),
      right: z.string().describe('Text on the right.'),
      weight: z.enum(['plain', 'strong', 'note']).describe('How it is set.'),
    }),
    z.object({ kind: z.literal('rule').describe('Kind of row.') }),
  ])
  .meta({ id: 'ReceiptRow', description: 'A row of a receipt; screen, print and PDF draw the same rows.' });

const params = z.object({ id: idText.describe('Id of the order.') });
/** `copy` marks any print after the first. */
export const receiptQuery = z.object({ copy: flag.default(false).describe('Marks the receipt as a copy.') });
export const receiptData = z
  .object({
    number: z.string().meta({ description: 'Number of the order or refund.', examples: ['POS-4056'] }),
    rows: z.array(receiptRow).describe('Rows, from the top.'),
  })
  .meta({ id: 'Receipt', description: 'A receipt as rows.' });

export const receiptRoute = route({
  name: 'receipt',
  method: 'GET',
  path: '/api/orders/:id/receipt',
  access: 'see-orders',
  summary: 'The receipt of an order',
  description: 'As rows, which screen, print and PDF draw alike.',
  tags: ['Orders'],
  params,
  query: receiptQuery,
  reply: success({ data: receiptData }),
  refusals: ['not_found'],
  example: { after: 'createOrder', params: { id: from('/id', 4056) } },
});

export const receiptPdfRoute = route({
  name: 'receiptPdf',
  method: 'GET',
  path: '/api/orders/:id/receipt.pdf',
  access: 'see-orders',
  summary: 'The receipt of an order as PDF',
  description: '80 mm wide and as long as it needs to be. Refusals are JSON as everywhere.',
  tags: ['Orders'],
  params,
  query: receiptQuery,
  reply: z.string(),
  refusals: ['not_found'],
  example: { after: 'createOrder', params: { id: from('/id', 4056) } },
  media: 'application/pdf',
});
