import type { FastifyInstance } from 'fastify';
import {
  changeLabelPrinterRoute,
  createLabelPrinterRoute,
  deleteLabelPrinterRoute,
  labelPrintersRoute,
  labelQueueRoute,
  printLabelsRoute,
  settleLabelJobRoute,
  testLabelPrinterRoute,
} from '#contract/label-printers.ts';
import { sentBeforeMs } from '#server/http/serve/at-till.ts';
import { REPEATED, serve, servePreparedWrite, serveWrite } from '#server/http/serve/serve.ts';
import { success } from '#server/http/serve/success.ts';
import { changePrinter, createPrinter, deletePrinter, listPrinters, readPrinter } from './printers.ts';
import { listJobs, queueLabels, readyLabels, settleJob, testLabel } from './queue.ts';

/** Label printers of a location and their queue. */
export function registerPrinting(app: FastifyInstance): void {
  const { config } = app.deps;

  serve(app, labelPrintersRoute, async ({ db, staff }) => success({ data: await listPrinters(db, staff) }), REPEATED);

  serveWrite(app, createLabelPrinterRoute, async ({ tx, staff, body, emit }) => {
    const data = await createPrinter(tx, staff, body, config);
    emit({ type: 'labels', location_id: data.location_id });
    return success({ data });
  });

  // Drawing takes longer than a transaction should.
  servePreparedWrite(
    app,
    printLabelsRoute,
    async ({ db, staff, params, body }) => {
      const printer = await readPrinter(db, staff, params.id);
      return { printer, ready: await readyLabels(printer, body) };
    },
    async ({ tx, staff, request, emit }, { printer, ready }) => {
      emit({ type: 'label-queue', location_id: printer.location_id });
      return success({ data: await queueLabels(tx, staff, printer, ready, sentBeforeMs(request) ?? 0) });
    },
  );

  servePreparedWrite(
    app,
    testLabelPrinterRoute,
    async ({ db, staff, params }) => {
      const printer = await readPrinter(db, staff, params.id);
      return { printer, ready: await testLabel(printer) };
    },
    async ({ tx, staff, request, emit }, { printer, ready }) => {
      emit({ type: 'label-queue', location_id: printer.location_id });
      return success({ data: await queueLabels(tx, staff, printer, ready, sentBeforeMs(request) ?? 0) });
    },
  );

  serve(app, labelQueueRoute, async ({ db, staff }) => success({ data: await listJobs(db, staff) }), REPEATED);

  serveWrite(app, settleLabelJobRoute, async ({ tx, staff, params, body, emit }) => {
    const data = await settleJob(tx, staff, params.id, body);
    emit({ type: 'label-queue', location_id: data.location_id });
    if (body.action === 'printed') emit({ type: 'labels', location_id: data.location_id });
    return success({ data });
  });

  serveWrite(app, changeLabelPrinterRoute, async ({ tx, staff, params, body, emit }) => {
    const data = await changePrinter(tx, staff, params.id, body, config);
    emit({ type: 'labels', location_id: data.location_id });
    return success({ data });
  });

  serveWrite(app, deleteLabelPrinterRoute, async ({ tx, staff, params, query, emit }) => {
    const locationId = await deletePrinter(tx, staff, params.id, query.expected_version);
    emit({ type: 'labels', location_id: locationId });
    emit({ type: 'label-queue', location_id: locationId });
    return success({ id: params.id });
  });
}
