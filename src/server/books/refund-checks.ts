import type { Check } from './check.ts';

const lines = '(select count(*) from order_lines)';
const orders = '(select count(*) from orders)';

/** A share of an amount, exact, with halves rounded up, as the refund rules of the domain calculate it. */
const share = (amount: string, part: string, whole: string): string =>
  `case when ${whole} = 0 then 0 else round((${amount})::numeric * (${part}) / (${whole})) end`;

/** Refunds: never more than was sold, taxed, paid or awarded, however it is divided. */
export const REFUND_CHECKS: readonly Check[] = [
  {
    name: 'refunded of a line = sum of its refunds = its share of the total, at most what was sold',
    rule: 1,
    looked: lines,
    broken: `
      select l.order_id, l.id as line_id, l.quantity, l.refunded_quantity, r.quantity as refunds_quantity, l.total_cents,
             l.refunded_cents, r.goods_cents as refunds_cents
        from order_lines l
        left join (select order_line_id, sum(quantity) as quantity, sum(goods_cents) as goods_cents
                     from order_refund_lines group by 1) r on r.order_line_id = l.id
       where l.refunded_quantity <> coalesce(r.quantity, 0) or l.refunded_cents <> coalesce(r.goods_cents, 0)
          or l.refunded_cents <> ${share('l.total_cents', 'l.refunded_quantity', 'l.quantity')}
          or not (l.refunded_quantity >= 0 and l.refunded_quantity <= l.quantity)`,
  },
  {
    name: 'returned and written off = what the refunds of the line say, at most what was deducted',
    rule: 6,
    looked: lines,
    broken: `
      select l.order_id, l.id as line_id, l.deducted, l.returned, l.written_off, r.returned as refunds_returned,
             r.written_off as refunds_written_off, m.delta
        from order_lines l
        left join (select order_line_id, sum(stock_quantity) filter (where restock) as returned,
                          sum(stock_quantity) filter (where not restock) as written_off
                     from order_refund_lines group by 1) r on r.order_line_id = l.id
        left join (select order_line_id, sum(delta) as delta from stock_movements where action = 'order_refund' group by 1) m
          on m.order_line_id = l.id
       where l.returned <> coalesce(r.returned, 0) or l.written_off <> coalesce(r.written_off, 0)
          or l.returned <> coalesce(m.delta, 0) or not (l.returned + l.written_off <= l.deducted)`,
  },
  {
    name: 'a refund = goods + tax + shipping, its goods and tax those of its lines',
    rule: 2,
    looked: orders,
    broken: `
      select r.order_id, r.number, r.kind, r.amount_cents, r.goods_cents, r.tax_cents, l.goods_cents as lines_cents,
             l.tax_cents as lines_tax_cents
        from order_refunds r
        left join (select b.refund_id, sum(b.goods_cents) as goods_cents, sum(b.tax_cents) as tax_cents, min(l.order_id) as order_id,
                          max(l.order_id) as order_max
                     from order_refund_lines b join order_lines l on l.id = b.order_line_id group by 1) l on l.refund_id = r.id
       where r.amount_cents <> r.goods_cents + r.tax_cents + r.shipping_cents
          or (r.kind = 'lines') <> (l.refund_id is not null)
          or (r.kind = 'lines' and (r.goods_cents <> l.goods_cents or r.tax_cents <> l.tax_cents
              or (r.order_id, r.order_id) <> (l.order_id, l.order_max)))`,
  },
  {
    name: 'refunded money and points of an order = sum of its refunds, at most its total and award',
    rule: 2,
    looked: orders,
    broken: `
      select o.id as order_id, o.total_cents, o.refunded_cents, r.amount_cents as refunds_cents, o.points_awarded,
             o.points_refunded, r.points as refunds_points
        from orders o
        left join (select order_id, sum(amount_cents) as amount_cents, sum(points) as points
                     from order_refunds where reversed_at is null group by 1) r on r.order_id = o.id
       where o.refunded_cents <> coalesce(r.amount_cents, 0) or o.points_refunded <> coalesce(r.points, 0)
          or o.refunded_cents not between 0 and o.total_cents or o.points_refunded not between 0 and o.points_awarded`,
  },
  {
    name: 'tax refunded with lines = the share of each tax over the taxable goods refunded',
    rule: 2,
    looked: orders,
    // A tax that is not charged on the totals of all taxable lines has its base of each line in `line_bases`. With the last of the
    // goods all of every tax is given back.
    broken: `
      with refunded as (
        select r.order_id, sum(b.tax_cents) as tax_cents, coalesce(sum(b.goods_cents) filter (where l.taxable), 0) as taxable
          from order_refunds r join order_refund_lines b on b.refund_id = r.id join order_lines l on l.id = b.order_line_id
         group by 1),
      due as (
        select t.order_id, sum(case when f.is_full then t.tax_cents when t.line_bases is null then ${share('t.tax_cents', 'r.taxable', 't.taxable_cents')}
                 else ${share('t.tax_cents', 'b.back', 't.taxable_cents')} end) as tax_cents
          from refunded r join order_taxes t using (order_id)
          cross join lateral (select bool_and(l.refunded_quantity = l.quantity) as is_full from order_lines l where l.order_id = t.order_id) f
          left join lateral (select sum(${share('t.line_bases[l.position + 1]', 'l.refunded_quantity', 'l.quantity')}) as back
                               from order_lines l where l.order_id = t.order_id and t.line_bases is not null) b on true
         group by 1)
      select order_id, r.taxable as taxable_refunded_cents, r.tax_cents as tax_refunded_cents, d.tax_cents as due_cents
        from refunded r left join due d using (order_id)
       where r.tax_cents <> coalesce(d.tax_cents, 0)`,
  },
  {
    name: 'no tender gives back more than it took unless it was chosen, and together they give back what is refunded',
    rule: 3,
    looked: orders,
    // A split's rounding is divided among its refunds. A refund to a tender that was chosen may be more than that took.
    broken: `
      with given as (
        select r.order_id, coalesce(sum(t.amount_cents) filter (where t.method = 'cash'), 0) as cash,
               coalesce(sum(t.amount_cents) filter (where t.method = 'card'), 0) as card, min(t.amount_cents) as smallest,
               coalesce(sum(t.amount_cents) filter (where t.method = 'cash' and r.refund_to is null), 0) as cash_as_paid,
               coalesce(sum(t.amount_cents) filter (where t.method = 'card' and r.refund_to is null), 0) as card_as_paid,
               bool_or(r.refund_to <> t.method) as elsewhere
          from order_refunds r left join order_refund_tenders t on t.refund_id = r.id
         where r.reversed_at is null group by 1),
      paid as (
        select t.order_id, coalesce(sum(t.amount_cents) filter (where t.method = 'cash'), 0) - min(o.change_cents) as cash,
               coalesce(sum(t.amount_cents) filter (where t.method = 'card'), 0) as card
          from given g join tenders_taken t using (order_id) join orders o on o.id = t.order_id group by 1)
      select o.id as order_id, o.refunded_cents, g.cash as cash_given, p.cash as cash_paid, g.card as card_given, p.card as card_paid
        from given g join orders o on o.id = g.order_id left join paid p using (order_id)
       where g.cash_as_paid > coalesce(p.cash, 0) or g.card_as_paid > coalesce(p.card, 0) or g.elsewhere or g.smallest <= 0
          or abs(g.cash + g.card - o.refunded_cents) > abs(o.rounding_cents)
          or (o.refunded_cents = o.total_cents and o.total_cents > 0 and g.cash + g.card <> p.cash + p.card)`,
  },
  {
    name: 'a refunded order has nothing left to refund, and no other has a refund by status',
    rule: 6,
    looked: orders,
    broken: `
      select o.id as order_id, o.status, o.total_cents, o.refunded_cents, r.number
        from orders o
        left join order_refunds r on r.order_id = o.id and r.kind = 'status' and r.reversed_at is null
       where (o.status = 'refunded' and o.paid_at is not null and o.refunded_cents <> o.total_cents)
          or (o.status <> 'refunded' and r.id is not null)`,
  },
];
