import { type RawBuilder, sql } from 'kysely';
import { type Period, type PeriodName, periodOf } from '#domain/period.ts';
import { call, cell, fact, found, most, type Question } from './question.ts';
import type { Subjects } from './subjects.ts';

const CENTRAL = 20;
const NAMES: Readonly<Record<number, string>> = {
  19: 'Charlotte Monroe',
  20: 'Charlotte Central',
  21: 'Blowing Rock',
  25: 'Main Location',
};
const at = (location: number | null): string => (location === null ? 'at all locations' : `at ${NAMES[location]}`);
const WORDS: Partial<Record<PeriodName, string>> = {
  yesterday: 'yesterday',
  last_week: 'last week (Monday to Sunday)',
  last_month: 'last month',
  last_30_days: 'in the last 30 days (with today)',
};

const answer = (what: RawBuilder<unknown>, rest: RawBuilder<unknown>): Question['right'] =>
  sql`SELECT ${what} AS answer ${rest}`;
const placed = (location: number | null) => (location === null ? {} : { location_id: location });

/** Orders that are sales: neither voided nor cancelled nor failed. */
const sold = ({ from, to }: Period, location: number | null, join = sql``) => sql`
  FROM orders o ${join} WHERE o.voided_at IS NULL AND o.status NOT IN ('cancelled', 'failed')
   AND o.local_day BETWEEN ${from}::date AND ${to}::date AND (${location}::integer IS NULL OR o.location_id = ${location})`;
const LINES = sql`JOIN order_lines l ON l.order_id = o.id`;

