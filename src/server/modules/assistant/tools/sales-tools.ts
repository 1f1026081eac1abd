import { sql } from 'kysely';
import { z } from 'zod';
import { ORDER_STATUSES, QUICK_FILTERS } from '#contract/orders.ts';
import type { WireSummary } from '#contract/order-summary.ts';
import { moneyOf } from '#contract/wire.ts';
import { centsOf } from '#domain/money.ts';
import { openIn } from './open-in.ts';
import { filterOf, getOrder, listOrdersForScreen, summarize } from '#server/modules/orders/service.ts';
import type { Database } from '#server/db/pool.ts';
import { Refusal } from '#server/refusal.ts';
import { calledOf } from './people-tools.ts';
import { LOCATION_OF_ORDERS, PERIOD, periodAsked, placeOfOrders } from './place-and-time.ts';
import { type Asked, CARD_ROWS, column, type Column, fact, type Found, personal, type Row, tool } from './tool.ts';

export const GROUPINGS = ['day', 'hour', 'category', 'product', 'employee', 'location', 'tender'] as const;
export type Grouping = (typeof GROUPINGS)[number];

const FIGURES: readonly Column[] = [
  column('orders', 'Orders', 'number'),
  column('sales', 'Sales', 'money'),
  column('tax', 'Tax', 'money'),
  column('total', 'Total', 'money'),
  column('refunds', 'Refunds', 'money'),
  column('net', 'Net', 'money'),
];
/** The figure by which the rows are ordered comes first, because a card in the chat is narrow. */
const ITEM_FIGURES: readonly Column[] = [
  { ...column('sales', 'Sales', 'money'), sorted: 'descending' },
  column('quantity', 'Quantity', 'quantity'),
  column('refunds', 'Refunds before tax', 'money'),
  column('net', 'Net before tax', 'money'),
];
const TENDER_FIGURES = [
  column('taken', 'Taken', 'money'),
  column('refunded', 'Refunded', 'money'),
  column('net', 'Net', 'money'),
];

/** One table of the sales summary: the same figures as the summary of the orders view. */
const TABLES: Record<
  Grouping,
  (sums: WireSummary) => { columns: readonly Column[]; rows: readonly Row[]; total?: number }
> = {
  day: ({ by_day: rows }) => ({ columns: [column('day', 'Day', 'day'), ...FIGURES], rows }),
  hour: ({ by_hour: rows }) => ({ columns: [column('hour', 'Hour', 'number'), ...FIGURES], rows }),
  category: ({ by_category: rows }) => ({ columns: [column('category', 'Category'), ...ITEM_FIGURES], rows }),
  product: ({ by_product: { top, rest } }) => ({
    columns: [column('name', 'Product'), ...ITEM_FIGURES, column('sku', 'SKU')],
    rows: top,
    total: top.length + (rest?.products ?? 0),
  }),
  employee: ({ by_employee: rows }) => ({ columns: [column('name', 'Employee'), ...FIGURES], rows }),
  location: ({ by_location: rows }) => ({ columns: [column('name', 'Location'), ...FIGURES], rows }),
  tender: ({ tenders: rows }) => ({ columns: [column('method', 'Paid by'), ...TENDER_FIGURES], rows }),
};

/** Only what the card shows: rows of the summary have more. */
function shown(columns: readonly Column[], rows: readonly Row[]): Row[] {
  return rows.map((row) => Object.fromEntries(columns.map(({ key }) => [key, row[key] ?? null])));
}

const totals = (sums: WireSummary): Found['facts'] => [
  fact('Orders', sums.orders),
  fact('Sales', sums.sales, 'money'),
  fact('Tax', sums.tax, 'money'),
  fact('Total', sums.total, 'money'),
  fact('Refunds', sums.refunds, 'money'),
  fact('Net', sums.net, 'money'),
  fact('Average order', sums.average_order, 'money'),
];

async function sumUp(
  asked: Asked,
  {
    from,
    to,
    locationId,
    employee,
    allProducts = false,
  }: {
    from: string;
    to: string;
    locationId: number | undefined;
    employee?: number | undefined;
    allProducts?: boolean;
  },
): Promise<WireSummary> {
  const filter = await filterOf(asked.db, asked.staff, {
    status: 'any',
    date_from: from,
    date_to: to,
    location_id: locationId,
    employee,
  });
  // A card has the best sellers; a file has every product.
  return summarize(asked.db, filter, { allProducts: allProducts && asked.limit > CARD_ROWS });
}

