import { z } from 'zod';
import { TENDER_METHODS } from '#domain/tender.ts';
import { stockTold } from './live.ts';
import { receiptData, receiptQuery } from './receipts.ts';
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

const refundTender = z.object({ method: z.enum(TENDER_METHODS), amount: money });

const refundLine = z.object({
  line_id: z.int(),
  name: z.string(),
  /** In the line's own unit: pieces, or the tier's grams. */
  quantity,
  /** Money for the goods, before tax, and the tax on them. */
  goods: money,
  tax: money,
  restock: z.boolean(),
  /** What goes back to the jar, in stock units; 0 when not restocked. */
  stock_quantity: quantity,
});

/** What a refund gives back: of chosen lines, or of all that was left when the status was set to refunded. */
export const refund = z.object({
  id: z.int(),
  number: z.string(),
  kind: z.enum(['lines', 'status']),
  amount: money,
  goods: money,
  tax: money,
  points: z.int(),
  reason: z.string(),
  by: z.string(),
  created_at: instant,
  /** When a refund by status was undone by moving the order on; such a refund counts no more. */
  reversed_at: instant.nullable(),
  lines: z.array(refundLine),
  tenders: z.array(refundTender),
});
export type WireRefund = z.output<typeof refund>;

/** What a refund would be, before it is made. */
const refundPreview = z.object({
  amount: money,
  goods: money,
  tax: money,
  /** Points taken back from the customer. */
  points: z.int(),
  lines: z.array(refundLine),
  tenders: z.array(refundTender),
  /** Whether nothing is left afterwards: the order's status becomes refunded. */
  is_full: z.boolean(),
});

const refundBody = z.object({
  amount_cents: serverSays,
  lines: z
    .array(z.object({ line_id: id, quantity: quantityIn, restock: z.boolean() }))
    .min(1, 'has nothing to refund')
    .max(200),
});

/**
 * What refunding these lines would give back. Changes nothing.
 * Refuses as `refundRoute` does.
 */
export const previewRefundRoute = route({
  method: 'POST',
  path: '/api/orders/:id/refunds/preview',
  access: 'change-orders',
  idempotency: 'safe',
  summary: 'What a refund of some lines would give back',
  tags: ['Orders'],
  params: idParams,
  body: refundBody,
  reply: success({ data: refundPreview }),
});

/**
 * Refunds lines or parts of them, to the original tenders in proportion. `amount` is what the screen showed: when it
 * is not what the refund comes to now, 409 `refund_changed` with the present `amount`.
 * Refuses: 404 `not_found` (order or line); 409 `already_refunded`, `order_not_refundable` (cancelled, failed, not paid);
 * 409 `refund_exceeds_sold` with `line_id` and `left`; 409 `refund_changed`; 422 `refund_quantity_not_valid` (not above
 * 0, part of a piece, a line twice).
 */
export const refundRoute = route({
  method: 'POST',
  path: '/api/orders/:id/refunds',
  access: 'change-orders',
  idempotency: 'required',
  summary: 'Refund lines of an order',
  tags: ['Orders'],
  status: 201,
  params: idParams,
  body: refundBody.extend({ reason: text(500).default(''), amount: moneyIn.optional() }),
  reply: success({ data: refund, points_taken_back: z.int(), order_status: z.string(), stock: stockTold }),
});

const refundParams = z.object({ id: idText, refund_id: idText });

export const refundReceiptRoute = route({
  method: 'GET',
  path: '/api/orders/:id/refunds/:refund_id/receipt',
  access: 'see-orders',
  summary: 'The rows of a refund’s receipt',
  tags: ['Orders'],
  params: refundParams,
  query: receiptQuery,
  reply: success({ data: receiptData }),
});

/** Answers `application/pdf`, as an order's receipt does. */
export const refundReceiptPdfRoute = route({
  method: 'GET',
  path: '/api/orders/:id/refunds/:refund_id/receipt.pdf',
  access: 'see-orders',
  summary: 'A refund’s receipt as a PDF of 80 mm',
  tags: ['Orders'],
  params: refundParams,
  query: receiptQuery,
  reply: z.string().describe('PDF'),
});
