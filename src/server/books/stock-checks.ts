import { MAX_QUANTITY_MILLI, MAX_STOCK_MILLI } from '#domain/quantity.ts';
import type { Check } from './check.ts';

const movements = '(select count(*) from stock_movements)';
const lines = '(select count(*) from order_lines)';
const orders = '(select count(*) from orders)';
const OF_ORDERS = `('order_deduction', 'order_reversal', 'order_refund')`;
/** NaN is greater than every number, so both bounds are needed. */
const inBounds = (quantity: string): string => `(${quantity} >= 0 and ${quantity} * 1000 <= ${MAX_STOCK_MILLI})`;

/** Rules: books/4-stock-is-its-movements, books/5-never-negative, books/6-once. */
export const STOCK_CHECKS: readonly Check[] = [
  {
    name: 'stock = sum of its movements',
    rule: 4,
    looked: '(select count(*) from stock_levels)',
    broken: `
      select location_id, product_id, nullif(variation, 0) as variation_id, s.quantity, m.moved
        from (select location_id, product_id, coalesce(variation_id, 0) as variation, sum(quantity) as quantity
                from stock_levels group by 1, 2, 3) s
        full join (select location_id, product_id, coalesce(variation_id, 0) as variation, sum(delta) as moved
                     from stock_movements group by 1, 2, 3) m using (location_id, product_id, variation)
       where coalesce(s.quantity, 0) <> coalesce(m.moved, 0) or s.quantity is null`,
  },
  {
    name: "each movement begins where the item's last one ended",
    rule: 4,
    looked: movements,
    broken: `
      select id as movement_id, location_id, product_id, variation_id, last_after, quantity_before, delta, quantity_after
        from (select m.*, coalesce(lag(quantity_after) over item, 0) as last_after
                from stock_movements m
              window item as (partition by location_id, product_id, coalesce(variation_id, 0) order by id)) chained
       where quantity_before <> last_after or quantity_after <> quantity_before + delta`,
  },
  {
    name: 'stock is a number, and never negative',
    rule: 5,
    looked: `(select count(*) from stock_levels) + ${movements}`,
    broken: `
      select location_id, product_id, variation_id, quantity, null::bigint as movement_id
        from stock_levels where not ${inBounds('quantity')}
      union all
      select location_id, product_id, variation_id, quantity_after, id
        from stock_movements
       where not ${inBounds('quantity_before')} or not ${inBounds('quantity_after')} or not ${inBounds('abs(delta)')}`,
  },
  {
    name: 'requested = deducted + shortfall, all of them amounts',
    rule: 5,
    looked: lines,
    broken: `
      select order_id, id as line_id, stock_quantity, deducted, shortfall
        from order_lines
       where stock_quantity <> deducted + shortfall
          or not ${inBounds('deducted')} or not ${inBounds('shortfall')} or not (quantity > 0 and quantity * 1000 <= ${MAX_QUANTITY_MILLI})`,
  },
  {
    name: 'an order says so when a line fell short',
    rule: 5,
    looked: orders,
    broken: `
      select o.id as order_id, o.has_shortfall, l.short
        from orders o left join (select order_id, bool_or(shortfall > 0) as short from order_lines group by 1) l on l.order_id = o.id
       where o.has_shortfall is distinct from coalesce(l.short, false)`,
  },
  {
    name: 'each sold line has one deduction, and none once it is taken back',
    rule: 6,
    looked: lines,
    broken: `
      with moved as (
        select order_line_id, max(order_id) as order_id, sum(delta) as delta,
               count(*) filter (where action = 'order_deduction') - count(*) filter (where action = 'order_reversal') as times,
               min(location_id) as location_id, max(location_id) as location_max, min(product_id) as product_id,
               max(product_id) as product_max, min(coalesce(variation_id, 0)) as variation_id,
               max(coalesce(variation_id, 0)) as variation_max, min(order_id) as order_min
          from stock_movements where order_line_id is not null group by 1),
      sold as (
        select l.id, l.order_id, o.location_id, l.product_id, coalesce(l.variation_id, 0) as variation_id, o.stock_deducted,
               l.deducted, case when o.stock_deducted then l.returned - l.deducted else -l.written_off end as expected
          from order_lines l left join orders o on o.id = l.order_id)
      select coalesce(s.order_id, m.order_id) as order_id, coalesce(s.id, m.order_line_id) as line_id, s.product_id,
             nullif(s.variation_id, 0) as variation_id, s.stock_deducted, s.expected, m.delta, m.times
        from sold s full join moved m on m.order_line_id = s.id
       where s.id is null or s.expected is distinct from coalesce(m.delta, 0)
          or (s.deducted > 0 and coalesce(m.times, 0) <> s.stock_deducted::int)
          or (m.order_line_id is not null
              and ((s.order_id, s.order_id) <> (m.order_min, m.order_id)
                or (s.location_id, s.location_id) <> (m.location_id, m.location_max)
                or (s.product_id, s.product_id) <> (m.product_id, m.product_max)
                or (s.variation_id, s.variation_id) <> (m.variation_id, m.variation_max)))`,
  },
  {
    name: 'a deduction belongs to a line of an order',
    rule: 6,
    looked: movements,
    broken: `
      select id as movement_id, location_id, product_id, variation_id, action, delta, order_id, order_line_id
        from stock_movements
       where (action in ${OF_ORDERS} or order_id is not null or order_line_id is not null)
         and (order_id is null or order_line_id is null or action not in ${OF_ORDERS})`,
  },
  {
    name: 'stock is out for what is sold, and back for what is cancelled, refunded or voided',
    rule: 6,
    looked: orders,
    broken: `
      select id as order_id, status, voided_at, stock_deducted
        from orders
       where (stock_deducted and (status in ('cancelled', 'refunded') or voided_at is not null))
          or (not stock_deducted and status in ('processing', 'completed') and voided_at is null)`,
  },
];
