import { HUNDRED_PERCENT } from '#domain/money.ts';
import { type Check, share } from './check.ts';

const count = (table: string): string => `(select count(*) from ${table})`;

/** Compares purchase orders, audits, transfers and conversions with what moved. Rules: books/7-purchases, books/8-operations. */
export const OPERATION_CHECKS: readonly Check[] = [
  {
    name: 'a purchase order = its lines, its tax and its shipping, to the cent',
    rule: 7,
    looked: count('purchase_orders'),
    broken: `
      select o.id as purchase_order_id, o.subtotal_cents, l.lines_cents, o.tax_cents, o.total_cents
        from purchase_orders o
        left join (select purchase_order_id, sum(total_cents) as lines_cents,
                          bool_or(total_cents <> round(quantity_ordered * unit_cost_cents)) as wrong
                     from purchase_order_lines group by 1) l on l.purchase_order_id = o.id
       where o.subtotal_cents <> coalesce(l.lines_cents, 0) or l.wrong
          or o.tax_cents <> ${share('o.subtotal_cents', 'o.tax_basis_points', HUNDRED_PERCENT)}
          or o.total_cents <> o.subtotal_cents + o.tax_cents + o.shipping_cents`,
  },
  {
    name: 'received <= ordered, unless somebody confirmed more',
    rule: 7,
    looked: count('purchase_order_lines'),
    broken: `
      select l.purchase_order_id, l.id as line_id, l.quantity_ordered, l.quantity_received, l.quantity_over, r.confirmed
        from purchase_order_lines l
        left join (select rl.line_id, sum(rl.quantity_over) filter (where r.is_over_receipt and r.actor_id is not null) as confirmed
                     from purchase_order_receipt_lines rl join purchase_order_receipts r on r.id = rl.receipt_id group by 1) r
          on r.line_id = l.id
       where greatest(l.quantity_received - l.quantity_ordered, 0) <> l.quantity_over
          or l.quantity_over <> coalesce(r.confirmed, 0)`,
  },
  {
    name: 'received on a line = sum of its receipts',
    rule: 7,
    looked: count('purchase_order_lines'),
    broken: `
      select l.purchase_order_id, l.id as line_id, l.quantity_received, r.received, r.orders
        from purchase_order_lines l
        full join (select rl.line_id, sum(rl.quantity) as received, array_agg(distinct r.purchase_order_id) as orders
                     from purchase_order_receipt_lines rl left join purchase_order_receipts r on r.id = rl.receipt_id group by 1) r
          on r.line_id = l.id
       where l.id is null or l.quantity_received <> coalesce(r.received, 0)
          or (r.line_id is not null and r.orders is distinct from array[l.purchase_order_id])`,
  },
  {
    name: 'each receipt = its restock movements, at its location, by its receiver',
    rule: 7,
    looked: count('purchase_order_receipt_lines'),
    broken: `
      with said as (
        select rl.receipt_id, l.product_id, coalesce(l.variation_id, 0) as variation, r.purchase_order_id, r.location_id, r.actor_id,
               sum(rl.quantity) as quantity
          from purchase_order_receipt_lines rl
          join purchase_order_receipts r on r.id = rl.receipt_id
          join purchase_order_lines l on l.id = rl.line_id group by 1, 2, 3, 4, 5, 6),
      moved as (
        select receipt_id, product_id, coalesce(variation_id, 0) as variation, sum(delta) as delta,
               min(purchase_order_id) as order_min, max(purchase_order_id) as order_max, min(location_id) as location_min,
               max(location_id) as location_max, min(actor_id) as actor_min, max(actor_id) as actor_max, bool_and(action = 'restock') as restock
          from stock_movements where receipt_id is not null group by 1, 2, 3)
      select coalesce(s.receipt_id, m.receipt_id) as receipt_id, coalesce(s.product_id, m.product_id) as product_id, s.quantity, m.delta
        from said s full join moved m on m.receipt_id = s.receipt_id and m.product_id = s.product_id and m.variation = s.variation
       where s.receipt_id is null or m.receipt_id is null or s.quantity <> m.delta or not m.restock
          or (s.purchase_order_id, s.location_id) is distinct from (m.order_min, m.location_min)
          or (s.purchase_order_id, s.location_id) is distinct from (m.order_max, m.location_max)
          or s.actor_id is distinct from m.actor_min or s.actor_id is distinct from m.actor_max`,
  },
  {
    name: 'a purchase order movement belongs to a receipt, and a receipt says what came',
    rule: 7,
    looked: count('purchase_order_receipts'),
    broken: `
      select null::bigint as receipt_id, m.id as movement_id, m.purchase_order_id, m.action, m.delta, null::numeric as net_change
        from stock_movements m where m.purchase_order_id is not null and m.receipt_id is null
      union all
      select r.id, null, r.purchase_order_id, null, l.quantity, r.net_change
        from purchase_order_receipts r
        left join (select receipt_id, sum(quantity) as quantity, count(*) as lines, bool_or(quantity_over > 0) as is_over
                     from purchase_order_receipt_lines group by 1) l on l.receipt_id = r.id
       where r.net_change is distinct from l.quantity or r.total_products is distinct from l.lines::integer
          or r.is_over_receipt is distinct from l.is_over`,
  },
  {
    name: 'the status of a purchase order is what was received on it',
    rule: 7,
    looked: count('purchase_orders'),
    broken: `
      select o.id as purchase_order_id, o.status, o.deleted_at, l.all_in, l.any_in
        from purchase_orders o
        left join (select purchase_order_id, bool_and(quantity_received >= quantity_ordered) as all_in, bool_or(quantity_received > 0) as any_in
                     from purchase_order_lines group by 1) l on l.purchase_order_id = o.id
       where (o.status = 'received') <> (coalesce(l.all_in, false) and coalesce(l.any_in, false) and o.status <> 'cancelled')
          or (o.status = 'partially_received' and not coalesce(l.any_in, false))
          or (o.status in ('draft', 'ordered') and coalesce(l.any_in, false))
          or (o.deleted_at is not null and coalesce(l.any_in, false))`,
  },
  {
    name: 'net change of an audit = sum of its lines = sum of its movements, none is without its audit; its number is its own',
    rule: 8,
    looked: count('stock_audits'),
    broken: `
      select coalesce(a.id, l.audit_id, m.batch_id) as audit_id, a.audit_number, a.net_change, l.applied, m.moved, a.total_products, l.lines
        from stock_audits a
        full join (select audit_id, sum(applied) as applied, count(*)::integer as lines from stock_audit_lines group by 1) l on l.audit_id = a.id
        full join (select batch_id, sum(delta) as moved, min(location_id) as location_min, max(location_id) as location_max,
                          bool_and(action = 'audit') as audited from stock_movements where batch_id is not null group by 1) m
          on m.batch_id = coalesce(a.id, l.audit_id)
       where a.id is null or a.net_change <> coalesce(l.applied, 0) or a.net_change <> coalesce(m.moved, 0)
          or a.total_products <> coalesce(l.lines, 0) or not coalesce(m.audited, true)
          or coalesce(m.location_min, a.location_id) <> a.location_id or coalesce(m.location_max, a.location_id) <> a.location_id
          or exists (select 1 from stock_audits b where b.audit_number = a.audit_number and b.id <> a.id)`,
  },
  {
    name: 'each line of an audit = its movement; what agreed has none',
    rule: 8,
    looked: count('stock_audit_lines'),
    broken: `
      with moved as (
        select batch_id, product_id, coalesce(variation_id, 0) as variation, sum(delta) as delta, count(*) as times,
               min(quantity_before) as quantity_before
          from stock_movements where batch_id is not null group by 1, 2, 3)
      select coalesce(l.audit_id, m.batch_id) as audit_id, l.position, coalesce(l.product_id, m.product_id) as product_id,
             l.asked, l.applied, m.delta, m.times
        from stock_audit_lines l
        full join moved m on m.batch_id = l.audit_id and m.product_id = l.product_id and m.variation = coalesce(l.variation_id, 0)
       where l.audit_id is null or l.applied <> coalesce(m.delta, 0) or coalesce(m.times, 0) <> (l.applied <> 0)::integer
          or (m.batch_id is not null and m.quantity_before <> l.quantity_before)
          or l.quantity_after <> l.quantity_before + l.applied or l.applied < l.asked
          or (l.applied > l.asked and l.quantity_after <> 0)
          or (l.system_quantity is not null and l.counted_quantity is not null and l.asked <> l.counted_quantity - l.system_quantity)`,
  },
  {
    name: 'a transfer sums to 0 for every item: what leaves one location arrives at the other',
    rule: 8,
    looked: count('stock_transfers'),
    broken: `
      with moved as (
        select transfer_id, product_id, coalesce(variation_id, 0) as variation, sum(delta) as delta, count(*) as times,
               count(*) filter (where delta < 0) as out, min(location_id) filter (where delta < 0) as left_from,
               min(location_id) filter (where delta > 0) as arrived_at, bool_and(action = 'stock_transfer') as transferred
          from stock_movements where transfer_id is not null group by 1, 2, 3)
      select t.id as transfer_id, m.product_id, m.delta, m.times, m.left_from, m.arrived_at
        from stock_transfers t left join moved m on m.transfer_id = t.id
       where m.transfer_id is null or m.delta <> 0 or m.times <> 2 or m.out <> 1 or not m.transferred
          or m.left_from is distinct from t.from_location_id or m.arrived_at is distinct from t.to_location_id
      union all
      select null, product_id, delta, 1, location_id, null
        from stock_movements where action = 'stock_transfer' and transfer_id is null`,
  },
  {
    name: 'a conversion takes and makes what it says',
    rule: 8,
    looked: count('stock_conversions'),
    broken: `
      select c.id as conversion_id, c.input_quantity, c.output_quantity, m.times, m.taken, m.made
        from stock_conversions c
        left join (select conversion_id, count(*) as times, sum(delta) filter (where delta < 0) as taken, sum(delta) filter (where delta > 0) as made,
                          min(product_id) filter (where delta < 0) as from_product, min(product_id) filter (where delta > 0) as to_product,
                          min(coalesce(variation_id, 0)) filter (where delta < 0) as from_variation,
                          min(coalesce(variation_id, 0)) filter (where delta > 0) as to_variation,
                          min(location_id) as location_min, max(location_id) as location_max, bool_and(action = 'stock_conversion') as converted
                     from stock_movements where conversion_id is not null group by 1) m on m.conversion_id = c.id
       where m.times is distinct from 2 or m.taken is distinct from -c.input_quantity or m.made is distinct from c.output_quantity
          or (m.from_product, m.from_variation) is distinct from (c.from_product_id, coalesce(c.from_variation_id, 0))
          or (m.to_product, m.to_variation) is distinct from (c.to_product_id, coalesce(c.to_variation_id, 0))
          or (m.location_min, m.location_max) is distinct from (c.location_id, c.location_id) or not m.converted
      union all
      select null, null, null, 1, delta, null
        from stock_movements where action = 'stock_conversion' and conversion_id is null`,
  },
  {
    name: 'the tallies of the history count the movements that are there',
    rule: 4,
    looked: count('stock_tallies'),
    broken: `
      select location_id, day, action, t.movements, t.heads, c.movements as counted, c.heads as counted_heads
        from (select location_id, day, action, sum(movements) as movements, sum(heads) as heads from stock_tallies group by 1, 2, 3) t
        full join (select location_id, (created_at at time zone 'UTC')::date as day, action, count(*) as movements,
                          count(*) filter (where not follows) as heads from stock_movements group by 1, 2, 3) c
          using (location_id, day, action)
       where coalesce(t.movements, 0) <> coalesce(c.movements, 0) or coalesce(t.heads, 0) <> coalesce(c.heads, 0)`,
  },
  {
    name: 'every audit, transfer, conversion and receipt is in the audit trail once: by whom, when, how much',
    rule: 10,
    looked: `${count('stock_audits')} + ${count('stock_transfers')} + ${count('stock_conversions')} + ${count('purchase_order_receipts')}`,
    // The audit rows of the demo shop's receipts have no lines.
    broken: `
      with done as (
        select 'stock_audit' as kind, audit_number as number, actor_id, created_at as at, net_change as quantity from stock_audits
        union all
        select 'stock_transferred', transfer_number, t.actor_id, t.created_at, (
                 select sum(m.delta) from stock_movements m where m.transfer_id = t.id and m.delta > 0) from stock_transfers t
        union all select 'stock_converted', conversion_number, actor_id, created_at, output_quantity from stock_conversions
        union all select 'purchase_order_received', id::text, actor_id, created_at, net_change from purchase_order_receipts),
      told as (
        select action as kind,
               case action when 'purchase_order_received' then details ->> 'receipt_id' else entity_id end as number,
               count(*) as times, min(actor_id) as actor_id, min(at) as at, min(case action
                 when 'stock_audit' then (details ->> 'net_change')::numeric
                 when 'stock_transferred' then (details ->> 'quantity')::numeric
                 when 'stock_converted' then (details ->> 'output')::numeric
                 when 'purchase_order_received' then (
                   select sum((l ->> 'quantity')::numeric) from jsonb_array_elements(details -> 'lines') as l) end) as quantity
          from audit_trail where action in ('stock_audit', 'stock_transferred', 'stock_converted', 'purchase_order_received') group by 1, 2)
      select kind, number, d.actor_id, d.at, d.quantity, t.times, t.actor_id as audit_actor_id, t.at as audit_at, t.quantity as audit_quantity
        from done d full join told t using (kind, number)
       where t.times is distinct from 1 or d.number is null or (d.actor_id, d.at) is distinct from (t.actor_id, t.at)
          or t.quantity <> d.quantity`,
  },
];
