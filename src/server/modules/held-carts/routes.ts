import type { FastifyInstance } from 'fastify';
import { burnCartRoute, heldCartsRoute, holdCartRoute, resumeCartRoute } from '#contract/held-carts.ts';
import { REPEATED, serve, serveWrite } from '#server/http/serve/serve.ts';
import { success } from '#server/http/serve/success.ts';
import { endHold, holdCart, listHeld } from './held-carts.ts';

/** Carts that wait for their customer, for all tills of a location. Rule: register/hold. */
export function registerHeldCarts(app: FastifyInstance): void {
  serve(app, heldCartsRoute, async ({ db, staff }) => success({ data: await listHeld(db, staff) }), REPEATED);

  serveWrite(app, holdCartRoute, async ({ tx, staff, body, emit }) => {
    const { held, locationId } = await holdCart(tx, staff, body);
    emit({ type: 'held-carts', location_id: locationId });
    return success({ data: held });
  });

  serveWrite(app, resumeCartRoute, async ({ tx, staff, params, emit }) => {
    const { locationId, ...data } = await endHold(tx, staff, params.id, 'resumed');
    emit({ type: 'held-carts', location_id: locationId });
    return success({ data });
  });

  serveWrite(app, burnCartRoute, async ({ tx, staff, params, emit }) => {
    const { locationId, id } = await endHold(tx, staff, params.id, 'burned');
    emit({ type: 'held-carts', location_id: locationId });
    return success({ id });
  });
}
