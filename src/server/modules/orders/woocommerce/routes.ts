import type { FastifyInstance } from 'fastify';
import { type RawBuilder, sql } from 'kysely';
import type { WireOrder } from '#contract/orders.ts';
import type { QueryOf } from '#contract/route.ts';
import { WOO, WOO_ADMITS } from '#contract/woocommerce.ts';
import { changeWooOrderRoute, wooOrderRoute, wooOrdersRoute } from '#contract/woocommerce-orders.ts';
import { dayIn } from '#domain/day.ts';
import type { Database } from '#server/db/pool.ts';
import { admit } from '#server/http/guard/admit.ts';
import type { Author } from '#server/http/guard/session.ts';
import { serve, serveWrite } from '#server/http/serve/serve.ts';
import { instantOf, tellPages, withFields, wooScope } from '#server/http/woocommerce/woo.ts';
import { Refusal } from '#server/refusal.ts';
import { statusEvents } from '../change/status-events.ts';
import { setOrderStatus } from '../change/status.ts';
import { getOrder, listOrders } from '../list/list.ts';
import { toWooOrder } from './woo-order.ts';

type Query = QueryOf<typeof wooOrdersRoute>;

/** A location's day at the instant, or a later one: the day has begun last there. */
const latestDayOf = (instant: string): string => dayIn('Pacific/Kiritimati', new Date(instant));

/** The conditions that only these calls have, on the order `o`. */
function conditionsOf(query: Query, { timeZone }: Author): RawBuilder<unknown>[] {
  const zone = query.dates_are_gmt ? 'UTC' : timeZone;
  const at = (written: string): RawBuilder<unknown> => sql`${instantOf(written, zone)}::timestamptz`;
  return [
    ...(query.after ? [sql`o.created_at > ${at(query.after)}`] : []),
    ...(query.before
      ? [sql`o.created_at < ${at(query.before)} AND o.local_day <= ${latestDayOf(instantOf(query.before, zone))}::date`]
      : []),
    ...(query.modified_after ? [sql`o.updated_at > ${at(query.modified_after)}`] : []),
    ...(query.modified_before ? [sql`o.updated_at < ${at(query.modified_before)}`] : []),
    ...(query.include ? [sql`o.id = ANY(${query.include}::bigint[])`] : []),
    ...(query.exclude ? [sql`o.id <> ALL(${query.exclude}::bigint[])`] : []),
    ...(query.product === undefined
      ? []
      : [sql`EXISTS (SELECT FROM order_lines l WHERE l.order_id = o.id AND l.product_id = ${query.product})`]),
    ...(query.status.length > 1 && !query.status.includes('any') ? [sql`o.status = ANY(${query.status}::text[])`] : []),
  ];
}

async function pageOf(
  db: Database,
  by: Author,
  query: Query,
): Promise<{ orders: readonly WireOrder[]; total: number }> {
  const { per_page: limit, offset } = query;
  if (offset !== undefined && offset % limit !== 0)
    throw new Refusal('invalid_request', '"offset" must be a multiple of "per_page".', {
      details: { field: 'offset' },
    });
  const [status = 'any', another] = query.status;
  const { data, meta } = await listOrders(db, by, {
    page: offset === undefined ? query.page : offset / limit + 1,
    per_page: limit,
    order: query.order,
    status: another === undefined ? status : 'any',
    customer: query.customer,
    search: query.search,
    also: conditionsOf(query, by),
  });
  return { orders: data, total: meta.total };
}

/** Orders in the form of WooCommerce's API: read, and set to a status. Rules: wire/woocommerce, wire/woocommerce-orders. */
export function registerWooOrders(app: FastifyInstance): void {
  wooScope(app, (scope) => {
    serve(scope, wooOrdersRoute, async ({ db, principal, query, request, reply }) => {
      const { orders, total } = await pageOf(db, principal, query);
      tellPages(request, reply, query, total);
      const shown = orders.map((order) => toWooOrder(order, principal.timeZone));
      return withFields(wooOrdersRoute, query, shown);
    });

    serve(scope, wooOrderRoute, async ({ db, principal, params, query }) => {
      const order = await getOrder(db, principal, params.id);
      return withFields(wooOrderRoute, query, toWooOrder(order, principal.timeZone));
    });

    serveWrite(scope, changeWooOrderRoute, async ({ tx, principal, params, body, emit }) => {
      const change = await setOrderStatus(tx, principal, { orderId: params.id, status: body.status });
      statusEvents(change).forEach(emit);
      return toWooOrder(change.order, principal.timeZone);
    });

    const door = { method: 'POST', access: 'change-orders', admits: WOO_ADMITS, idempotency: 'none' } as const;
    scope.post(`${WOO}/orders`, { onRequest: admit(door) }, async () => {
      throw new Refusal(
        'not_valid',
        'A sale needs an Idempotency-Key and what was paid with, which this form does not have. Send it to POST /api/orders.',
      );
    });
  });
}
