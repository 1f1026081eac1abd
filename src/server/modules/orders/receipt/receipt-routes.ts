import type { FastifyInstance, FastifyReply } from 'fastify';
import { receiptPdfRoute, receiptRoute } from '#contract/receipts.ts';
import { refundReceiptPdfRoute, refundReceiptRoute } from '#contract/refunds.ts';
import type { ParamsOf, QueryOf } from '#contract/route.ts';
import type { Receipt } from '#domain/receipt.ts';
import { admit } from '#server/http/guard/admit.ts';
import { contextOf, declared, serve } from '#server/http/serve/serve.ts';
import type { Staff } from '#server/http/guard/session.ts';
import { success } from '#server/http/serve/success.ts';
import { getReceipt, getRefundReceipt } from './receipt.ts';
import { drawReceipt } from './receipt-pdf.ts';

interface Drawable {
  readonly number: string;
  readonly rows: Receipt;
}

type PdfRoute = typeof receiptPdfRoute | typeof refundReceiptPdfRoute;

async function sendPdf(reply: FastifyReply, { number, rows }: Drawable): Promise<FastifyReply> {
  return reply
    .type('application/pdf')
    .header('cache-control', 'private, no-store')
    .header('content-disposition', `inline; filename="receipt-${number.replace(/[^\w-]/g, '')}.pdf"`)
    .send(await drawReceipt(number, rows));
}

/** Serves a receipt as `application/pdf`; refusals are JSON as everywhere. */
function servePdf<R extends PdfRoute>(
  app: FastifyInstance,
  route: R,
  find: (staff: Staff, params: ParamsOf<R>, query: QueryOf<R>) => Promise<Drawable>,
): void {
  app.route({
    ...declared(route),
    onRequest: admit(route),
    handler: async (request, reply) => {
      const { staff } = contextOf<typeof receiptPdfRoute>(request, reply);
      return sendPdf(reply, await find(staff, request.params as ParamsOf<R>, request.query as QueryOf<R>));
    },
  });
}

/** Receipts of orders and of refunds: their rows for screen and print, and the same rows as a PDF. */
export function registerReceipts(app: FastifyInstance): void {
  const db = app.deps.reads;

  serve(app, receiptRoute, async ({ db, staff, params, query }) => {
    const { number, rows } = await getReceipt(db, staff, params.id, query.copy);
    return success({ data: { number, rows: [...rows] } });
  });

  serve(app, refundReceiptRoute, async ({ staff, params, query }) => {
    const asked = { orderId: params.id, refundId: params.refund_id };
    const { number, rows } = await getRefundReceipt(db, staff, asked, query.copy);
    return success({ data: { number, rows: [...rows] } });
  });

  servePdf(app, receiptPdfRoute, (staff, params, query) => getReceipt(db, staff, params.id, query.copy));

  servePdf(app, refundReceiptPdfRoute, (staff, params, query) =>
    getRefundReceipt(db, staff, { orderId: params.id, refundId: params.refund_id }, query.copy),
  );
}