const FIGURES = {
  Orders: { words: 'How many orders were there', as: 'number', what: sql`count(*)` },
  Sales: { words: 'What were the sales before tax', as: 'money', what: sql`coalesce(sum(o.subtotal_cents), 0)` },
  Tax: { words: 'How much tax was charged', as: 'money', what: sql`coalesce(sum(o.tax_cents), 0)` },
  Total: { words: 'What was the total of sales with tax', as: 'money', what: sql`coalesce(sum(o.total_cents), 0)` },
  Refunds: {
    words: 'How much was refunded of the orders that were placed',
    as: 'money',
    what: sql`coalesce(sum(o.refunded_cents), 0)`,
  },
  Net: {
    words: 'What was the net (total with tax, less refunds) of the orders that were placed',
    as: 'money',
    what: sql`coalesce(sum(o.total_cents - o.refunded_cents), 0)`,
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

function salesFigures(today: string): Question[] {
  return ASKED.map(([figure, period, location]) => {
    const { words, as, what } = FIGURES[figure];
    return {
      ask: `${words} ${WORDS[period]} ${at(location)}?`,
      as,
      right: answer(what, sold(periodOf(period, today), location)),
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

function salesTables(today: string): Question[] {
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

function comparisons(today: string): Question[] {
  const last = periodOf('last_week', today);
  const before = periodOf('last_week', last.from);
  const compared = (location: number | null) =>
    call('compare_sales', {
      first_from: before.from,
      first_to: before.to,
      second_period: 'last_week',
      ...placed(location),
    });
  const two = (what: RawBuilder<unknown>, location: number | null) => ({
    now: sql`(SELECT ${what} ${sold(last, location)})`,
    then: sql`(SELECT ${what} ${sold(before, location)})`,
  });
  const [orders, net, total] = [
    two(sql`count(*)`, CENTRAL),
    two(sql`coalesce(sum(o.total_cents - o.refunded_cents), 0)`, 19),
    two(sql`coalesce(sum(o.total_cents), 0)`, null),
  ];
  const [flower, all] = [
    sql`(SELECT sum(l.total_cents) ${sold(periodOf('last_month', today), null, LINES)} AND l.category = 'Flower')`,
    sql`(SELECT sum(l.total_cents) ${sold(periodOf('last_month', today), null, LINES)})`,
  ];
  return [
    {
      ask: 'How many more orders were there last week (Monday to Sunday) than in the week before at Charlotte Central? Negative when there were fewer.',
      as: 'number',
      right: answer(sql`${orders.now} - ${orders.then}`, sql``),
      steps: [compared(CENTRAL)],
      read: cell('Difference', 'Figure', 'Orders'),
    },
    {
      ask: 'By how many dollars was the net (total with tax, less refunds) of last week (Monday to Sunday) above that of the week before at Charlotte Monroe? Negative when it was below.',
      as: 'money',
      right: answer(sql`${net.now} - ${net.then}`, sql``),
      steps: [compared(19)],
      read: (told) => amount(cell('Difference', 'Figure', 'Net')(told)),
    },
    {
      ask: 'By how many percent, to one decimal, did the total of sales with tax change from the week before last to last week (Monday to Sunday) at all locations?',
      as: 'number',
      right: answer(sql`round(100.0 * (${total.now} - ${total.then}) / ${total.then}, 1)::float8`, sql``),
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

function ordersOf({ orders }: Subjects, today: string): Question[] {
  const one = (place: number, ask: string, as: Question['as'], what: RawBuilder<unknown>, read: Question['read']) => {
    const { id, number } = orders[place] ?? { id: 0, number: '' };
    return {
      ask: `${ask} order ${number}?`,
      as,
      right: answer(what, sql`FROM orders o WHERE o.id = ${id}`),
      steps: [call('order', { order: number })],
      read,
    };
  };
  const listed = (status: string, period: PeriodName): Question => ({
    ask: `How many orders that were placed ${WORDS[period]} ${at(null)} have the status ${status}?`,
    as: 'number',
    right: answer(
      sql`count(*)`,
      sql`FROM orders o WHERE o.voided_at IS NULL AND o.status = ${status} AND o.local_day BETWEEN ${periodOf(period, today).from}::date AND ${periodOf(period, today).to}::date`,
    ),
    steps: [call('find_orders', { status, period })],
    read: found,
  });
  return [
    one(0, 'What is the total of', 'money', sql`o.total_cents`, fact('Total')),
    one(1, 'What is the total of', 'money', sql`o.total_cents`, fact('Total')),
    one(2, 'How much tax is in', 'money', sql`o.tax_cents`, fact('Tax')),
    one(3, 'What is the subtotal before tax of', 'money', sql`o.subtotal_cents`, fact('Subtotal')),
    one(4, 'How many lines has', 'number', sql`(SELECT count(*) FROM order_lines l WHERE l.order_id = o.id)`, found),
    one(5, 'How was it paid (name of the way of payment):', 'text', sql`o.payment_method_title`, fact('Payment')),
    one(
      6,
      'At which location was it sold:',
      'text',
      sql`(SELECT n.name FROM locations n WHERE n.id = o.location_id)`,
      (told) => told.at(-1)?.location,
    ),
    one(
      7,
      'What is the name of the item on the first line of',
      'text',
      sql`(SELECT l.name FROM order_lines l WHERE l.order_id = o.id ORDER BY l.position LIMIT 1)`,
      cell('Item'),
    ),
    listed('refunded', 'last_month'),
    listed('cancelled', 'last_month'),
    listed('completed', 'last_week'),
  ];
}

function stockOf({ priced, stocked: [one, other], levelled }: Subjects): Question[] {
  const level = ({ id }: { id: number }, what: RawBuilder<unknown>, location: number) =>
    answer(
      sql`coalesce((SELECT ${what} FROM stock_levels s WHERE s.product_id = ${id} AND s.location_id = ${location}), 0)::float8`,
      sql``,
    );
  const price = sql`coalesce(p.sale_price_cents, p.regular_price_cents)`;
  const product = ({ id }: { id: number }, what: RawBuilder<unknown>) =>
    answer(what, sql`FROM products p WHERE p.id = ${id}`);
  const stock = ({ sku }: { sku: string }, location: number) => call('stock', { search: sku, location_id: location });
  return [
    {
      ask: `How much of ${one.name} is in stock at Charlotte Central?`,
      as: 'number',
      right: level(one, sql`s.quantity`, 20),
      steps: [stock(one, 20)],
      read: cell('Stock', 'SKU', one.sku),
    },
    {
      ask: `How much of ${other.name} is in stock at Charlotte Monroe?`,
      as: 'number',
      right: level(other, sql`s.quantity`, 19),
      steps: [stock(other, 19)],
      read: cell('Stock', 'SKU', other.sku),
    },
    {
      ask: `What does one ${priced.name} cost?`,
      as: 'money',
      right: product(priced, price),
      steps: [call('find_products', { search: priced.sku })],
      read: cell('Price', 'SKU', priced.sku),
    },
    {
      ask: `What is the SKU of ${other.name}?`,
      as: 'text',
      right: product(other, sql`p.sku`),
      steps: [call('find_products', { search: other.name })],
      read: cell('SKU', 'Item', other.name),
    },
    {
      ask: `What is the reorder level of ${levelled.name} at Charlotte Central?`,
      as: 'number',
      right: level(levelled, sql`s.reorder_level`, 20),
      steps: [stock(levelled, 20)],
      read: cell('Reorder level', 'SKU', levelled.sku),
    },
    {
      ask: `What is the stock of ${priced.name} at Charlotte Central worth at its price?`,
      as: 'money',
      right: answer(
        sql`round(s.quantity * ${price})`,
        sql`FROM products p JOIN stock_levels s ON s.product_id = p.id AND s.location_id = 20 WHERE p.id = ${priced.id}`,
      ),
      steps: [
        stock(priced, 20),
        (told) =>
          call('calculate', {
            expression: `${cell('Stock', 'SKU', priced.sku)(told)} * ${cell('Price', 'SKU', priced.sku)(told)}`,
          }),
      ],
      read: cell('Result'),
    },
    {
      ask: 'How many items (products, or variations where a product has them) are for sale in the category Flower, with the categories in it?',
      as: 'number',
      right: answer(
        sql`count(*)`,
        sql`FROM products p LEFT JOIN variations v ON v.product_id = p.id AND p.type = 'variable'
             WHERE p.status = 'publish' AND (p.type = 'simple' OR v.status = 'publish')
               AND EXISTS (SELECT FROM categories c LEFT JOIN categories up ON up.id = c.parent_id LEFT JOIN categories top ON top.id = up.parent_id
                            WHERE c.id = ANY (p.category_ids) AND 'Flower' IN (c.name, up.name, top.name))`,
      ),
      steps: [call('find_products', { category: 'Flower' })],
      read: found,
    },
    {
      ask: `How many movements of stock has ${one.name} at Charlotte Central?`,
      as: 'number',
      right: answer(sql`count(*)`, sql`FROM stock_movements m WHERE m.product_id = ${one.id} AND m.location_id = 20`),
      steps: [
        call('find_products', { search: one.sku }),
        (told) => call('movements', { product_id: cell('Product id', 'SKU', one.sku)(told), location_id: 20 }),
      ],
      read: found,
    },
    {
      ask: 'How many items at Charlotte Central were sold beyond the books and wait for a count?',
      as: 'number',
      right: answer(
        sql`count(*)`,
        sql`FROM stock_levels s WHERE s.location_id = 20 AND s.needs_count_since IS NOT NULL`,
      ),
      steps: [call('discrepancies', { location_id: 20 })],
      read: fact('Items that need a count'),
    },
  ];
}

const table = (name: string, what = sql`count(*)`) => answer(what, sql`FROM ${sql.table(name)}`);
const SPENT = sql`coalesce(sum(o.total_cents) FILTER (WHERE o.status IN ('completed', 'processing')), 0)`;

function everythingElse({
  customers: [one = 0, other = 0, third = 0],
  purchases: [first, second],
}: Subjects): Question[] {
  const customer = (
    id: number,
    ask: string,
    as: Question['as'],
    right: Question['right'],
    label: string,
  ): Question => ({
    ask: `${ask} customer ${id}?`,
    as,
    right,
    steps: [call('customer', { customer_id: id })],
    read: cell(label),
  });
  const purchase = (
    { id, number } = { id: 0, number: '' },
    ask: string,
    as: Question['as'],
    what: RawBuilder<unknown>,
    read: Question['read'],
  ): Question => ({
    ask: `${ask} purchase order ${number}?`,
    as,
    right: answer(what, sql`FROM purchase_orders p WHERE p.id = ${id}`),
    steps: [call('purchase_order', { id })],
    read,
  });
  const ofCustomer = (id: number) => sql`FROM orders o WHERE o.customer_id = ${id} AND o.voided_at IS NULL`;
  return [
    customer(one, 'What is the lifetime value of', 'money', answer(SPENT, ofCustomer(one)), 'Lifetime value'),
    customer(other, 'How many orders has', 'number', answer(sql`count(*)`, ofCustomer(other)), 'Orders'),
    customer(
      third,
      'How many points has',
      'number',
      answer(sql`b.balance`, sql`FROM points_balances b WHERE b.customer_id = ${third}`),
      'Points',
    ),
    {
      ask: 'How many points are outstanding, of all customers?',
      as: 'number',
      right: answer(sql`sum(b.balance)::float8`, sql`FROM points_balances b WHERE b.balance > 0`),
      steps: [call('loyalty')],
      read: fact('Points outstanding'),
    },
    {
      ask: 'How many purchase orders of Charlotte Central are open?',
      as: 'number',
      right: answer(
        sql`count(*)`,
        sql`FROM purchase_orders p WHERE p.location_id = 20 AND p.deleted_at IS NULL AND p.status NOT IN ('received', 'cancelled')`,
      ),
      steps: [call('purchase_orders', { status: 'open', location_id: 20 })],
      read: found,
    },
    purchase(first, 'Who is the supplier of', 'text', sql`p.supplier_name`, fact('Supplier')),
    purchase(second, 'What is the total of', 'money', sql`p.total_cents`, fact('Total')),
    {
      ask: 'How many locations are there that are not closed?',
      as: 'number',
      right: answer(sql`count(*)`, sql`FROM locations n WHERE n.closed_at IS NULL`),
      steps: [call('locations')],
      read: found,
    },
    {
      ask: 'How many categories of products are there?',
      as: 'number',
      right: table('categories'),
      steps: [call('categories')],
      read: found,
    },
  ];
}

/** The questions, of which each is about figures that stand in the database. @param today the day in the demo shop */
export function questionsOf(subjects: Subjects, today: string): Question[] {
  return [
    ...salesFigures(today),
    ...salesTables(today),
    ...comparisons(today),
    ...ordersOf(subjects, today),
    ...stockOf(subjects),
    ...everythingElse(subjects),
  ];
}
