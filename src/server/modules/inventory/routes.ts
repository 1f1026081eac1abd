import type { FastifyInstance } from 'fastify';
import { auditLogRoute, exportHistoryRoute, movementsRoute } from '#contract/history.ts';
import { batchInventoryRoute, inventoryRoute, setStockRoute } from '#contract/inventory.ts';
import {
  adjustStockRoute,
  applyAuditBatchRoute,
  attentionRoute,
  auditBatchRoute,
  setReorderLevelRoute,
} from '#contract/stock-adjustments.ts';
import { convertStockRoute, transferStockRoute, transferTargetsRoute } from '#contract/transfers.ts';
import { stockTold } from '#server/stock/stock-moves.ts';
import { serve, serveWrite } from '#server/http/serve/serve.ts';
import { mayRead } from '#server/http/serve/location.ts';
import { serveCsv } from '#server/http/serve/send/serve-csv.ts';
import { success } from '#server/http/serve/success.ts';
import { adjustStock } from './count/adjust.ts';
import { getAttention, setReorderLevel } from './count/attention.ts';
import { applyAudit, getAudit } from './count/audit.ts';
import { convertStock } from './transfer/convert.ts';
import { exportHistory } from './history/history-export.ts';
import { listHistory, listMovements } from './history/history.ts';
import { getStock, getStockOfMany, setStock } from './service.ts';
import { listTransferTargets, transferStock } from './transfer/transfer.ts';

/** Stock at a location: reading, counting and moving it, and its history. */
export function registerInventory(app: FastifyInstance): void {
  registerStock(app);
  registerOperations(app);
  registerHistory(app);
}

function registerStock(app: FastifyInstance): void {
  serve(app, inventoryRoute, async ({ db, staff, query }) => success({ data: await getStock(db, staff, query) }));

  serveWrite(app, setStockRoute, async ({ tx, staff, body, emit }) => {
    const { row, event } = await setStock(tx, staff, body);
    if (event) emit(event);
    return success({ data: row, ...stockTold([event]) });
  });

  serve(app, batchInventoryRoute, async ({ db, staff, body }) =>
    success({ data: await getStockOfMany(db, staff, body) }),
  );

  serve(app, attentionRoute, async ({ db, staff, query }) => success(await getAttention(db, staff, query)));

  serveWrite(app, setReorderLevelRoute, async ({ tx, staff, body, emit }) => {
    const { row, event } = await setReorderLevel(tx, staff, body);
    emit(event);
    return success({ data: row });
  });
}

function registerOperations(app: FastifyInstance): void {
  serveWrite(app, adjustStockRoute, async ({ tx, staff, body, emit }) => {
    const { moved, event } = await adjustStock(tx, staff, body);
    emit(event);
    return success({ data: moved, ...stockTold([event]) });
  });

  serveWrite(app, applyAuditBatchRoute, async ({ tx, staff, body, emit }) => {
    const { batch, event } = await applyAudit(tx, staff, body);
    if (event) emit(event);
    return success({ audit_number: batch.audit_number, data: batch, ...stockTold([event]) });
  });

  serve(app, transferTargetsRoute, async ({ db }) => success({ data: await listTransferTargets(db) }));

  serveWrite(app, transferStockRoute, async ({ tx, staff, body, emit }) => {
    const { transfer, events } = await transferStock(tx, staff, body);
    for (const event of events) emit(event);
    // Tells the other location's new stock only to those who may read it.
    const own = events.filter(({ location_id: at }) => mayRead(staff, at));
    return success({ data: transfer, ...stockTold(own) });
  });

  serveWrite(app, convertStockRoute, async ({ tx, staff, body, emit }) => {
    const { conversion, event } = await convertStock(tx, staff, body);
    emit(event);
    return success({ data: conversion, ...stockTold([event]) });
  });
}

function registerHistory(app: FastifyInstance): void {
  serve(app, auditBatchRoute, async ({ db, staff, params }) => success({ data: await getAudit(db, staff, params.id) }));

  serve(app, auditLogRoute, async ({ db, staff, query }) => success(await listHistory(db, staff, query, new Date())));

  serveCsv(app, exportHistoryRoute, 'stock-history.csv', async (staff, query, db) =>
    exportHistory(db, staff, query, new Date()),
  );

  serve(app, movementsRoute, async ({ db, staff, query }) => success(await listMovements(db, staff, query)));
}
