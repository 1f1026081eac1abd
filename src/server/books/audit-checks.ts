import { BY_HAND, importedMovements } from '../stock/imported-movements.ts';
import type { Check } from './check.ts';

const orders = '(select count(*) from orders)';
const rowsOf = (action: string): string => `(select count(*) from audit_trail where action = '${action}')`;

/** Kinds of entries in an order's timeline, with the actions of the audit rows written with them. */
const ORDER_KINDS = `('status', 'order_status'), ('voided', 'order_void'), ('refund', 'order_refund')`;

const cents = (part: string): string => `(a.details ->> '${part}')::bigint`;

/** The tenders and lines in the audit row `a`, and the tenders of the refund `r`, in one form. */
const TOLD_TENDERS = `(select string_agg((e.tender ->> 'method') || ' ' || (e.tender ->> 'amount_cents'), ', ' order by e.place)
      from jsonb_array_elements(a.details -> 'tenders') with ordinality as e(tender, place))`;
const TOLD_LINES = `(select string_agg(concat_ws(' ', l.line_id, l.quantity, l.restock, l.goods_cents, l.tax_cents), ', ' order by l.line_id)
      from jsonb_to_recordset(a.details -> 'lines') as l(line_id bigint, quantity numeric(12, 3), restock boolean, goods_cents bigint, tax_cents bigint))`;
const GIVEN_BACK = `(select string_agg(t.method || ' ' || t.amount_cents, ', ' order by t.position) from order_refund_tenders t where t.refund_id = r.id)`;

/** Older audit rows lack some parts. `<>` leaves those out, as `is distinct from` would not. */
const SALE_DIFFERS = [
  `a.actor_id is distinct from o.employee_id`,
  `a.location_id is distinct from o.location_id`,
  `a.at <> o.created_at`,
  `a.details ->> 'payment_method' <> o.payment_method`,
  ...['total_cents', 'subtotal_cents', 'tax_cents', 'change_cents', 'rounding_cents'].map(
    (part) => `${cents(part)} <> o.${part}`,
  ),
  `${cents('points')} <> o.points_awarded`,
  `${cents('lines')} <> l.lines`,
  `o.placed_unpaid <> (a.action = 'order_placed')`,
  // A later payment is in order_payments.
  `(o.placed_unpaid and t.tenders is not null)`,
  `(a.details ? 'customer_id' and (a.details ->> 'customer_id')::integer is distinct from coalesce(o.sold_to_id, o.customer_id))`,
  `(a.details ? 'tenders' and t.tenders is distinct from ${TOLD_TENDERS})`,
].join('\n          or ');

/**
 * One rule for each kind of change compares the ledgers with the audit trail, including rows that are not sealed yet.
 */
