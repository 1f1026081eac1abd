import type { FastifyInstance } from 'fastify';
import { nameTillRoute, retireTillRoute, tillsRoute } from '#contract/tills.ts';
import { tillOf } from '#server/http/serve/at-till.ts';
import { serve, serveWrite } from '#server/http/serve/serve.ts';
import { success } from '#server/http/serve/success.ts';
import { listTills, nameTill, retireTill } from './tills.ts';

/** The tills of a location, for its managers. Rule: workspace/tills. */
export function registerTills(app: FastifyInstance): void {
  serve(app, tillsRoute, async ({ db, staff }) => success({ data: await listTills(db, staff) }));

  serveWrite(app, nameTillRoute, async ({ tx, staff, params, body, request, emit }) => {
    const data = await nameTill(tx, staff, { ...params, ...body, version: body.version, own: tillOf(request) });
    emit({ type: 'tills' });
    return success({ data });
  });

  serveWrite(app, retireTillRoute, async ({ tx, staff, params, body, emit }) => {
    const data = await retireTill(tx, staff, { ...params, version: body.version });
    emit({ type: 'tills' });
    return success({ data });
  });
}