export const salesSummary = tool({
  name: 'sales_summary',
  description:
    'Sales of a period: number of orders, goods before tax, tax, total, refunds, net and average order, as a table by day, hour, category, product, employee, location or tender (way of payment). Cancelled, failed and voided orders are not counted. Refunds count on the day they were made.',
  permission: 'see-orders',
  parameters: z.object({
    ...PERIOD,
    ...LOCATION_OF_ORDERS,
    group_by: z.enum(GROUPINGS).default('day').describe('Rows of the table.'),
    employee_id: z.int().min(1).max(2_147_483_647).optional().describe('Only sales of this employee.'),
  }),
  run: async (asked, { group_by: by, location_id: locationId, employee_id: employee, ...period }) => {
    const { from, to, words } = periodAsked(asked.staff, period, 'last_7_days');
    const sums = await sumUp(asked, { from, to, locationId, employee, allProducts: by === 'product' });
    const { columns, rows, total } = TABLES[by](sums);
    return {
      title: `Sales by ${by}, ${words}`,
      columns,
      rows: shown(columns, rows),
      ...(total !== undefined && { total }),
      facts: totals(sums),
      location: await placeOfOrders(asked, locationId),
      open: openIn(
        'orders',
        'Orders',
        { date_from: from, date_to: to, location_id: locationId?.toString() },
        { lost: employee !== undefined },
      ),
    };
  },
});

const COMPARED = ['orders', 'sales', 'tax', 'total', 'refunds', 'net', 'average_order'] as const;
const COMPARED_WORDS: Record<(typeof COMPARED)[number], string> = {
  orders: 'Orders',
  sales: 'Sales',
  tax: 'Tax',
  total: 'Total',
  refunds: 'Refunds',
  net: 'Net',
  average_order: 'Average order',
};

/** To a tenth of a percent; null from nothing. */
const changeOf = (before: number, after: number): number | null =>
  before === 0 ? null : Math.round(((after - before) / Math.abs(before)) * 1000) / 10;

export const compareSales = tool({
  name: 'compare_sales',
  description: 'Two periods side by side: sales figures, their difference and its share in percent.',
  permission: 'see-orders',
  parameters: z.object({
    first_period: PERIOD.period,
    first_from: PERIOD.from,
    first_to: PERIOD.to,
    second_period: PERIOD.period,
    second_from: PERIOD.from,
    second_to: PERIOD.to,
    ...LOCATION_OF_ORDERS,
  }),
  run: async (asked, { location_id: locationId, ...parts }) => {
    const first = periodAsked(
      asked.staff,
      { period: parts.first_period, from: parts.first_from, to: parts.first_to },
      'last_month',
    );
    const second = periodAsked(
      asked.staff,
      { period: parts.second_period, from: parts.second_from, to: parts.second_to },
      'this_month',
    );
    const [one, other] = [await sumUp(asked, { ...first, locationId }), await sumUp(asked, { ...second, locationId })];
    const rows = COMPARED.map((figure) => {
      const isMoney = figure !== 'orders';
      const [before, after] = [one[figure], other[figure]];
      const difference = isMoney
        ? moneyOf(centsOf(String(after)) - centsOf(String(before)))
        : Number(after) - Number(before);
      return {
        figure: COMPARED_WORDS[figure],
        first: isMoney ? `$${before}` : String(before),
        second: isMoney ? `$${after}` : String(after),
        difference: isMoney ? String(difference).replace(/^(-?)/, '$1$$') : String(difference),
        change: changeOf(Number(before), Number(after)),
      };
    });
    return {
      title: `${first.words} and ${second.words}`,
      columns: [
        column('figure', 'Figure'),
        column('first', first.words),
        column('second', second.words),
        column('difference', 'Difference'),
        column('change', 'Change', 'percent'),
      ],
      rows,
      location: await placeOfOrders(asked, locationId),
      open: {
        ...openIn('orders', 'Orders', {
          date_from: second.from,
          date_to: second.to,
          location_id: locationId?.toString(),
        }),
        label: `Open ${second.words} in Orders`,
      },
    };
  },
});

/** Buyers who are customers, as the assistant calls them. */
async function customersCalled(
  db: Database,
  orders: readonly { customer_id: number }[],
): Promise<ReadonlyMap<number, string>> {
  const ids = [...new Set(orders.map((order) => order.customer_id))];
  const { rows } = await sql<Parameters<typeof calledOf>[0]>`
    SELECT id, username, display_name, name FROM users WHERE id = ANY(${ids}::integer[])`.execute(db);
  return new Map(rows.map((row) => [row.id, calledOf(row)]));
}

