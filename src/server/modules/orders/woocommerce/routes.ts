import type { FastifyInstance } from 'fastify';
import type { WireOrder } from '#contract/orders.ts';
import type { QueryOf } from '#contract/route.ts';
import { WOO, WOO_ADMITS } from '#contract/woocommerce.ts';
import { changeWooOrderRoute, type WooOrder, wooOrderRoute, wooOrdersRoute } from '#contract/woocommerce-orders.ts';
import { dayIn } from '#domain/day.ts';
import { centsOf, formatMoney, toCents } from '#domain/money.ts';
import type { Database } from '#server/db/pool.ts';
import { admit } from '#server/http/guard/admit.ts';
import type { Author } from '#server/http/guard/session.ts';
import { serve, serveWrite } from '#server/http/serve/serve.ts';
import { gmtOf, instantOf, tellPages, wallOf, withFields, wooScope } from '#server/http/woocommerce/woo.ts';
import { Refusal } from '#server/refusal.ts';
import { statusEvents } from '../change/status-events.ts';
import { setOrderStatus } from '../change/status.ts';
import { getOrder, listChosen, listOrders } from '../list/list.ts';

/** Cents of a line before discounts, without the taxes that its price contains. */
function beforeDiscounts({ subtotal, included_tax: included = '0.00' }: WireOrder['line_items'][number]): number {
  return centsOf(subtotal) - centsOf(included);
}

function toWooOrder(order: WireOrder, timeZone: string): WooOrder {
  const wall = (instant: string | null) => instant && wallOf(instant, timeZone);
  const gmt = (instant: string | null) => instant && gmtOf(instant);
  const off = order.line_items.reduce((sum, line) => sum + beforeDiscounts(line) - centsOf(line.total), 0);
  return {
    id: order.id,
    parent_id: 0,
    number: order.number,
    order_key: '',
    created_via: order.created_via,
    version: '',
    status: order.status,
    currency: order.currency,
    discount_total: formatMoney(toCents(off)),
    shipping_total: order.shipping_total,
    cart_tax: order.total_tax,
    total_tax: order.total_tax,
    total: order.total,
    prices_include_tax: order.tax_lines.some(({ included }) => included),
    customer_id: order.customer_id,
    customer_note: order.customer_note,
    billing: order.billing,
    shipping: order.shipping,
    payment_method: order.payment_method,
    payment_method_title: order.payment_method_title,
    transaction_id: order.transaction_id,
    date_created: wallOf(order.date_created, timeZone),
    date_created_gmt: gmtOf(order.date_created),
    date_modified: wallOf(order.date_modified, timeZone),
    date_modified_gmt: gmtOf(order.date_modified),
    date_paid: wall(order.date_paid),
    date_paid_gmt: gmt(order.date_paid),
    date_completed: wall(order.date_completed),
    date_completed_gmt: gmt(order.date_completed),
    line_items: order.line_items.map((line) => ({
      id: line.id,
      name: line.name,
      product_id: line.product_id,
      variation_id: line.variation_id,
      quantity: line.quantity,
      tax_class: '',
      subtotal: formatMoney(toCents(beforeDiscounts(line))),
      total: line.total,
      sku: line.sku ?? '',
      price: Math.round(centsOf(line.total) / line.quantity) / 100,
      meta_data: line.meta_data,
    })),
    tax_lines: order.tax_lines.map((tax, place) => ({
      id: place + 1,
      rate_code: tax.rate_code,
      rate_id: tax.rate_id ?? 0,
      label: tax.label,
      compound: tax.compound,
      tax_total: tax.tax_total,
      shipping_tax_total: tax.shipping_tax_total,
      rate_percent: tax.rate_percent,
    })),
    shipping_lines: order.shipping_lines,
    fee_lines: [],
    coupon_lines: [],
    refunds: centsOf(order.refunded) === 0 ? [] : [{ total: `-${order.refunded}` }],
    meta_data: order.meta_data,
  };
}

type Query = QueryOf<typeof wooOrdersRoute>;

/** The day on which an instant of a request lies, at the location of the caller. */
function dayOf(written: string | null | undefined, { timeZone }: Author): string | undefined {
  return written ? dayIn(timeZone, new Date(instantOf(written, timeZone))) : undefined;
}

async function pageOf(
  db: Database,
  by: Author,
  query: Query,
): Promise<{ orders: readonly WireOrder[]; total: number }> {
  if (query.include) {
    const orders = await listChosen(db, by, query.include);
    return { orders, total: orders.length };
  }
  const { per_page: limit, offset } = query;
  if (offset !== undefined && offset % limit !== 0)
    throw new Refusal('invalid_request', '"offset" must be a multiple of "per_page".', {
      details: { field: 'offset' },
    });
  const { data, meta } = await listOrders(db, by, {
    page: offset === undefined ? query.page : offset / limit + 1,
    per_page: limit,
    order: query.order,
    status: query.status,
    customer: query.customer,
    search: query.search,
    date_from: dayOf(query.after, by),
    date_to: dayOf(query.before, by),
  });
  return { orders: data, total: meta.total };
}

/** Orders in the form of WooCommerce's API: read, and set to a status. Rule: wire/woocommerce. */
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
