import type { ListedOrder, WireOrder } from '#contract/orders.ts';
import type { OrderOrigin } from '#domain/order-origin.ts';

/** An order that arrived whole, as the list keeps it. */
export function listedOf(order: WireOrder): ListedOrder {
  const { id, number, status, currency, total, refunded, date_created, date_modified, created_via } = order;
  const { customer_id, location_id, payment_method_title, has_shortfall, price_overridden } = order;
  const source = order.meta_data.find(({ key }) => key === '_order_source')?.value;
  return {
    id,
    number,
    status,
    currency,
    total,
    refunded,
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

/** Where a listed order came from, in the form in which a whole one says it. */
export function originOf({ created_via, location_id, source }: ListedOrder): OrderOrigin {
  const meta_data = [
    { key: '_pos_location_id', value: location_id },
    { key: '_order_source', value: source },
  ];
  return { created_via, meta_data };
}
