import type { FastifyInstance } from 'fastify';
import {
  changeLocationRoute,
  closeLocationRoute,
  createLocationRoute,
  locationsRoute,
  reopenLocationRoute,
} from '#contract/locations.ts';
import { serve, serveWrite } from '#server/http/serve/serve.ts';
import { success } from '#server/http/serve/success.ts';
import { stockTold } from '#server/stock/stock-moves.ts';
import { changeLocation, closeLocation, createLocation, listLocations, reopenLocation } from './locations.ts';

/** The locations, for administrators. Rule: workspace/locations. */
export function registerLocations(app: FastifyInstance): void {
  serve(app, locationsRoute, async ({ db }) => success({ data: await listLocations(db) }));

  serveWrite(app, createLocationRoute, async ({ tx, staff, body, emit }) => {
    const data = await createLocation(tx, staff, body);
    emit({ type: 'locations' });
    return success({ data });
  });

  serveWrite(app, changeLocationRoute, async ({ tx, staff, params, body, emit }) => {
    const data = await changeLocation(tx, staff, params.id, body);
    emit({ type: 'locations' });
    return success({ data });
  });

  serveWrite(app, closeLocationRoute, async ({ tx, staff, params, body, emit }) => {
    const { location, events } = await closeLocation(tx, staff, params.id, body);
    for (const event of events) emit(event);
    emit({ type: 'locations' });
    return success({ data: location, ...stockTold(events) });
  });

  serveWrite(app, reopenLocationRoute, async ({ tx, staff, params, body, emit }) => {
    const data = await reopenLocation(tx, staff, params.id, body.version);
    emit({ type: 'locations' });
    return success({ data });
  });
}
