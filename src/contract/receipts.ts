import { z } from 'zod';
import { route } from './route.ts';
import { flag, idText, success } from './wire.ts';

/** A row of a receipt, as `domain/receipt` makes them; the screen, the print and the PDF draw the same rows. */
const receiptRow = z.discriminatedUnion('kind', [
  z.object({ kind: z.enum(['title', 'centre']), text: z.string() }),
  z.object({
    kind: z.literal('pair'),
    left: z.string(),
    right: z.string(),
    weight: z.enum(['plain', 'strong', 'note']),
  }),
  z.object({ kind: z.literal('rule') }),
]);

const params = z.object({ id: idText });
/** `copy` marks any print after the first. */
export const receiptQuery = z.object({ copy: flag.default(false) });
export const receiptData = z.object({ number: z.string(), rows: z.array(receiptRow) });

export const receiptRoute = route({
  method: 'GET',
  path: '/api/orders/:id/receipt',
  access: 'see-orders',
  summary: 'The rows of an order’s receipt',
  tags: ['Orders'],
  params,
  query: receiptQuery,
  reply: success({ data: receiptData }),
});

/** Answers `application/pdf`, 80 mm wide and as long as it needs to be; refusals are JSON as everywhere. */
export const receiptPdfRoute = route({
  method: 'GET',
  path: '/api/orders/:id/receipt.pdf',
  access: 'see-orders',
  summary: 'An order’s receipt as a PDF of 80 mm',
  tags: ['Orders'],
  params,
  query: receiptQuery,
  reply: z.string().describe('PDF'),
});