export const findOrders = tool({
  name: 'find_orders',
  description:
    'Orders of a period, newest first, by status, search words (number, item, SKU) or quick filter: today, unpaid, needs_attention.',
  permission: 'see-orders',
  parameters: z.object({
    ...PERIOD,
    ...LOCATION_OF_ORDERS,
    status: z
      .enum(['any', ...ORDER_STATUSES])
      .default('any')
      .describe('Status.'),
    search: z.string().max(200).optional().describe('An order number, or words of an item.'),
    quick: z.enum(QUICK_FILTERS).optional().describe('A quick filter.'),
    customer_id: z.int().min(1).max(2_147_483_647).optional().describe('Only orders of this customer.'),
  }),
  run: async (asked, { status, search, quick, customer_id: customer, location_id: locationId, ...period }) => {
    const isDated = Object.values(period).some((part) => part !== undefined);
    const isFound = search !== undefined || quick !== undefined || customer !== undefined;
    const days = isDated || !isFound ? periodAsked(asked.staff, period, 'last_7_days') : null;
    const query = {
      status,
      search,
      withoutBuyers: true,
      quick,
      customer,
      location_id: locationId,
      date_from: days?.from,
      date_to: days?.to,
      page: 1,
      per_page: asked.limit,
      order: 'desc' as const,
    };
    const { data, meta } = await listOrdersForScreen(asked.db, asked.staff, query);
    const called = await customersCalled(asked.db, data);
    return {
      title: `Orders${days ? `, ${days.words}` : ''}${search ? ` with “${search}”` : ''}`,
      columns: [
        column('number', 'Order'),
        column('total', 'Total', 'money'),
        column('date', 'Date', 'instant'),
        column('status', 'Status'),
        personal('buyer', 'Customer'),
        column('lines', 'Lines', 'number'),
        column('payment', 'Payment'),
        column('refunded', 'Refunded', 'money'),
        column('id', 'Id', 'number'),
      ],
      rows: data.map((order) => ({
        number: order.number,
        id: order.id,
        date: order.date_created,
        status: order.status,
        buyer: called.get(order.customer_id) ?? order.buyer,
        lines: order.lines,
        payment: order.payment_method_title,
        total: order.total,
        refunded: order.refunded,
      })),
      total: meta.total,
      isAtLeast: meta.total_is_lower_bound,
      location: await placeOfOrders(asked, locationId),
      open: openIn('orders', 'Orders', {
        date_from: days?.from,
        date_to: days?.to,
        status: status === 'any' ? undefined : status,
        search,
        quick,
        customer: customer?.toString(),
        location_id: locationId?.toString(),
      }),
    };
  },
});

export const oneOrder = tool({
  name: 'order',
  description: 'One order with its lines, by its number (POS-4051 or 4051) or id. Never with contact data.',
  permission: 'see-orders',
  parameters: z.object({ order: z.union([z.string().max(40), z.int()]).describe('Number or id of the order.') }),
  run: async (asked, { order: wanted }) => {
    const typed = String(wanted).trim().replace(/^#/, '');
    const digits = typed.replace(/^\D+/, '');
    const found = await listOrdersForScreen(asked.db, asked.staff, {
      status: 'any',
      search: /^\d+$/.test(typed) ? `POS-${typed}` : typed,
      withoutBuyers: true,
      page: 1,
      per_page: 5,
      order: 'desc',
    });
    const isIt = (number: string): boolean =>
      number.toLowerCase() === typed.toLowerCase() || number === `POS-${digits}`;
    const id = found.data.find(({ number }) => isIt(number))?.id ?? (/^\d{1,10}$/.test(typed) ? Number(typed) : null);
    if (id === null || id > 2_147_483_647) throw new Refusal('not_found', `There is no order ${typed.slice(0, 40)}.`);
    const order = await getOrder(asked.db, asked.staff, id);
    return {
      title: `Order ${order.number}`,
      columns: [
        column('name', 'Item'),
        column('sku', 'SKU'),
        column('quantity', 'Quantity', 'quantity'),
        column('price', 'Price', 'money'),
        column('total', 'Total', 'money'),
      ],
      rows: order.line_items.map(({ name, sku, quantity, price, total }) => ({ name, sku, quantity, price, total })),
      facts: [
        fact('Id', order.id),
        fact('Status', order.status, 'text'),
        fact('Date', order.date_created, 'instant'),
        fact('Subtotal', order.subtotal, 'money'),
        fact('Tax', order.total_tax, 'money'),
        fact('Total', order.total, 'money'),
        fact('Refunded', order.refunded, 'money'),
        fact('Payment', order.payment_method_title, 'text'),
      ],
      location: order.location_name,
      open: openIn('orders', 'Orders', { search: order.number }),
    };
  },
});
