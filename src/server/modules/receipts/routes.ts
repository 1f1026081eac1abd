import type { FastifyInstance } from 'fastify';
import { changeReceiptSettingsRoute, receiptSettingsRoute, storeLogoRoute } from '#contract/receipts.ts';
import { serve, servePreparedWrite, serveWrite } from '#server/http/serve/serve.ts';
import { success } from '#server/http/serve/success.ts';
import { printable } from '#server/modules/catalogue/service.ts';
import { changeReceiptSettings, logosInUse, readReceiptSettings, storeLogo } from './service.ts';

/** The receipt settings, for administrators. Rule: orders/receipt-paper. */
export function registerReceiptSettings(app: FastifyInstance): void {
  serve(app, receiptSettingsRoute, async ({ db }) =>
    success({ data: await readReceiptSettings(db), logos: await logosInUse(db) }),
  );

  serveWrite(app, changeReceiptSettingsRoute, async ({ tx, staff, body, emit }) => {
    const data = await changeReceiptSettings(tx, staff, body);
    emit({ type: 'receipts' });
    return success({ data });
  });

  servePreparedWrite(
    app,
    storeLogoRoute,
    ({ body }) => printable(Buffer.from(body.file, 'base64')),
    async ({ tx, staff }, logo) => success({ data: await storeLogo(tx, staff, logo) }),
  );
}
