import { HUNDRED_PERCENT } from '#domain/money.ts';
import { WHOLE_PPM } from '#domain/tax.ts';
import { TOLERANCE_CENTS } from '#domain/tender.ts';
import { type Check, share } from './check.ts';

const lines = '(select count(*) from order_lines)';
const orders = '(select count(*) from orders)';

/** Rules: books/1-line-totals, books/2-order-sums, books/3-payments. */
export const PRICE_CHECKS: readonly Check[] = [
  {
    name: 'line total = original + its price changes, never below 0',
    rule: 1,
    looked: lines,
    broken: `
      select l.order_id, l.id as line_id, l.original_cents, coalesce(c.changed, 0) as changed_cents, l.total_cents
        from order_lines l
        left join (select order_line_id, sum(amount_cents) as changed from order_line_price_changes group by 1) c
          on c.order_line_id = l.id
       where l.total_cents <> l.original_cents + coalesce(c.changed, 0) or l.total_cents < 0`,
  },
  {
    name: 'a tier line is n times its tier, in money and in quantity',
    rule: 1,
    looked: '(select count(*) from order_lines where tier is not null)',
    broken: `
      select order_id, id as line_id, tier, quantity, original_cents
        from order_lines
       where tier is not null
         and (original_cents is distinct from (tier ->> 'price_cents')::numeric * (tier ->> 'count')::numeric
           or quantity is distinct from (tier ->> 'quantity')::numeric * (tier ->> 'count')::numeric)`,
  },
  {
    name: 'an override and a discount take what they say',
    rule: 1,
    looked: '(select count(*) from order_line_price_changes)',
    broken: `
      with steps as (
        select l.id, l.order_id, l.original_cents, c.position, c.kind, c.value, c.amount_cents,
               coalesce((l.tier ->> 'count')::numeric, l.quantity) as pieces,
               (l.original_cents + sum(c.amount_cents) over (partition by l.id order by c.position) - c.amount_cents)::bigint as price_before,
               row_number() over (partition by l.id order by c.position) - 1 as place
          from order_line_price_changes c join order_lines l on l.id = c.order_line_id)
      select order_id, id as line_id, position, kind, value, price_before, amount_cents
        from steps
       where position <> place
          or (kind = 'override' and price_before + amount_cents <> round(value * pieces))
          or (kind = 'discount' and (value not between 0 and ${HUNDRED_PERCENT} or amount_cents <> -(${share('price_before', 'value', HUNDRED_PERCENT)})))`,
  },
  {
    name: 'subtotal and taxable amount = sum of the lines',
    rule: 2,
    looked: orders,
    broken: `
      select o.id as order_id, o.subtotal_cents, l.total as lines_cents, o.taxable_cents, l.taxable as taxable_lines_cents
        from orders o
        left join (select order_id, sum(total_cents) as total, sum(total_cents) filter (where taxable) as taxable
                     from order_lines group by 1) l on l.order_id = o.id
       where o.subtotal_cents <> coalesce(l.total, 0) or o.taxable_cents <> coalesce(l.taxable, 0)`,
  },
  {
    name: 'every tax = taxable amount x its rate, to the cent',
    rule: 2,
    looked: '(select count(*) from order_taxes)',
    // Included taxes are rounded as they are taken out of the prices; tax-checks.ts compares those.
    broken: `
      select t.order_id, t.label, t.rate_ppm, t.taxable_cents, t.tax_cents, o.taxable_cents as order_taxable_cents
        from order_taxes t left join orders o on o.id = t.order_id
       where o.id is null
          or t.taxable_cents <> case when t.line_bases is null then o.taxable_cents else (select coalesce(sum(b), 0) from unnest(t.line_bases) b) end
          or case when t.included then t.tax_cents < 0 else t.tax_cents <> ${share('t.taxable_cents', 't.rate_ppm', WHOLE_PPM)} end`,
  },
  {
    name: 'tax = sum of the taxes; total = subtotal + tax + shipping',
    rule: 2,
    looked: orders,
    broken: `
      select o.id as order_id, o.subtotal_cents, o.tax_cents, t.tax as taxes_cents, o.shipping_cents, o.total_cents
        from orders o left join (select order_id, sum(tax_cents) as tax from order_taxes group by 1) t on t.order_id = o.id
       where o.tax_cents <> coalesce(t.tax, 0) or o.total_cents <> o.subtotal_cents + o.tax_cents + o.shipping_cents`,
  },
  {
    name: `tenders + rounding = total + change; rounding at most ${TOLERANCE_CENTS} cents`,
    rule: 3,
    looked: orders,
    // An unpaid order has no tenders; anything paid or tendered must add up.
    broken: `
      select o.id as order_id, o.payment_method, o.total_cents, o.change_cents, o.rounding_cents, t.tendered, t.cards, t.smallest
        from orders o
        left join (select order_id, sum(amount_cents) as tendered, min(amount_cents) as smallest, count(*) as times,
                          coalesce(sum(amount_cents) filter (where method = 'card'), 0) as cards
                     from tenders_taken group by 1) t on t.order_id = o.id
       where (o.paid_at is not null or t.order_id is not null)
         and (coalesce(t.tendered, 0) + o.rounding_cents <> o.total_cents + o.change_cents
           or abs(o.rounding_cents) > ${TOLERANCE_CENTS} or o.change_cents < 0
           or (o.payment_method = 'cash' and (t.cards > 0 or o.rounding_cents <> 0 or t.tendered < o.total_cents))
           or (o.payment_method = 'card' and (t.cards <> t.tendered or o.change_cents <> 0 or o.rounding_cents <> 0))
           or (o.payment_method = 'split' and t.smallest <= 0))`,
  },
];
