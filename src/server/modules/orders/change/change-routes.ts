import type { FastifyInstance } from 'fastify';
import type { LiveEvent } from '#contract/live.ts';
import { bulkEffectsRoute, bulkStatusRoute, orderEffectsRoute, voidOrderRoute } from '#contract/order-changes.ts';
import { addOrderNoteRoute } from '#contract/order-notes.ts';
import { awardPointsRoute, setOrderStatusRoute, updateOrderRoute } from '#contract/orders.ts';
import { previewRefundRoute, refundRoute } from '#contract/refunds.ts';
import { ZERO_CENTS } from '#domain/money.ts';
import type { Milli } from '#domain/quantity.ts';
import type { RefundWish } from '#domain/refund.ts';
import { stockTold } from '#server/stock/stock-moves.ts';
import { atTill } from '#server/http/serve/at-till.ts';
import { serve, serveWrite } from '#server/http/serve/serve.ts';
import { serveSteps } from '#server/http/serve/serve-steps.ts';
import { success } from '#server/http/serve/success.ts';
import { bulkEffectsOf } from './bulk-effects.ts';
import { changeOneByOne } from './bulk-status.ts';
import { previewOf } from './effects.ts';
import { addNote } from './notes.ts';
import { previewRefund, refundLines } from '../refund/refund.ts';
import { awardPoints, setOrderStatus, type StatusChange } from './status.ts';
import { eventsOf, statusEvents } from './status-events.ts';
import { voidOrder } from './void.ts';

function changeReply({ order, pointsBalance }: StatusChange, events: readonly LiveEvent[]) {
  return { id: order.id, data: order, points_balance: pointsBalance, ...stockTold(events) };
}

const wishesOf = (lines: readonly { line_id: number; quantity: Milli; restock: boolean }[]): RefundWish[] =>
  lines.map(({ line_id, quantity, restock }) => ({ lineId: line_id, quantityMilli: quantity, restock }));

/** Changes of orders that are there: status, refund, void, note. */
export function registerOrderChanges(app: FastifyInstance): void {
  serveWrite(app, updateOrderRoute, async ({ tx, staff, params, body, request, emit }) => {
    const { status, allow_oversell: allowOversell, refund: shown } = body;
    const how = { allowOversell, shown, at: atTill(request) };
    const change = await setOrderStatus(tx, staff, { orderId: params.id, status, ...how });
    const events = statusEvents(change);
    events.forEach(emit);
    return success(changeReply(change, events));
  });

  serveWrite(app, setOrderStatusRoute, async ({ tx, staff, body, request, emit }) => {
    const { orderId, status, allow_oversell: allowOversell, refund: shown } = body;
    const change = await setOrderStatus(tx, staff, { orderId, status, allowOversell, shown, at: atTill(request) });
    const events = statusEvents(change);
    events.forEach(emit);
    return success(changeReply(change, events));
  });

  serveSteps(app, bulkStatusRoute, async ({ staff, body, request, step }) => {
    const at = atTill(request);
    const shownOf = new Map(body.refunds?.map(({ order_id: id, amount }) => [id, amount]));
    const results = await changeOneByOne(body.order_ids, (orderId) =>
      step(String(orderId), async (tx, emit) => {
        const shown = body.refunds && (shownOf.get(orderId) ?? ZERO_CENTS);
        const change = await setOrderStatus(tx, staff, { orderId, status: body.status, shown, at });
        const events = statusEvents(change);
        events.forEach(emit);
        return { number: change.order.number, status: change.order.status, ...stockTold(events) };
      }),
    );
    const refused = results.filter((result) => result.refused !== null).length;
    return success({
      changed: results.length - refused,
      refused,
      stock: results.flatMap(({ changed }) => changed?.stock ?? []),
      results: results.map((result) => ({
        order_id: result.orderId,
        success: result.refused === null,
        number: result.changed?.number ?? null,
        status: result.changed?.status ?? null,
        error: result.refused?.message ?? null,
        code: result.refused?.code ?? null,
      })),
    });
  });

  serve(app, orderEffectsRoute, async ({ db, staff, params, query }) =>
    success({ data: await previewOf(db, staff, params.id, query.status) }),
  );

  serve(app, bulkEffectsRoute, async ({ db, staff, body }) =>
    success({ data: await bulkEffectsOf(db, staff, { orderIds: body.order_ids, status: body.status }) }),
  );

  serveWrite(app, voidOrderRoute, async ({ tx, staff, query, emit }) => {
    const voided = await voidOrder(tx, staff, query.id);
    const events = eventsOf({ ...voided, status: 'voided' });
    events.forEach(emit);
    return success({ id: voided.id, points_balance: voided.pointsBalance, ...stockTold(events) });
  });

  serve(app, previewRefundRoute, async ({ db, staff, params, body }) =>
    success({ data: await previewRefund(db, staff, params.id, { wishes: wishesOf(body.lines), to: body.refund_to }) }),
  );

  serveWrite(app, refundRoute, async ({ tx, staff, params, body, request, emit }) => {
    const made = await refundLines(tx, staff, {
      orderId: params.id,
      wishes: wishesOf(body.lines),
      to: body.refund_to,
      reason: body.reason,
      expected: body.amount,
      at: atTill(request),
    });
    const events = eventsOf({ ...made, id: made.orderId });
    events.forEach(emit);
    const { refund: data, pointsTakenBack, pointsBalance, status } = made;
    const points = { points_taken_back: pointsTakenBack, points_balance: pointsBalance };
    return success({ data, ...points, order_status: status, ...stockTold(events) });
  });

  serveWrite(app, addOrderNoteRoute, async ({ tx, staff, params, body, emit }) => {
    const { note, order } = await addNote(tx, staff, params.id, body.text);
    emit({ type: 'orders', order_id: order.id, location_id: order.location_id, status: order.status });
    return success({ data: note });
  });

  serveWrite(app, awardPointsRoute, async ({ tx, staff, body }) =>
    success(await awardPoints(tx, staff, { orderId: body.orderId, customerId: body.customerId ?? null })),
  );
}
