import type { FastifyInstance } from 'fastify';
import { labelPrintsRoute, recordLabelPrintsRoute } from '#contract/label-prints.ts';
import {
  changeLabelTemplateRoute,
  createLabelTemplateRoute,
  deleteLabelTemplateRoute,
  labelTemplatesRoute,
} from '#contract/label-templates.ts';
import { labelsPdfRoute } from '#contract/labels.ts';
import { locationToWrite } from '#server/http/serve/location.ts';
import { REPEATED, serve, serveWrite } from '#server/http/serve/serve.ts';
import { servePdf } from '#server/http/serve/send/serve-pdf.ts';
import { success } from '#server/http/serve/success.ts';
import { drawLabelSheet } from './label-pdf.ts';
import { listPrints, recordPrints } from './prints.ts';
import { changeTemplate, createTemplate, deleteTemplate, listTemplates } from './templates.ts';

/** Labels: their pages, the templates of a location, and what was printed. */
export function registerLabels(app: FastifyInstance): void {
  servePdf(app, labelsPdfRoute, async ({ body }) => ({ name: 'labels', draw: () => drawLabelSheet(body) }));

  serve(app, labelTemplatesRoute, async ({ db, staff }) => success({ data: await listTemplates(db, staff) }), REPEATED);

  serveWrite(app, createLabelTemplateRoute, async ({ tx, staff, body, emit }) => {
    const data = await createTemplate(tx, staff, body.template);
    emit({ type: 'labels', location_id: data.location_id });
    return success({ data });
  });

  serveWrite(app, changeLabelTemplateRoute, async ({ tx, staff, params, body, emit }) => {
    const data = await changeTemplate(tx, staff, params.id, body);
    emit({ type: 'labels', location_id: data.location_id });
    return success({ data });
  });

  serveWrite(app, deleteLabelTemplateRoute, async ({ tx, staff, params, query, emit }) => {
    emit({ type: 'labels', location_id: await deleteTemplate(tx, staff, params.id, query.expected_version) });
    return success({ id: params.id });
  });

  serve(app, labelPrintsRoute, async ({ db, staff }) => success(await listPrints(db, staff)), REPEATED);

  serveWrite(app, recordLabelPrintsRoute, async ({ tx, staff, body, emit }) => {
    const locationId = locationToWrite(staff, undefined);
    const count = await recordPrints(tx, staff, locationId, body);
    emit({ type: 'labels', location_id: locationId });
    return success({ count });
  });
}
