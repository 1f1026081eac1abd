import { z } from 'zod';
import { MAX_SALE_LINES } from '#domain/cart.ts';
import { TENDER_METHODS } from '#domain/tender.ts';
import { stockTold } from './live.ts';
import { receiptData, receiptQuery } from './receipts.ts';
import { from } from './example.ts';
import { route } from './route.ts';
import {
  id,
  idParams,
  idText,
  instant,
  money,
  moneyIn,
  quantity,
  quantityIn,
  serverSays,
  success,
  text,
} from './wire.ts';

const refundTender = z
  .object({ method: z.enum(TENDER_METHODS).describe('Way of payment.'), amount: money.describe('Amount.') })
  .meta({ id: 'RefundTender', description: 'Money given back by one way of payment.' });

const refundLine = z
  .object({
    line_id: z.int().meta({ description: 'Id of the line of the order.', examples: [6076] }),
    name: z.string().describe('Name of the item.'),
    quantity: quantity.describe("In the line's own unit: pieces, or the tier's grams."),
    goods: money.describe('Money for the goods, before tax, and the tax on them.'),
    tax: money.describe('Tax on the goods.'),
    restock: z.boolean().describe('True if it goes back to stock.'),
    stock_quantity: quantity.describe('Quantity that goes back to the jar, in stock units; 0 if not restocked.'),
  })
  .meta({ id: 'RefundLine', description: 'A line of a refund.' });

const refundTaxes = z.array(
  z
    .object({
      label: z.string().meta({ description: 'Name of the tax.', examples: ['Sales Tax'] }),
      rate_percent: z.number().meta({ description: 'Percent.', examples: [8.75] }),
      tax_total: money.describe('Amount given back.'),
    })
    .meta({ id: 'RefundTax', description: 'A tax of a refund.' }),
);

/** A refund of chosen lines, or of everything left when the status was set to refunded. */
export const refund = z
  .object({
    id: z.int().meta({ description: 'Id of the refund.', examples: [12] }),
    number: z.string().meta({ description: 'Number for people.', examples: ['R-1012'] }),
    kind: z
      .enum(['lines', 'status'])
      .describe('`lines`: chosen lines; `status`: everything left when the status was set to refunded.'),
    amount: money.describe('Money given back, with tax.'),
    goods: money.describe('Goods, before tax.'),
    tax: money.describe('Tax.'),
    tax_lines: refundTaxes
      .optional()
      .describe('The tax by kind; empty if a former release did not record it for several taxes.'),
    points: z.int().describe('Points taken back.'),
    points_returned: z.int().optional().describe('Points given back that had been used to pay.'),
    reason: z.string().describe('Reason.'),
    by: z.string().describe('Name of the person who made it.'),
    till: z
      .object({ id: z.string().describe('Id of the till.'), name: z.string().nullable().describe('Its name.') })
      .nullable()
      .optional()
      .describe('The till that made it; null when none was named.'),
    refund_to: z
      .enum(TENDER_METHODS)
      .nullable()
      .optional()
      .describe('The way of payment that was chosen for it; null when it went back as it was paid.'),
    created_at: instant.describe('Time of creation.'),
    refunded_at: instant
      .optional()
      .describe(
        'Time when it was given, by the till that gave it: before `created_at` if the server heard of it later.',
      ),
    reversed_at: instant
      .nullable()
      .describe('Time when a refund by status was undone by setting another status. Such a refund no longer counts.'),
    lines: z.array(refundLine).describe('Lines.'),
    tenders: z.array(refundTender).describe('Amounts given back, by way of payment.'),
  })
  .meta({ id: 'Refund', description: 'A refund.' });
export type WireRefund = z.output<typeof refund>;

/** A refund as it would be made. */
const refundPreview = z
  .object({
    amount: money.describe('Money to give back, with tax.'),
    goods: money.describe('Goods, before tax.'),
    tax: money.describe('Tax.'),
    tax_lines: refundTaxes.describe('The same by tax.'),
    points: z.int().describe('Points taken back from the customer.'),
    points_returned: z.int().describe('Points given back that had been used to pay.'),
    lines: z.array(refundLine).describe('Lines.'),
    tenders: z.array(refundTender).describe('Amounts to give back, by way of payment.'),
    is_full: z.boolean().describe("True if nothing is left afterwards. Then the order's status becomes refunded."),
  })
  .meta({ id: 'RefundPreview', description: 'A refund as it would be made.' });

