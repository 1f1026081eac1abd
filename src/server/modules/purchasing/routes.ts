import type { FastifyInstance } from 'fastify';
import type { LiveEvent } from '#contract/live.ts';
import {
  lastCostsRoute,
  purchaseOrderPdfRoute,
  purchaseOrderRoute,
  purchaseOrdersRoute,
} from '#contract/purchasing.ts';
import {
  createPurchaseOrderRoute,
  deletePurchaseOrderRoute,
  generatePurchaseOrderRoute,
  receivePurchaseOrderRoute,
  updatePurchaseOrderRoute,
} from '#contract/purchasing-changes.ts';
import { createSupplierRoute, suppliersRoute, updateSupplierRoute } from '#contract/suppliers.ts';
import { stockTold } from '#server/stock/stock-moves.ts';
import { servePdf } from '#server/http/serve/send/serve-pdf.ts';
import { serve, serveWrite } from '#server/http/serve/serve.ts';
import { success } from '#server/http/serve/success.ts';
import { moneyOf } from '#contract/wire.ts';
import { lastCosts } from './costs-by-permission.ts';
import { createPurchaseOrder, generateFromRestock } from './create.ts';
import { stockUnits } from '#server/modules/catalogue/service.ts';
import { drawPurchaseOrder, selectParties } from './order-pdf.ts';
import { receiveOrder } from './receive.ts';
import { getPurchaseOrder, listPurchaseOrders } from './order.ts';
import { createSupplier, listSuppliers, updateSupplier } from './suppliers.ts';
import { deletePurchaseOrder, updatePurchaseOrder } from './update.ts';

const changed = (order: { id: number; location_id: number }): LiveEvent => ({
  type: 'purchasing',
  location_id: order.location_id,
  purchase_order_id: order.id,
});
const SUPPLIERS_CHANGED: LiveEvent = { type: 'purchasing', location_id: null, purchase_order_id: null };

/** Suppliers and purchase orders. */
export function registerPurchasing(app: FastifyInstance): void {
  registerSuppliers(app);
  registerOrderReads(app);

  serveWrite(app, createPurchaseOrderRoute, async ({ tx, staff, body, emit }) => {
    const data = await createPurchaseOrder(tx, staff, body);
    emit(changed(data));
    return success({ data });
  });

  serveWrite(app, generatePurchaseOrderRoute, async ({ tx, staff, body, emit }) => {
    const { order, event, madeSupplier } = await generateFromRestock(tx, staff, body);
    if (event) emit(event);
    if (madeSupplier) emit(SUPPLIERS_CHANGED);
    emit(changed(order));
    return success({ data: order, ...stockTold([event]) });
  });

  serveWrite(app, updatePurchaseOrderRoute, async ({ tx, staff, params, body, emit }) => {
    const data = await updatePurchaseOrder(tx, staff, params.id, body);
    emit(changed(data));
    return success({ data });
  });

  serveWrite(app, receivePurchaseOrderRoute, async ({ tx, staff, params, body, emit }) => {
    const { order, event } = await receiveOrder(tx, staff, params.id, body);
    emit(event);
    emit(changed(order));
    return success({ data: order, ...stockTold([event]) });
  });

  serveWrite(app, deletePurchaseOrderRoute, async ({ tx, staff, params, body, emit }) => {
    const { locationId, ...data } = await deletePurchaseOrder(tx, staff, params.id, body);
    emit(changed({ id: data.id, location_id: locationId }));
    return success({ data });
  });
}

function registerSuppliers(app: FastifyInstance): void {
  serve(app, suppliersRoute, async ({ db, query }) => success({ data: await listSuppliers(db, query) }));

  serveWrite(app, createSupplierRoute, async ({ tx, staff, body, emit }) => {
    const data = await createSupplier(tx, staff, body);
    emit(SUPPLIERS_CHANGED);
    return success({ data });
  });

  serveWrite(app, updateSupplierRoute, async ({ tx, staff, params, body, emit }) => {
    const data = await updateSupplier(tx, staff, params.id, body);
    emit(SUPPLIERS_CHANGED);
    return success({ data });
  });
}

function registerOrderReads(app: FastifyInstance): void {
  serve(app, purchaseOrdersRoute, async ({ db, staff, query }) => success(await listPurchaseOrders(db, staff, query)));

  serve(app, lastCostsRoute, async ({ db }) => {
    const rows = await lastCosts(db, null);
    return success({
      data: rows.map(({ unit_cost_cents: cents, ...item }) => ({ ...item, unit_cost: moneyOf(cents) })),
    });
  });

  serve(app, purchaseOrderRoute, async ({ db, staff, params }) =>
    success({ data: await getPurchaseOrder(db, staff, params.id) }),
  );

  servePdf(app, purchaseOrderPdfRoute, async ({ db, staff, params }) => {
    const order = await getPurchaseOrder(db, staff, params.id);
    const parties = await selectParties(db, order);
    const units = await stockUnits(
      db,
      order.items.map(({ product_id: id }) => id),
    );
    return { name: order.po_number, draw: () => drawPurchaseOrder(order, parties, units) };
  });
}