export const AUDIT_CHECKS: readonly Check[] = [
  {
    name: 'every order has one sale or placing in the audit trail: by whom, where, when, how much, paid how',
    rule: 10,
    looked: orders,
    broken: `
      with sales as (
        select entity_id, count(*) as times, min(id) as id from audit_trail where entity = 'order' and action in ('sale', 'order_placed') group by 1)
      select coalesce(o.id::text, s.entity_id) as order_id, s.times, o.employee_id, o.location_id, o.created_at, o.total_cents,
             o.payment_method, a.actor_id, a.location_id as audit_location_id, a.at, a.details
        from orders o
        full join sales s on s.entity_id = o.id::text
        left join audit_trail a on a.id = s.id
        left join (select order_id, count(*) as lines from order_lines group by 1) l on l.order_id = o.id
        left join (select order_id, string_agg(method || ' ' || amount_cents, ', ' order by position) as tenders
                     from order_tenders group by 1) t on t.order_id = o.id
       where o.id is null or s.times is distinct from 1
          or ${SALE_DIFFERS}`,
  },
  {
    name: 'every status change, void and refund is in the timeline and in the audit trail alike',
    rule: 10,
    looked: `(select count(*) from order_events where kind in ('status', 'voided', 'refund'))`,
    broken: `
      with kinds(kind, action) as (values ${ORDER_KINDS}),
      told as (
        select e.order_id::text as order_id, k.action, e.actor_id, e.created_at as at, e.details,
               row_number() over (partition by e.order_id, e.kind order by e.id) as turn
          from order_events e join kinds k using (kind)),
      trail as (
        select a.entity_id as order_id, a.action, a.actor_id, a.at, a.details, a.location_id,
               row_number() over (partition by a.entity_id, a.action order by a.id) as turn
          from audit_trail a join kinds k using (action) where a.entity = 'order')
      select order_id, action, turn, t.at, t.actor_id, t.details, a.at as audit_at, a.actor_id as audit_actor_id,
             a.details as audit_details
        from told t full join trail a using (order_id, action, turn) left join orders o on o.id::text = order_id
       where (t.at, t.actor_id, t.details) is distinct from (a.at, a.actor_id, a.details)
          or a.location_id is distinct from o.location_id`,
  },
  {
    name: 'the status of an order, and when it was completed, are those of its timeline',
    rule: 8,
    looked: orders,
    broken: `
      with told as (
        select order_id, (array_agg(coalesce(details ->> 'to', details ->> 'status') order by id desc))[1] as status,
               min(created_at) filter (where details ->> 'to' = 'completed') as completed_at
          from (select id, order_id, created_at, case when kind = 'sold' then '{"to": "completed"}' else details end as details
                  from order_events where kind in ('created', 'completed', 'sold', 'status')) e group by 1)
      select o.id as order_id, o.status, t.status as timeline_status, o.completed_at, t.completed_at as timeline_completed_at
        from orders o left join told t on t.order_id = o.id
       where o.status is distinct from t.status or o.completed_at is distinct from t.completed_at`,
  },
  {
    name: 'an order is void by whom and when the audit trail says',
    rule: 8,
    looked: `(select count(*) from orders where voided_at is not null)`,
    broken: `
      select coalesce(o.id::text, a.entity_id) as order_id, o.voided_at, o.voided_by, a.at, a.actor_id
        from (select * from orders where voided_at is not null or voided_by is not null) o
        full join (select * from audit_trail where entity = 'order' and action = 'order_void') a on a.entity_id = o.id::text
       where (o.voided_at, o.voided_by) is distinct from (a.at, a.actor_id)`,
  },
  {
    name: 'a price that was changed by hand marks its order',
    rule: 1,
    looked: orders,
    broken: `
      select o.id as order_id, o.price_overridden
        from orders o
       where o.price_overridden <> exists (select 1 from order_lines l join order_line_price_changes c on c.order_line_id = l.id
                                            where l.order_id = o.id and c.source = 'staff')`,
  },
  {
    name: 'every refund is in the audit trail: by whom, when, how much, how many points, of what, given back how',
    rule: 10,
    looked: '(select count(*) from order_refunds)',
    // Audit rows of older builds lack the tenders; their rows of a status lack the amount, too.
    broken: `
      with given as materialized (
        select r.id, ${GIVEN_BACK} as tenders,
               (select string_agg(concat_ws(' ', b.order_line_id, b.quantity, b.restock, b.goods_cents, b.tax_cents), ', ' order by b.order_line_id)
                  from order_refund_lines b where b.refund_id = r.id) as lines
          from order_refunds r)
      select coalesce(r.order_id::text, a.entity_id) as order_id, r.number, r.amount_cents, r.points, r.actor_id, r.created_at,
             a.details, a.actor_id as audit_actor_id, a.at
        from (select * from order_refunds where kind = 'lines') r
        full join (select * from audit_trail where entity = 'order' and action = 'order_refund') a
          on a.entity_id = r.order_id::text and a.details ->> 'refund' = r.number
        left join given g on g.id = r.id
       where (r.amount_cents, r.points, r.actor_id, r.created_at, r.reason) is distinct from
             (${cents('amount_cents')}, (a.details ->> 'points')::integer, a.actor_id, a.at, coalesce(a.details ->> 'reason', ''))
          or (a.details ? 'tenders' and (g.tenders, g.lines) is distinct from (${TOLD_TENDERS}, ${TOLD_LINES}))
      union all
      select r.order_id::text, r.number, r.amount_cents, r.points, r.actor_id, r.created_at, null, null, r.reversed_at
        from order_refunds r
       where r.kind = 'status'
         and (not exists (
                select 1 from audit_trail a
                 where a.entity = 'order' and a.entity_id = r.order_id::text and a.action = 'order_status' and a.details ->> 'to' = 'refunded'
                   and (not a.details ? 'refund_cents'
                     or (${cents('refund_cents')}, a.actor_id, a.at) = (r.amount_cents, r.actor_id, r.created_at))
                   and (not a.details ? 'tenders' or ${TOLD_TENDERS} is not distinct from ${GIVEN_BACK}))
           or (r.reversed_at is not null and not exists (
                select 1 from audit_trail a
                 where a.entity = 'order' and a.entity_id = r.order_id::text and a.action = 'order_status'
                   and a.details ->> 'from' = 'refunded' and a.at = r.reversed_at)))`,
  },
  {
    name: 'every note on an order is in the audit trail, by its author',
    rule: 10,
    looked: '(select count(*) from order_notes)',
    broken: `
      with told as (select order_id::text as order_id, author_id, created_at, count(*) as times from order_notes group by 1, 2, 3),
      trail as (select entity_id as order_id, actor_id as author_id, at as created_at, count(*) as times
                  from audit_trail where entity = 'order' and action = 'order_note' group by 1, 2, 3)
      select order_id, author_id, created_at, t.times, a.times as audit_times
        from told t full join trail a using (order_id, author_id, created_at)
       where t.times is distinct from a.times`,
  },
  {
    name: 'every movement by hand is in the audit trail: by whom, where, when, how much',
    rule: 10,
    looked: `(select count(*) from (${BY_HAND}) m)`,
    // The audit trail has three forms: a row names its movements, a row describes one movement, or an import covers all
    // movements at its location and instant that are of its author or of nobody, as those of older builds. Rows of older builds name
    // no times, or name no movements and are matched by person and time; their imports say only how many items they set at most.
    broken: `
      with by_hand as materialized (${BY_HAND}),
      named as materialized (
        select (e ->> 0)::bigint as id, (e ->> 1)::numeric as delta, (e ->> 2)::timestamptz as at, a.actor_id, a.id as audit_id, count(*) over (partition by (e ->> 0)) as times
          from audit_trail a, jsonb_array_elements(a.details -> 'movements') as e
         where a.action in ('stock_set', 'stock_adjusted')),
      single as (
        select action, at, location_id, actor_id, entity_id, (details ->> 'delta')::numeric as delta
          from audit_trail where entity = 'stock' and details ? 'delta'),
      imported as materialized (
        select a.id, a.at, a.location_id, a.actor_id, (${importedMovements('a.location_id', 'a.at', 'a.actor_id')}) as moved,
               a.details -> 'movements' as told, (a.details ->> 'stockSet')::bigint as at_most
          from audit_trail a where a.action = 'catalogue_import'),
      unnamed as materialized (
        select actor_id, at from audit_trail
         where action in ('stock_set', 'stock_adjusted') and not details ? 'movements')
      select coalesce(m.id, n.id) as movement_id, m.location_id, m.product_id, m.variation_id, m.action, m.delta, m.actor_id,
             m.created_at, n.audit_id, n.delta as audit_delta, n.actor_id as audit_actor_id, n.at as audit_at
        from by_hand m full join named n on n.id = m.id
       where m.id is null or (n.id is not null and (n.times > 1 or (m.delta, m.actor_id) is distinct from (n.delta, n.actor_id) or m.created_at <> n.at))
          or (n.id is null
            and not exists (select 1 from single s where s.at = m.created_at and s.action = m.action and s.location_id = m.location_id
                               and s.delta = m.delta and s.actor_id is not distinct from m.actor_id
                               and s.entity_id = m.product_id || coalesce('-' || m.variation_id, ''))
            and not exists (select 1 from imported i where (m.actor_id is null or m.actor_id = i.actor_id) and i.at = m.created_at and i.location_id = m.location_id)
            and not exists (select 1 from unnamed u where u.actor_id = m.actor_id
                               and u.at between m.created_at - interval '10 minutes' and m.created_at))
      union all
      select null, i.location_id, null, null, 'catalogue_import', (i.moved ->> 'rows')::bigint, i.actor_id, i.at, i.id,
             coalesce((i.told ->> 'rows')::bigint, i.at_most), null, null
        from imported i
       where i.moved <> i.told or (i.told is null and (i.moved ->> 'rows')::bigint > i.at_most)`,
  },
  {
    name: 'every change of points by hand is in the audit trail',
    rule: 10,
    looked: `(select count(*) from points_events where order_id is null and type <> 'merged')`,
    broken: `
      with told as (select customer_id::text as customer_id, created_at, actor_id, points, count(*) as times
                      from points_events where order_id is null and type <> 'merged' group by 1, 2, 3, 4),
      trail as (select entity_id as customer_id, at as created_at, actor_id, (details ->> 'points')::bigint as points, count(*) as times
                  from audit_trail where action in ('points_adjusted', 'points_opened', 'points_expired') group by 1, 2, 3, 4)
      select customer_id, t.created_at, t.actor_id, t.points, a.created_at as audit_at, a.actor_id as audit_actor_id, a.points as audit_points
        from told t full join trail a using (customer_id, created_at, points)
       where t.times is distinct from a.times or t.actor_id is distinct from a.actor_id`,
  },
  {
    name: 'a reorder level is the one that was set last',
    rule: 10,
    looked: rowsOf('reorder_level_set'),
    broken: `
      with told as (
        select distinct on (entity_id) entity_id, (details ->> 'reorder_level')::numeric as reorder_level
          from audit_trail where action = 'reorder_level_set' order by entity_id, id desc)
      select t.entity_id as item, s.reorder_level, t.reorder_level as audit_level
        from told t left join stock_levels s
          on s.location_id || '/' || s.product_id || coalesce('/' || s.variation_id, '') = t.entity_id
       where s.reorder_level is distinct from t.reorder_level`,
  },
  {
    name: 'number, supplier, total, status, times and lines of a purchase order are those that the audit trail tells of last',
    rule: 10,
    looked: '(select count(*) from purchase_orders)',
    // Older audit rows have no number, and then nothing of supplier and times is compared; nor are lines whose last change has none.
    broken: `
      with told as (
        select entity_id,
               min(details ->> 'po_number') filter (where action = 'purchase_order_created') as number,
               min((details ->> 'local_day')::date) filter (where action = 'purchase_order_created') as local_day,
               (array_agg(coalesce(details -> 'to', details) order by id desc)
                  filter (where action not in ('purchase_order_received', 'purchase_order_deleted')))[1] as edited,
               (array_agg(coalesce(details #> '{to,items}', details -> 'items') order by id desc)
                  filter (where action = 'purchase_order_created' or details -> 'parts' ? 'items'))[1] as items,
               min(at) filter (where coalesce(details #>> '{to,status}', details ->> 'status') = 'ordered'
                                 and action in ('purchase_order_created', 'purchase_order_ordered')) as ordered_at,
               max(at) filter (where action = 'purchase_order_received' and details ->> 'status' = 'received') as received_at,
               min(at) filter (where action = 'purchase_order_cancelled') as cancelled_at,
               (array_agg(coalesce(details #>> '{to,total}', details ->> 'total') order by id desc)
                  filter (where coalesce(details #>> '{to,total}', details ->> 'total') is not null))[1] as total,
               (array_agg(coalesce(details #>> '{to,status}', details ->> 'status') order by id desc)
                  filter (where action <> 'purchase_order_deleted' and coalesce(details #>> '{to,status}', details ->> 'status') is not null))[1] as status,
               min(at) filter (where action = 'purchase_order_created') as created_at,
               min(actor_id) filter (where action = 'purchase_order_created') as created_by,
               min((details ->> 'location_id')::integer) filter (where action = 'purchase_order_created') as location_id,
               max(at) filter (where action = 'purchase_order_deleted') as deleted_at,
               max(actor_id) filter (where action = 'purchase_order_deleted') as deleted_by,
               max(details ->> 'reason') filter (where action = 'purchase_order_deleted') as reason
          from audit_trail where entity = 'purchase_order' group by 1)
      select coalesce(o.id::text, t.entity_id) as purchase_order_id, o.status, o.total_cents, o.deleted_at, t.status as audit_status,
             t.total as audit_total, t.deleted_at as audit_deleted_at, l.items, t.items as audit_items
        from purchase_orders o full join told t on t.entity_id = o.id::text
        left join (select purchase_order_id, jsonb_agg(jsonb_build_array(product_id, variation_id, quantity_ordered, unit_cost_cents)
                            order by product_id, variation_id) as items
                     from purchase_order_lines group by 1) l on l.purchase_order_id = o.id
       where o.id is null or t.entity_id is null or t.created_at <> o.created_at or t.created_by is distinct from o.created_by
          or t.location_id <> o.location_id or t.status <> o.status or (t.total::numeric * 100)::bigint <> o.total_cents
          or (o.deleted_at, o.deleted_by, o.deletion_reason) is distinct from (t.deleted_at, t.deleted_by, t.reason)
          or o.po_number <> t.number or o.local_day <> t.local_day or o.supplier_id <> (edited ->> 'supplier_id')::integer
          or (edited ? 'supplier_id' and o.supplier_name <> edited ->> 'supplier')
          or (t.items is not null and l.items is distinct from t.items)
          or (t.number is not null and (o.ordered_at, o.received_at, o.cancelled_at) is distinct from (t.ordered_at, t.received_at, t.cancelled_at))`,
  },
  {
    name: 'an order that was placed unpaid is paid as its payment says, and the timeline and the audit trail alike',
    rule: 10,
    looked: '(select count(*) from orders where placed_unpaid)',
    broken: `
      select coalesce(o.id, p.order_id) as order_id, o.payment_method, o.total_cents, o.points_awarded, o.paid_at, p.method,
             p.amount_cents, p.points, p.actor_id, p.created_at, a.times, a.details, e.times as timeline_times, e.details as timeline_details
        from (select * from orders where placed_unpaid) o
        full join order_payments p on p.order_id = o.id
        full join (select entity_id, count(*) as times, min(at) as at, min(actor_id) as actor_id, min(location_id) as location_id,
                          (array_agg(details))[1] as details
                     from audit_trail where entity = 'order' and action = 'order_paid' group by 1) a on a.entity_id = coalesce(o.id, p.order_id)::text
        left join (select order_id, count(*) as times, min(created_at) as at, min(actor_id) as actor_id, (array_agg(details))[1] as details
                     from order_events where kind = 'paid' group by 1) e on e.order_id = o.id
       where o.id is null
          or (o.paid_at, p.actor_id, 1::bigint, o.location_id) is distinct from (a.at, a.actor_id, a.times, a.location_id) and o.paid_at is not null
          or (p.id is null) <> (o.paid_at is null) or (a.entity_id is null) <> (o.paid_at is null) or (e.order_id is null) <> (o.paid_at is null)
          or (p.id is null and (o.points_awarded <> 0 or o.stock_deducted or o.status in ('processing', 'completed', 'refunded')))
          or (p.id is not null and (
                (o.paid_at, o.payment_method, o.total_cents, o.points_awarded) is distinct from (p.created_at, p.method, p.amount_cents, p.points)
             or (e.times, e.at, e.actor_id, e.details) is distinct from (a.times, a.at, a.actor_id, a.details)
             or (a.details ->> 'payment_method', ${cents('amount_cents')}, ${cents('points')}) is distinct from (p.method, p.amount_cents, p.points::bigint)))`,
  },
];
