import type { Check } from './check.ts';

const orders = '(select count(*) from orders)';
const OF_ORDERS = `('order-placed', 'order-cancelled', 'order-refunded', 'order-voided', 'order-restored')`;

/** References without a foreign key, because a sale writes both ends or locks them (migrations/0058). */
const OWNED: readonly { table: string; refers: readonly [column: string, table: string][] }[] = [
  { table: 'order_lines', refers: [['order_id', 'orders']] },
  { table: 'order_taxes', refers: [['order_id', 'orders']] },
  { table: 'order_tenders', refers: [['order_id', 'orders']] },
  {
    table: 'order_events',
    refers: [
      ['order_id', 'orders'],
      ['actor_id', 'users'],
    ],
  },
  {
    table: 'points_events',
    refers: [
      ['order_id', 'orders'],
      ['actor_id', 'users'],
    ],
  },
  {
    table: 'stock_movements',
    refers: [
      ['order_id', 'orders'],
      ['product_id', 'products'],
      ['actor_id', 'users'],
    ],
  },
];

/** Points, keys, the audit trail, and the sums kept beside the orders. Rules: books/6-once, books/9-keys, books/10-audit-trail, loyalty/ledger. */
export const RECORD_CHECKS: readonly Check[] = [
  {
    name: 'points balance = sum of its events',
    rule: 6,
    looked: '(select count(*) from points_balances)',
    broken: `
      select customer_id, b.balance, e.points
        from points_balances b
        full join (select customer_id, sum(points) as points from points_events group by 1) e using (customer_id)
       where coalesce(b.balance, 0) <> coalesce(e.points, 0)`,
  },
  {
    name: 'an order earns its award once, or nothing; a guest earns none',
    rule: 6,
    looked: orders,
    broken: `
      select o.id as order_id, o.customer_id, o.points_awarded, o.points_refunded, o.stock_deducted, e.points
        from orders o
        left join (select order_id, sum(points) as points, min(customer_id) as customer_id, max(customer_id) as customer_max
                     from points_events where order_id is not null and type in ${OF_ORDERS} group by 1) e on e.order_id = o.id
       where coalesce(e.points, 0) <> case when o.customer_id is null or not o.stock_deducted then 0 else o.points_awarded - o.points_refunded end
          or (o.customer_id is null and o.points_awarded <> 0) or o.points_awarded < 0
          or (e.order_id is not null and (o.customer_id is distinct from e.customer_id or e.customer_id <> e.customer_max)
              and not exists (select from customer_merges m
                               where o.id = any(m.order_ids) and o.customer_id in (m.kept_id, m.merged_id)
                                 and (select bool_and(p.customer_id in (select k from customer_merges c, unnest(array[c.kept_id, c.merged_id]) k
                                                                         where o.id = any(c.order_ids)))
                                        from points_events p where p.order_id = o.id)))`,
  },
  {
    name: "a sale's key has one order, and an order one key",
    rule: 9,
    looked: `(select count(*) from idempotency_keys where response #> '{result,order_id}' is not null)`,
    broken: `
      with sales as (
        select key, user_id, (response #>> '{result,order_id}')::bigint as order_id,
               count(*) over (partition by response #>> '{result,order_id}') as keys
          from idempotency_keys where response #> '{result,order_id}' is not null)
      select s.key, s.order_id, s.keys, s.user_id, o.employee_id, o.id is not null as order_exists
        from sales s left join orders o on o.id = s.order_id
       where o.id is null or s.keys > 1 or s.user_id is distinct from o.employee_id`,
  },
  {
    name: 'the audit trail is an unbroken chain of hashes',
    rule: 10,
    looked: '(select count(*) from audit_trail where hash is not null)',
    broken: `
      with chained as (
        select t as entry, t.id, t.position, t.hash, lag(t.hash) over chain as before, row_number() over chain as place
          from audit_trail t where t.hash is not null or t.position is not null
        window chain as (order by t.position))
      select id as audit_id, position, place, encode(hash, 'hex') as hash
        from chained
       where position is distinct from place
          or hash is distinct from sha256(coalesce(before, ''::bytea) || audit_row_content(entry))`,
  },
  {
    name: 'the tallies count the orders that are there',
    rule: 2,
    looked: '(select count(*) from order_tallies)',
    broken: `
      select location_id, local_day, status, t.tallied, c.counted
        from (select location_id, local_day, status, sum(orders) as tallied from order_tallies group by 1, 2, 3) t
        full join (select location_id, local_day, status, count(*) as counted
                     from orders where voided_at is null group by 1, 2, 3) c using (location_id, local_day, status)
       where coalesce(t.tallied, 0) <> coalesce(c.counted, 0)`,
  },
  {
    name: 'an order stands under the day it was sold on',
    rule: 2,
    looked: orders,
    broken: `
      select o.id as order_id, o.location_id, o.created_at, o.sold_at, o.local_day
        from orders o join locations l on l.id = o.location_id
       where o.local_day <> (coalesce(o.sold_at, o.created_at) at time zone l.time_zone)::date`,
  },
  {
    name: 'the sums of a day are those of its orders',
    rule: 2,
    looked: '(select count(*) from sales_by_hour)',
    // A background duty sums up marked days again. Until then the figures are read from the orders.
    broken: `
      select local_day, location_id, hour, employee_id, status, s.sums, o.sums as orders_sums
        from (select local_day, location_id, hour, coalesce(employee_id, 0) as employee_id, status,
                     array[sum(orders), sum(sales_cents), sum(tax_cents), sum(shipping_cents), sum(total_cents), sum(refunded_cents),
                           sum(cash_cents), sum(card_cents), sum(cash_back_cents), sum(card_back_cents)] as sums
                from sales_by_hour group by 1, 2, 3, 4, 5) s
        full join (select local_day, location_id, hour, coalesce(employee_id, 0) as employee_id, status,
                     array[count(*), sum(sales_cents), sum(tax_cents), sum(shipping_cents), sum(total_cents), sum(refunded_cents),
                           sum(cash_cents), sum(card_cents), sum(cash_back_cents), sum(card_back_cents)] as sums
                from sold_orders group by 1, 2, 3, 4, 5) o using (local_day, location_id, hour, employee_id, status)
       where s.sums is distinct from o.sums
         and (local_day, location_id) not in (select local_day, location_id from sales_days_changed)`,
  },
  {
    name: 'the sums of items of a day are those of its lines',
    rule: 2,
    looked: '(select count(*) from sales_by_item)',
    broken: `
      select local_day, location_id, product_id, variation_id, category, s.sums, l.sums as lines_sums
        from (select local_day, location_id, product_id, coalesce(variation_id, 0) as variation_id, coalesce(category, '') as category,
                     array[sum(quantity), sum(sales_cents), sum(refunded_cents)] as sums
                from sales_by_item group by 1, 2, 3, 4, 5) s
        full join (select o.local_day, o.location_id, l.product_id, coalesce(l.variation_id, 0) as variation_id,
                     coalesce(l.category, '') as category, array[sum(l.quantity), sum(l.total_cents), sum(
                     case when o.status = 'refunded' and o.paid_at is not null then l.total_cents else l.refunded_cents end)] as sums
                from sold_orders o join order_lines l on l.order_id = o.id group by 1, 2, 3, 4, 5) l
             using (local_day, location_id, product_id, variation_id, category)
       where s.sums is distinct from l.sums
         and (local_day, location_id) not in (select local_day, location_id from sales_days_changed)`,
  },
  {
    name: 'every row of an order belongs to an order, an item and a person that are there',
    rule: 2,
    looked: `(${OWNED.map(({ table }) => `(select count(*) from ${table})`).join(' + ')})`,
    broken: OWNED.map(
      ({ table, refers }) => `
      select '${table}' as ledger, to_jsonb(r) as row from ${table} r
       where ${refers
         .map(
           ([column, other]) =>
             `(r.${column} is not null and not exists (select from ${other} o where o.id = r.${column}))`,
         )
         .join(' or ')}`,
    ).join(' union all '),
  },
];
