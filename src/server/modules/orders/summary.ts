import type { SUMMARY_TABLES, WireSummary } from '#contract/order-summary.ts';
import { toMoney } from '#contract/wire.ts';
import { csvLine, type CsvValue } from '#domain/csv.ts';
import { scaled, toCents } from '#domain/money.ts';
import type { Database } from '#server/db/pool.ts';
import { Refusal } from '#server/refusal.ts';
import { selectTallies } from './list-queries.ts';
import type { OrderFilter } from './order-filter.ts';
import { type HourSums, type ItemSums, selectSums, type Sums } from './summary-queries.ts';

const cents = (amount: number): string => toMoney(toCents(amount));

const ADDED = [
  'orders',
  'sales',
  'tax',
  'shipping',
  'total',
  'refunds',
  'cash',
  'card',
  'cash_back',
  'card_back',
] as const;
type Totals = Record<(typeof ADDED)[number], number>;

function total(rows: readonly HourSums[]): Totals {
  const sums: Totals = {
    orders: 0,
    sales: 0,
    tax: 0,
    shipping: 0,
    total: 0,
    refunds: 0,
    cash: 0,
    card: 0,
    cash_back: 0,
    card_back: 0,
  };
  for (const row of rows) for (const key of ADDED) sums[key] += row[key];
  return sums;
}

function figures(sums: Totals) {
  return {
    orders: sums.orders,
    sales: cents(sums.sales),
    tax: cents(sums.tax),
    shipping: cents(sums.shipping),
    total: cents(sums.total),
    refunds: cents(sums.refunds),
    net: cents(sums.total - sums.refunds),
  };
}

function itemFigures({ quantity, sales, refunds }: ItemSums) {
  return { quantity, sales: cents(sales), refunds: cents(refunds), net: cents(sales - refunds) };
}

/** The rows of each value, in the order of the values. */
function grouped<K>(rows: readonly HourSums[], keyOf: (row: HourSums) => K): [K, Totals][] {
  const groups = new Map<K, HourSums[]>();
  for (const row of rows) {
    const key = keyOf(row);
    const group = groups.get(key);
    if (group) group.push(row);
    else groups.set(key, [row]);
  }
  return [...groups].map(([key, group]) => [key, total(group)]);
}

const bySales = ([, a]: [unknown, Totals], [, b]: [unknown, Totals]): number => b.total - a.total;

function restOf({ items, products }: Sums) {
  const rest = { quantity: items.quantity, sales: items.sales, refunds: items.refunds };
  for (const { quantity, sales, refunds } of products) {
    rest.quantity -= quantity;
    rest.sales -= sales;
    rest.refunds -= refunds;
  }
  const left = items.products - products.length;
  return left === 0
    ? null
    : { products: left, ...itemFigures({ ...rest, quantity: Math.round(rest.quantity * 1000) / 1000 }) };
}

function toSummary(sums: Sums): WireSummary {
  const { hours } = sums;
  const all = total(hours);
  return {
    ...figures(all),
    average_order: cents(all.orders === 0 ? 0 : scaled(all.total, 1, all.orders)),
    tenders: (['cash', 'card'] as const).map((method) => {
      const [taken, refunded] = [all[method], all[`${method}_back`]];
      return { method, taken: cents(taken), refunded: cents(refunded), net: cents(taken - refunded) };
    }),
    by_day: grouped(hours, ({ day }) => day)
      .toSorted(([a], [b]) => a.localeCompare(b))
      .map(([day, group]) => ({ day, ...figures(group) })),
    by_hour: grouped(hours, ({ hour }) => hour)
      .toSorted(([a], [b]) => a - b)
      .map(([hour, group]) => ({ hour, ...figures(group) })),
    by_employee: grouped(hours, (row) => row.employee_id)
      .toSorted(bySales)
      .map(([id, group]) => ({
        employee_id: id,
        name: id === null ? '' : (sums.employees[id] ?? ''),
        ...figures(group),
      })),
    by_location: grouped(hours, (row) => row.location_id)
      .toSorted(bySales)
      .map(([id, group]) => ({ location_id: id, name: sums.locations[id] ?? '', ...figures(group) })),
    by_category: sums.categories.map((row) => ({ category: row.category, ...itemFigures(row) })),
    by_product: {
      top: sums.products.map((row) => ({
        product_id: row.product_id,
        variation_id: row.variation_id,
        name: row.name,
        sku: row.sku,
        ...itemFigures(row),
      })),
      rest: restOf(sums),
    },
  };
}

