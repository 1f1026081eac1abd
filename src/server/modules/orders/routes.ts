import type { FastifyInstance } from 'fastify';
import { chosenOrdersRoute } from '#contract/order-changes.ts';
import { listedOrdersRoute, orderRoute, ordersRoute } from '#contract/orders.ts';
import { createOrderRoute, trySaleRoute } from '#contract/sale.ts';
import { atTill } from '#server/http/serve/at-till.ts';
import { serveCommand, serveTrial } from '#server/http/serve/serve-command.ts';
import { Built, Encoded, REPEATED, serve, serveShared } from '#server/http/serve/serve.ts';
import { success } from '#server/http/serve/success.ts';
import { customerEvents } from './change/status-events.ts';
import { getOrder, listChosen, listOrdersAsText, listOrders } from './list/list.ts';
import { recallSale, recordSale, trySale } from './sale/sale.ts';
import { sightOf } from './visible.ts';

export function registerOrders(app: FastifyInstance): void {
  serveCommand(
    app,
    createOrderRoute,
    async ({ db, session, staff, body, keyed, request, emit, isAgain, markReplayed }) => {
      const { reply, replayed } = await recordSale(db, staff, body, { keyed, at: atTill(request), session });
      if (replayed) markReplayed();
      if (!replayed || isAgain) {
        const { data } = reply;
        emit({
          type: 'stock',
          location_id: data.location_id,
          items: reply.inventory.map(({ product_id, variation_id, new_stock, movement_id }) => {
            return { product_id, variation_id, quantity: new_stock, movement_id: movement_id ?? undefined };
          }),
        });
        emit({ type: 'orders', order_id: data.id, location_id: data.location_id, status: data.status });
        customerEvents(data.customer_id).forEach(emit);
      }
      return new Built(createOrderRoute, reply);
    },
    recallSale,
  );

  serveTrial(
    app,
    trySaleRoute,
    { of: createOrderRoute, recall: recallSale, possible: success({}) },
    ({ db, staff, body, keyed }) => trySale(db, staff, body, keyed),
  );

  serveShared(
    app,
    ordersRoute,
    ({ staff }) => sightOf(staff),
    async ({ db, staff, query }) => new Built(ordersRoute, success(await listOrders(db, staff, query))),
  );

  serveShared(
    app,
    listedOrdersRoute,
    ({ staff }) => sightOf(staff),
    async ({ db, staff, query }) => {
      const { data, meta } = await listOrdersAsText(db, staff, query);
      return new Encoded(`{"success":true,"data":${data},"meta":${JSON.stringify(meta)}}`);
    },
  );

  serve(app, chosenOrdersRoute, async ({ db, staff, query }) =>
    success({ data: await listChosen(db, staff, query.ids) }),
  );

  serve(
    app,
    orderRoute,
    async ({ db, staff, params }) => success({ data: await getOrder(db, staff, params.id) }),
    REPEATED,
  );
}
