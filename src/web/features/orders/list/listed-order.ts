import type { ListedOrder, WireOrder } from '#contract/orders.ts';
import type { OrderOrigin } from '#domain/order-origin.ts';

/** The listed form of a whole order. */
export function listedOf(order: WireOrder): ListedOrder {
  const { id, number, status, currency, total, refunded, date_created, date_modified, created_via } = order;
  const {
    points_redeemed,
    points_returned,
    customer_id,
    location_id,
    payment_method_title,
    has_shortfall,
    price_overridden,
  } = order;
  const source = order.meta_data.find(({ key }) => key === '_order_source')?.value;
  return {
    id,
    number,
    status,
    currency,
    total,
    refunded,
    points_redeemed,
    points_returned,
    date_created,
    date_modified,
    created_via,
    customer_id,
    location_id,
    payment_method_title,
    has_shortfall,
    price_overridden,
    source: typeof source === 'string' ? source : '',
    buyer: order.customer_name,
    has_postage: order.shipping_lines.length > 0,
    lines: order.line_items.length,
  };
}

/** The origin of a listed order, in the same form as that of a whole one. */
export function originOf({ created_via, location_id, source }: ListedOrder): OrderOrigin {
  const meta_data = [
    { key: '_pos_location_id', value: location_id },
    { key: '_order_source', value: source },
  ];
  return { created_via, meta_data };
}
