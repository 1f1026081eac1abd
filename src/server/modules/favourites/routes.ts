import type { FastifyInstance } from 'fastify';
import { favouritesRoute, pinFavouriteRoute } from '#contract/favourites.ts';
import { REPEATED, serve, serveWrite } from '#server/http/serve/serve.ts';
import { success } from '#server/http/serve/success.ts';
import { listFavourites, pinFavourite } from './favourites.ts';

/** Products that a location has at hand on its tills. Rule: grid/favourites. */
export function registerFavourites(app: FastifyInstance): void {
  serve(app, favouritesRoute, async ({ db, staff }) => success({ data: await listFavourites(db, staff) }), REPEATED);

  serveWrite(app, pinFavouriteRoute, async ({ tx, staff, params, body, emit }) => {
    const { locationId, data } = await pinFavourite(tx, staff, params.id, body);
    emit({ type: 'favourites', location_id: locationId });
    return success({ data });
  });
}
