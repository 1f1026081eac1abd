import { type RawBuilder, sql } from 'kysely';
import { type Period, type PeriodName, periodOf } from '#domain/period.ts';
import { answer, call, cell, fact, most, type Question } from './question.ts';

const CENTRAL = 20;
const NAMES: Readonly<Record<number, string>> = {
  19: 'Charlotte Monroe',
  20: 'Charlotte Central',
  21: 'Blowing Rock',
  25: 'Main Location',
};
export const at = (location: number | null): string =>
  location === null ? 'at all locations' : `at ${NAMES[location]}`;
export const WORDS: Partial<Record<PeriodName, string>> = {
  yesterday: 'yesterday',
  last_week: 'last week (Monday to Sunday)',
  last_month: 'last month',
  last_30_days: 'in the last 30 days (with today)',
};

const placed = (location: number | null) => (location === null ? {} : { location_id: location });

/** Orders that are sales: neither voided nor cancelled nor failed. */
const sold = ({ from, to }: Period, location: number | null, join = sql``) => sql`
  FROM orders o ${join} WHERE o.voided_at IS NULL AND o.status NOT IN ('cancelled', 'failed')
   AND o.local_day BETWEEN ${from}::date AND ${to}::date AND (${location}::integer IS NULL OR o.location_id = ${location})`;
/** Refunds of the period, whenever the goods were sold. */
const given = ({ from, to }: Period, location: number | null) => sql`
  (SELECT coalesce(sum(r.amount_cents), 0)
     FROM order_refunds r JOIN orders o ON o.id = r.order_id JOIN locations l ON l.id = coalesce(r.location_id, o.location_id)
    WHERE r.reversed_at IS NULL AND o.voided_at IS NULL AND o.status NOT IN ('cancelled', 'failed')
      AND (coalesce(r.sold_at, r.created_at) AT TIME ZONE l.time_zone)::date BETWEEN ${from}::date AND ${to}::date
      AND (${location}::integer IS NULL OR l.id = ${location}))`;
const LINES = sql`JOIN order_lines l ON l.order_id = o.id`;

const FIGURES = {
  Orders: { words: 'How many orders were there', as: 'number', what: sql`count(*)` },
  Sales: { words: 'What were the sales before tax', as: 'money', what: sql`coalesce(sum(o.subtotal_cents), 0)` },
  Tax: { words: 'How much tax was charged', as: 'money', what: sql`coalesce(sum(o.tax_cents), 0)` },
  Total: { words: 'What was the total of sales with tax', as: 'money', what: sql`coalesce(sum(o.total_cents), 0)` },
  Refunds: {
    words: 'How much was given back by refunds that were made',
    as: 'money',
    what: given,
  },
  Net: {
    words: 'What was the net (total of sales with tax, less the refunds that were made)',
    as: 'money',
    what: (period: Period, location: number | null) =>
      sql`coalesce(sum(o.total_cents), 0) - ${given(period, location)}`,
  },
  'Average order': {
    words: 'What was the average total of an order',
    as: 'money',
    what: sql`round(avg(o.total_cents))`,
  },
} as const;

const ASKED: readonly (readonly [keyof typeof FIGURES, PeriodName, number | null])[] = [
  ['Orders', 'yesterday', 20],
  ['Orders', 'last_week', 19],
  ['Orders', 'last_month', null],
  ['Sales', 'last_week', null],
  ['Sales', 'last_month', 19],
  ['Tax', 'last_week', 20],
  ['Tax', 'last_month', 25],
  ['Total', 'yesterday', 20],
  ['Total', 'yesterday', 21],
  ['Total', 'last_30_days', null],
  ['Refunds', 'last_30_days', null],
  ['Refunds', 'last_month', 20],
  ['Net', 'last_month', 20],
  ['Net', 'last_week', null],
  ['Average order', 'last_week', 19],
];

export function salesFigures(today: string): Question[] {
  return ASKED.map(([figure, period, location]) => {
    const { words, as, what } = FIGURES[figure];
    const days = periodOf(period, today);
    return {
      ask: `${words} ${WORDS[period]} ${at(location)}?`,
      as,
      right: answer(typeof what === 'function' ? what(days, location) : what, sold(days, location)),
      steps: [call('sales_summary', { period, ...placed(location) })],
      read: fact(figure),
    };
  });
}