/** More than a query may take the time to sum, on a machine that sells meanwhile. */
const MOST_ORDERS = 500_000;

/** @throws Refusal `period_too_long`. A customer has few orders whatever the period. */
async function requireSummable(db: Database, filter: OrderFilter): Promise<void> {
  if (filter.customerId !== null) return;
  const days = await selectTallies(db, filter, 'asc');
  const orders = days.reduce((count, day) => count + day.orders, 0);
  if (orders > MOST_ORDERS) {
    const written = orders.toLocaleString('en-US');
    throw new Refusal('period_too_long', `Choose a shorter period: this one has ${written} orders.`, {
      details: { orders },
    });
  }
}

/**
 * Sales of a filter: what the same list shows, summed to the cent. Voided orders are in neither; cancelled and failed
 * orders are listed and are no sales. Refunds stand with the order they are of, not with the day they were made on.
 * @throws Refusal `period_too_long`
 */
export async function summarize(db: Database, filter: OrderFilter): Promise<WireSummary> {
  await requireSummable(db, filter);
  return toSummary(await selectSums(db, filter, { allProducts: false }));
}

type Table = (typeof SUMMARY_TABLES)[number];

const FIGURES = ['Orders', 'Sales', 'Tax', 'Shipping', 'Total', 'Refunds', 'Net'];
const ITEM_FIGURES = ['Quantity', 'Sales', 'Refunds', 'Net'];

function tableOf(summary: WireSummary, table: Table): { head: string[]; rows: CsvValue[][] } {
  const line = (row: WireSummary['by_day'][number] | Omit<WireSummary['by_day'][number], 'day'>): CsvValue[] => [
    row.orders,
    row.sales,
    row.tax,
    row.shipping,
    row.total,
    row.refunds,
    row.net,
  ];
  const item = (
    row: WireSummary['by_category'][number] | Omit<WireSummary['by_category'][number], 'category'>,
  ): CsvValue[] => [row.quantity, row.sales, row.refunds, row.net];
  switch (table) {
    case 'day':
      return { head: ['Day', ...FIGURES], rows: summary.by_day.map((row) => [row.day, ...line(row)]) };
    case 'hour':
      return { head: ['Hour', ...FIGURES], rows: summary.by_hour.map((row) => [row.hour, ...line(row)]) };
    case 'employee':
      return { head: ['Employee', ...FIGURES], rows: summary.by_employee.map((row) => [row.name, ...line(row)]) };
    case 'location':
      return { head: ['Location', ...FIGURES], rows: summary.by_location.map((row) => [row.name, ...line(row)]) };
    case 'category':
      return {
        head: ['Category', ...ITEM_FIGURES],
        rows: summary.by_category.map((row) => [row.category, ...item(row)]),
      };
    case 'product':
      return {
        head: ['Product', 'SKU', ...ITEM_FIGURES],
        rows: summary.by_product.top.map((row) => [row.name, row.sku, ...item(row)]),
      };
    case 'tender':
      return {
        head: ['Tender', 'Taken', 'Refunded', 'Net'],
        rows: summary.tenders.map((row) => [row.method, row.taken, row.refunded, row.net]),
      };
  }
}

/** One table of a summary as CSV; products all of them. @throws Refusal `period_too_long` */
export async function summaryCsv(db: Database, filter: OrderFilter, table: Table): Promise<string> {
  await requireSummable(db, filter);
  const summary = toSummary(await selectSums(db, filter, { allProducts: table === 'product' }));
  const { head, rows } = tableOf(summary, table);
  return [head, ...rows].map(csvLine).join('');
}
