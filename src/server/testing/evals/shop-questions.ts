import { type RawBuilder, sql } from 'kysely';
import { type PeriodName, periodOf } from '#domain/period.ts';
import { answer, call, cell, fact, found, type Question } from './question.ts';
import { at, WORDS } from './sales-questions.ts';
import type { Subjects } from './subjects.ts';

export function ordersOf({ orders }: Subjects, today: string): Question[] {
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

export function stockOf({ priced, stocked: [one, other], levelled }: Subjects): Question[] {
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

export function everythingElse({
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