/** A row of a table of the sales summary. */
function grouped(
  today: string,
  ask: string,
  [group_by, period, location]: readonly [string, PeriodName, number | null],
  {
    as,
    what,
    more = sql``,
    join = sql``,
  }: { as: Question['as']; what: RawBuilder<unknown>; more?: RawBuilder<unknown>; join?: RawBuilder<unknown> },
  read: Question['read'],
): Question {
  return {
    ask: `${ask} ${WORDS[period]} ${at(location)}?`,
    as,
    right: answer(what, sql`${sold(periodOf(period, today), location, join)} ${more}`),
    steps: [call('sales_summary', { period, group_by, ...placed(location) })],
    read,
  };
}

const EMPLOYEE = sql`JOIN users u ON u.id = o.employee_id`;
const ORDER_TENDERS = sql`JOIN order_tenders t ON t.order_id = o.id`;
const mostBy = (column: RawBuilder<unknown>, sum: RawBuilder<unknown>) =>
  sql`GROUP BY ${column} ORDER BY sum(${sum}) DESC LIMIT 1`;
const TOTAL = sql`o.total_cents`;
const LINE = sql`l.total_cents`;
const HOUR = sql`extract(hour FROM o.created_at AT TIME ZONE 'America/New_York')::integer`;

export function salesTables(today: string): Question[] {
  const asked = grouped.bind(null, today);
  const day = sql`to_char(o.local_day, 'YYYY-MM-DD')`;
  return [
    asked(
      'On which day (as YYYY-MM-DD) was the total of sales highest',
      ['day', 'last_week', CENTRAL],
      { as: 'text', what: day, more: mostBy(sql`o.local_day`, TOTAL) },
      most('Day', 'Total'),
    ),
    asked(
      'Which location had the highest total of sales',
      ['location', 'last_week', null],
      {
        as: 'text',
        what: sql`n.name`,
        join: sql`JOIN locations n ON n.id = o.location_id`,
        more: mostBy(sql`n.name`, TOTAL),
      },
      most('Location', 'Total'),
    ),
    asked(
      'Which category had the highest sales before tax',
      ['category', 'last_month', null],
      { as: 'text', what: sql`l.category`, join: LINES, more: mostBy(sql`l.category`, LINE) },
      most('Category', 'Sales'),
    ),
    asked(
      'What were the sales before tax of the category Flower',
      ['category', 'last_month', CENTRAL],
      { as: 'money', what: sql`coalesce(sum(l.total_cents), 0)`, join: LINES, more: sql`AND l.category = 'Flower'` },
      cell('Sales', 'Category', 'Flower'),
    ),
    asked(
      'Which product or variation had the highest sales before tax',
      ['product', 'last_month', CENTRAL],
      { as: 'text', what: sql`min(l.name)`, join: LINES, more: mostBy(sql`l.product_id, l.variation_id`, LINE) },
      most('Product', 'Sales'),
    ),
    asked(
      'What were the sales before tax of the best-selling product or variation',
      ['product', 'last_30_days', null],
      {
        as: 'money',
        what: sql`sum(l.total_cents)`,
        join: LINES,
        more: mostBy(sql`l.product_id, l.variation_id`, LINE),
      },
      most('Sales', 'Sales'),
    ),
    asked(
      'Which employee took the highest total of sales',
      ['employee', 'last_week', null],
      { as: 'text', what: sql`u.display_name`, join: EMPLOYEE, more: mostBy(sql`u.display_name`, TOTAL) },
      most('Employee', 'Total'),
    ),
    asked(
      'How many orders did Sasha Lind take',
      ['employee', 'last_week', null],
      { as: 'number', what: sql`count(*)`, join: EMPLOYEE, more: sql`AND u.display_name = 'Sasha Lind'` },
      cell('Orders', 'Employee', 'Sasha Lind'),
    ),
    asked(
      'What was the total of sales with tax that Rowan Hale took',
      ['employee', 'last_month', null],
      {
        as: 'money',
        what: sql`coalesce(sum(o.total_cents), 0)`,
        join: EMPLOYEE,
        more: sql`AND u.display_name = 'Rowan Hale'`,
      },
      cell('Total', 'Employee', 'Rowan Hale'),
    ),
    asked(
      'How much was taken in cash (less change, refunds not taken off)',
      ['tender', 'last_week', CENTRAL],
      {
        as: 'money',
        what: sql`coalesce(sum(t.amount_cents), 0) - (SELECT coalesce(sum(o.change_cents), 0) ${sold(periodOf('last_week', today), CENTRAL)})`,
        join: ORDER_TENDERS,
        more: sql`AND t.method = 'cash'`,
      },
      cell('Taken', 'Paid by', 'cash'),
    ),
    asked(
      'How much was taken by card (refunds not taken off)',
      ['tender', 'last_week', 19],
      {
        as: 'money',
        what: sql`coalesce(sum(t.amount_cents), 0)`,
        join: ORDER_TENDERS,
        more: sql`AND t.method = 'card'`,
      },
      cell('Taken', 'Paid by', 'card'),
    ),
    asked(
      'In which hour of the day (its number from 0 to 23, by the clock of the shop) was the total of sales highest',
      ['hour', 'last_30_days', CENTRAL],
      { as: 'number', what: HOUR, more: mostBy(HOUR, TOTAL) },
      most('Hour', 'Total'),
    ),
  ];
}