const refundBody = z.object({
  amount_cents: serverSays,
  lines: z
    .array(
      z.object({
        line_id: id.meta({ description: 'Id of the line of the order.', examples: [6076] }),
        quantity: quantityIn.describe('Quantity to refund.'),
        restock: z.boolean().describe('True if it goes back to stock.'),
      }),
    )
    .min(1, 'has nothing to refund')
    .max(MAX_SALE_LINES)
    .describe('Lines to refund, whole or in part.'),
  refund_to: z
    .enum(TENDER_METHODS)
    .optional()
    .describe('Gives all of it back this way; left out, as it was paid, in proportion.'),
});

export const previewRefundRoute = route({
  name: 'previewRefund',
  method: 'POST',
  path: '/api/orders/:id/refunds/preview',
  access: 'change-orders',
  idempotency: 'safe',
  summary: 'Preview a refund',
  description: 'Answers the refund that these lines would get. Changes nothing.',
  tags: ['Orders'],
  params: idParams,
  body: refundBody,
  reply: success({ data: refundPreview }),
  refusals: [
    'not_found',
    'already_refunded',
    'order_not_refundable',
    'refund_exceeds_sold',
    'refund_quantity_not_valid',
  ],
  example: {
    after: 'createOrder',
    params: { id: from('/id', 4056) },
    body: { lines: [{ line_id: from('/data/line_items/0/id', 6076), quantity: 1, restock: true }] },
  },
});

export const refundRoute = route({
  name: 'refund',
  method: 'POST',
  path: '/api/orders/:id/refunds',
  access: 'change-orders',
  idempotency: 'required',
  summary: 'Refund lines of an order',
  description:
    'Refunds whole lines or parts of them, in proportion to the original ways of payment or, with `refund_to`, one of them. With `amount`, the refund is made only if it is exactly that much.',
  tags: ['Orders'],
  status: 201,
  params: idParams,
  body: refundBody.extend({
    reason: text(500)
      .default('')
      .meta({ description: 'Reason.', examples: ['Dented can'] }),
    amount: moneyIn.optional().describe('Amount that the caller expects; checked when sent.'),
  }),
  reply: success({
    data: refund,
    points_taken_back: z.int().describe('Points taken back.'),
    points_balance: z
      .int()
      .nullable()
      .optional()
      .describe('Points of the customer afterwards; below zero if taken points were spent already; null for a guest.'),
    order_status: z.string().meta({ description: 'Status of the order now.', examples: ['processing'] }),
    stock: stockTold.describe('New stock of the items that moved, by location.'),
  }),
  refusals: [
    'not_found',
    'already_refunded',
    'order_not_refundable',
    'refund_changed',
    'refund_exceeds_sold',
    'refund_quantity_not_valid',
  ],
  example: {
    after: 'createOrder',
    params: { id: from('/id', 4056) },
    body: {
      lines: [{ line_id: from('/data/line_items/0/id', 6076), quantity: 1, restock: true }],
      reason: 'Dented can',
    },
  },
});

const refundParams = z.object({
  id: idText.describe('Id of the order.'),
  refund_id: idText.describe('Id of the refund.'),
});

export const refundReceiptRoute = route({
  name: 'refundReceipt',
  method: 'GET',
  path: '/api/orders/:id/refunds/:refund_id/receipt',
  access: 'see-orders',
  summary: 'The receipt of a refund',
  description: 'The receipt as rows.',
  tags: ['Orders'],
  params: refundParams,
  query: receiptQuery,
  reply: success({ data: receiptData }),
  refusals: ['not_found'],
  example: { after: 'refund', params: { id: from('$request.path.id', 4056), refund_id: from('/data/id', 12) } },
});

export const refundReceiptPdfRoute = route({
  name: 'refundReceiptPdf',
  method: 'GET',
  path: '/api/orders/:id/refunds/:refund_id/receipt.pdf',
  access: 'see-orders',
  summary: 'The receipt of a refund as PDF',
  description: 'A PDF like the receipt of an order.',
  tags: ['Orders'],
  params: refundParams,
  query: receiptQuery,
  reply: z.string(),
  refusals: ['not_found'],
  example: { after: 'refund', params: { id: from('$request.path.id', 4056), refund_id: from('/data/id', 12) } },
  media: 'application/pdf',
});
