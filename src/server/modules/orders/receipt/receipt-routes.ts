import type { FastifyInstance } from 'fastify';
import { receiptPdfRoute, receiptRoute } from '#contract/receipts.ts';
import { refundReceiptPdfRoute, refundReceiptRoute } from '#contract/refunds.ts';
import type { PaperReceipt } from '#domain/receipt.ts';
import { servePdf } from '#server/http/serve/send/serve-pdf.ts';
import { serve } from '#server/http/serve/serve.ts';
import { success } from '#server/http/serve/success.ts';
import { getReceipt, getRefundReceipt } from './receipt.ts';
import { drawReceipt } from './receipt-pdf.ts';

const asData = ({ rows, ...receipt }: PaperReceipt) =>
  success({
    data: { ...receipt, rows: rows.map((row) => (row.kind === 'code' ? { ...row, modules: [...row.modules] } : row)) },
  });
const asPaper = (receipt: PaperReceipt) => ({
  name: `receipt-${receipt.number}`,
  draw: () => drawReceipt(receipt),
});

/** Receipts of orders and of refunds: their rows for screen and print, and the same rows as a PDF. */
export function registerReceipts(app: FastifyInstance): void {
  serve(app, receiptRoute, async ({ db, staff, params, query }) =>
    asData(await getReceipt(db, staff, params.id, query.copy)),
  );

  serve(app, refundReceiptRoute, async ({ db, staff, params, query }) =>
    asData(await getRefundReceipt(db, staff, { orderId: params.id, refundId: params.refund_id }, query.copy)),
  );

  servePdf(app, receiptPdfRoute, async ({ db, staff, params, query }) =>
    asPaper(await getReceipt(db, staff, params.id, query.copy)),
  );

  servePdf(app, refundReceiptPdfRoute, async ({ db, staff, params, query }) =>
    asPaper(await getRefundReceipt(db, staff, { orderId: params.id, refundId: params.refund_id }, query.copy)),
  );
}