const amount = (value: string | number | null | undefined): string => String(value ?? '').replace(/[$,]/g, '');

export function comparisons(today: string): Question[] {
  const last = periodOf('last_week', today);
  const before = periodOf('last_week', last.from);
  const compared = (location: number | null) =>
    call('compare_sales', {
      first_from: before.from,
      first_to: before.to,
      second_period: 'last_week',
      ...placed(location),
    });
  const two = (what: (days: Period) => RawBuilder<unknown>, location: number | null) => ({
    now: sql`(SELECT ${what(last)} ${sold(last, location)})`,
    earlier: sql`(SELECT ${what(before)} ${sold(before, location)})`,
  });
  const [orders, net, total] = [
    two(() => sql`count(*)`, CENTRAL),
    two((days) => sql`coalesce(sum(o.total_cents), 0) - ${given(days, 19)}`, 19),
    two(() => sql`coalesce(sum(o.total_cents), 0)`, null),
  ];
  const [flower, all] = [
    sql`(SELECT sum(l.total_cents) ${sold(periodOf('last_month', today), null, LINES)} AND l.category = 'Flower')`,
    sql`(SELECT sum(l.total_cents) ${sold(periodOf('last_month', today), null, LINES)})`,
  ];
  return [
    {
      ask: 'How many more orders were there last week (Monday to Sunday) than in the week before at Charlotte Central? Negative when there were fewer.',
      as: 'number',
      right: answer(sql`${orders.now} - ${orders.earlier}`, sql``),
      steps: [compared(CENTRAL)],
      read: cell('Difference', 'Figure', 'Orders'),
    },
    {
      ask: 'By how many dollars was the net (total of sales with tax, less the refunds that were made) of last week (Monday to Sunday) above that of the week before at Charlotte Monroe? Negative when it was below.',
      as: 'money',
      right: answer(sql`${net.now} - ${net.earlier}`, sql``),
      steps: [compared(19)],
      read: (told) => amount(cell('Difference', 'Figure', 'Net')(told)),
    },
    {
      ask: 'By how many percent, to one decimal, did the total of sales with tax change from the week before last to last week (Monday to Sunday) at all locations?',
      as: 'number',
      right: answer(sql`round(100.0 * (${total.now} - ${total.earlier}) / ${total.earlier}, 1)::float8`, sql``),
      steps: [compared(null)],
      read: cell('Change', 'Figure', 'Total'),
    },
    {
      ask: 'What share in percent, to one decimal, of the sales before tax of last month at all locations was of the category Flower?',
      as: 'number',
      right: answer(sql`round(100.0 * ${flower} / ${all}, 1)::float8`, sql``),
      steps: [
        call('sales_summary', { period: 'last_month', group_by: 'category' }),
        (told) =>
          call('calculate', {
            expression: `${cell('Sales', 'Category', 'Flower')(told)} / ${fact('Sales')(told)} * 100`,
            decimals: 1,
          }),
      ],
      read: cell('Result'),
    },
  ];
}
