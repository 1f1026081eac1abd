import type { FastifyInstance } from 'fastify';
import { cancelTaxRoute, copyTaxesRoute, setTaxRoute, taxesRoute } from '#contract/taxes.ts';
import { DEFAULT_RATE_PPM, ratePercent } from '#domain/tax.ts';
import { serve, serveWrite } from '#server/http/serve/serve.ts';
import { success } from '#server/http/serve/success.ts';
import { cancelTax, copyTaxes, listPriceClasses, listTaxes, setTax } from './taxes.ts';

/** Taxes of the locations, for administrators. Rule: pricing/taxes. */
export function registerTaxes(app: FastifyInstance): void {
  serve(app, taxesRoute, async ({ db }) =>
    success({
      data: await listTaxes(db),
      price_classes: await listPriceClasses(db),
      default_rate: ratePercent(DEFAULT_RATE_PPM),
    }),
  );

  serveWrite(app, setTaxRoute, async ({ tx, staff, body, emit }) => {
    const data = await setTax(tx, staff, body);
    // Tills have the taxes of their location with their session.
    emit({ type: 'locations' });
    return success({ data });
  });

  serveWrite(app, copyTaxesRoute, async ({ tx, staff, body, emit }) => {
    const data = await copyTaxes(tx, staff, body);
    emit({ type: 'locations' });
    return success({ data });
  });

  serveWrite(app, cancelTaxRoute, async ({ tx, staff, params, emit }) => {
    await cancelTax(tx, staff, params.id);
    emit({ type: 'locations' });
    return success({ id: params.id });
  });
}
