import type { Check } from './check.ts';

const orders = '(select count(*) from orders)';

/** Rules about points used to pay, and about the awards of order lines. */
export const POINTS_CHECKS: readonly Check[] = [
  {
    name: 'points used for an order = what it used less what refunds gave back, or nothing once it is reversed',
    rule: 6,
    looked: orders,
    broken: `
      select o.id as order_id, o.customer_id, o.points_redeemed, o.points_returned, o.stock_deducted, e.points
        from orders o
        left join (select order_id, sum(points) as points, min(customer_id) as customer_id, max(customer_id) as customer_max
                     from points_events where type in ('redeemed', 'redemption-returned') group by 1) e on e.order_id = o.id
       where coalesce(e.points, 0) <> case when o.stock_deducted then o.points_returned - o.points_redeemed else 0 end
          or (e.order_id is not null and (o.customer_id is distinct from e.customer_id or e.customer_id <> e.customer_max)
              and not exists (select from customer_merges m where o.id = any(m.order_ids)))`,
  },
  {
    name: 'what points took off an order = the price steps of its lines, in whole cents and never below 0',
    rule: 1,
    looked: orders,
    broken: `
      select o.id as order_id, o.points_redeemed, o.redeemed_cents, s.cents as steps_cents
        from orders o
        left join (select l.order_id, -sum(c.amount_cents) as cents, max(c.amount_cents) as largest
                     from order_line_price_changes c join order_lines l on l.id = c.order_line_id
                    where c.source = 'points' group by 1) s on s.order_id = o.id
       where o.redeemed_cents <> coalesce(s.cents, 0) or s.largest >= 0`,
  },
  {
    name: 'used points given back by refunds = sum of the refunds, at most what was used',
    rule: 6,
    looked: orders,
    broken: `
      select o.id as order_id, o.points_redeemed, o.points_returned, r.points as refunds_points
        from orders o
        left join (select order_id, sum(points_returned) as points from order_refunds where reversed_at is null group by 1) r
          on r.order_id = o.id
       where o.points_returned <> coalesce(r.points, 0) or o.points_returned not between 0 and o.points_redeemed`,
  },
  {
    name: 'an award that is kept by line is the sum of its lines',
    rule: 6,
    looked: orders,
    broken: `
      select o.id as order_id, o.points_awarded, l.points as lines_points, l.kept, l.lines
        from orders o
        join (select order_id, sum(points_awarded) as points, count(points_awarded) as kept, count(*) as lines
                from order_lines group by 1) l on l.order_id = o.id
       where l.kept > 0 and (l.kept <> l.lines or l.points <> o.points_awarded)`,
  },
  {
    name: 'a sale that used points says so in the audit trail and in its timeline',
    rule: 10,
    looked: orders,
    broken: `
      select o.id as order_id, o.points_redeemed, o.redeemed_cents, a.details as audit_details, e.details as event_details
        from orders o
        left join audit_trail a on a.entity = 'order' and a.entity_id = o.id::text and a.action = 'sale'
        left join order_events e on e.order_id = o.id and e.kind = 'sold'
       where coalesce((a.details ->> 'points_redeemed')::bigint, 0) <> o.points_redeemed
          or coalesce((e.details ->> 'points_redeemed')::bigint, 0) <> o.points_redeemed
          or coalesce((e.details ->> 'redeemed_cents')::bigint, 0) <> o.redeemed_cents`,
  },
  {
    name: 'points that lapsed were taken, and never more than the customer had',
    rule: 6,
    looked: '(select count(*) from points_balances)',
    broken: `
      with sums as (
        select customer_id, id, type, points, sum(points) over (partition by customer_id order by created_at, id) as balance
          from points_events where customer_id in (select customer_id from points_events where type = 'expired'))
      select customer_id, id as event_id, points, balance from sums where type = 'expired' and (points >= 0 or balance < 0)`,
  },
];
