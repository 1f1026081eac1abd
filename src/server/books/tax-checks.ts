import type { Check } from './check.ts';

/**
 * The cost of each order line, and the least and the most that it cost before points, with the base of each tax. The two
 * are the same unless prices contain a tax: then the cost before points has the same part of it as the cost after them,
 * and each of the parts is a cent more or less.
 */
const CHARGED = `
      charged as (
        select t.order_id, t.position, t.label, t.tax_cents, t.taxable_cents, t.compound, t.included, t.line_bases, l.position as line,
               l.taxable, l.total_cents, b.least, b.most,
               case when t.line_bases is null then case when l.taxable then l.total_cents else 0 end
                    else t.line_bases[l.position + 1] end as base
          from order_taxes t join order_lines l using (order_id)
          cross join lateral (select bool_or(s.included) as contains from order_taxes s where s.order_id = t.order_id) i
          cross join lateral (select coalesce(-sum(amount_cents) filter (where source = 'points'), 0) as points,
                                     coalesce(-sum(amount_cents) filter (where source = 'tax_rule'), 0) as contained
                                from order_line_price_changes c where c.order_line_id = l.id) p
          cross join lateral (select l.total_cents + p.contained as paid, l.total_cents + p.points + p.contained as goods) g
          cross join lateral (select case when p.points = 0 or not i.contains then l.total_cents + p.points
                                          when g.paid = 0 then l.total_cents
                                          else (g.goods::numeric * (l.total_cents - 1)) / g.paid - 1 end as least,
                                     case when p.points = 0 or not i.contains or g.paid = 0 then l.total_cents + p.points
                                          else greatest(l.total_cents + p.points, (g.goods::numeric * (l.total_cents + 1)) / g.paid + 1)
                                          end as most) b
         where t.order_id in (select order_id from order_taxes where line_bases is not null or included))`;

/** Taxes that are not charged on the totals of all taxable lines. Rule: books/2-order-sums. */
export const TAX_CHECKS: readonly Check[] = [
  {
    name: 'taxes that prices contain = what was taken out of the prices of the lines',
    rule: 2,
    looked: '(select count(*) from order_taxes where included)',
    broken: `
      with contained as (select order_id, sum(tax_cents) as tax_cents from order_taxes where included group by 1),
      taken as (
        select l.order_id, -sum(c.amount_cents) as taken_cents
          from order_line_price_changes c join order_lines l on l.id = c.order_line_id where c.source = 'tax_rule' group by 1)
      select order_id, tax_cents, taken_cents from contained full join taken using (order_id)
       where coalesce(tax_cents, 0) <> coalesce(taken_cents, 0)`,
  },
  {
    name: 'a tax is charged on what its lines cost, and a compound one on the taxes before it, too',
    rule: 2,
    looked: '(select count(*) from order_taxes where line_bases is not null or included)',
    // Each tax before it is divided among its lines in whole cents, so a line may have a cent of it more or less.
    broken: `
      with ${CHARGED}
      select c.order_id, c.label, c.line, c.base, c.total_cents, c.least, c.most, e.taxes as taxes_before
        from charged c
        left join lateral (select coalesce(sum(s.tax_cents::numeric * s.base / nullif(s.taxable_cents, 0)), 0) as taxes, count(*) as many
                             from charged s where s.order_id = c.order_id and s.line = c.line and s.position < c.position) e on c.compound
        cross join lateral (select case when c.compound then c.base - e.taxes else c.base end as goods,
                                   case when c.compound then e.many else 0 end as odd) d
       where c.base is null or cardinality(c.line_bases) <> (select count(*) from order_lines l where l.order_id = c.order_id)
          or (c.base <> 0 and (not c.taxable
            or not (d.goods = c.total_cents or abs(d.goods - c.total_cents) < d.odd
                    or d.goods between c.least and c.most or (d.goods > c.least - d.odd and d.goods < c.most + d.odd))))`,
  },
  {
    name: 'what a refund gave back of each tax adds up to its tax, and to no more than the tax',
    rule: 2,
    looked: '(select count(*) from order_refunds where tax_parts is not null)',
    broken: `
      with part as (
        select r.order_id, r.number, r.tax_cents, r.reversed_at, p.cents, p.place
          from order_refunds r, unnest(r.tax_parts) with ordinality as p(cents, place))
      select order_id, number, null::bigint as place, tax_cents, sum(cents) as parts_cents, null::numeric as tax_of_order_cents
        from part group by order_id, number, tax_cents having sum(cents) <> tax_cents or min(cents) < 0
      union all
      select p.order_id, null, p.place, null, sum(p.cents), t.tax_cents
        from part p left join order_taxes t on t.order_id = p.order_id and t.position = p.place - 1
       where p.reversed_at is null group by p.order_id, p.place, t.tax_cents
      having t.tax_cents is null or sum(p.cents) > t.tax_cents`,
  },
];
