import type { SUMMARY_TABLES, WireSummary } from '#contract/order-summary.ts';
import { moneyOf } from '#contract/wire.ts';
import { csvLine, type CsvValue } from '#domain/csv.ts';
import { scaled } from '#domain/money.ts';
import type { Database } from '#server/db/pool.ts';
import { Refusal } from '#server/refusal.ts';
import { selectPlace } from '../list/list-queries.ts';
import type { OrderFilter } from '../list/order-filter.ts';
import { areItemsSummedUp, type GroupSums, type ItemSums, selectSums, type Sums } from './summary-queries.ts';

function figures(sums: GroupSums) {
  return {
    orders: sums.orders,
    sales: moneyOf(sums.sales),
    tax: moneyOf(sums.tax),
    shipping: moneyOf(sums.shipping),
    total: moneyOf(sums.total),
    refunds: moneyOf(sums.refunds),
    net: moneyOf(sums.total - sums.refunds),
  };
}

function itemFigures({ quantity, sales, refunds }: ItemSums) {
  return { quantity, sales: moneyOf(sales), refunds: moneyOf(refunds), net: moneyOf(sales - refunds) };
}

const byTotal = (a: GroupSums, b: GroupSums): number => b.total - a.total;

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
  const groups = (of: GroupSums['of']): GroupSums[] => sums.groups.filter((group) => group.of === of);
  const [all] = groups('all');
  if (!all) throw new Error('the sums have no sum');
  return {
    ...figures(all),
    average_order: moneyOf(all.orders === 0 ? 0 : scaled(all.total, 1, all.orders)),
    tenders: (['cash', 'card'] as const).map((method) => {
      const [taken, refunded] = [all[method] + sums.later[method], all[`${method}_back`]];
      return { method, taken: moneyOf(taken), refunded: moneyOf(refunded), net: moneyOf(taken - refunded) };
    }),
    by_day: groups('day')
      .map((group) => ({ day: group.day ?? '', ...figures(group) }))
      .toSorted((a, b) => a.day.localeCompare(b.day)),
    by_hour: groups('hour')
      .map((group) => ({ hour: group.hour ?? 0, ...figures(group) }))
      .toSorted((a, b) => a.hour - b.hour),
    by_employee: groups('employee')
      .toSorted(byTotal)
      .map((group) => ({
        employee_id: group.employee_id,
        name: group.employee_id === null ? '' : (sums.employees[group.employee_id] ?? ''),
        ...figures(group),
      })),
    by_location: groups('location')
      .toSorted(byTotal)
      .map((group) => ({
        location_id: group.location_id ?? 0,
        name: sums.locations[group.location_id ?? 0] ?? '',
        ...figures(group),
      })),
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
    refunds_made: sums.refunds_made,
    by_refund: sums.refunds.map(({ given_at: at, amount, cash, card, ...refund }) => ({
      ...refund,
      refunded_at: new Date(at).toISOString(),
      amount: moneyOf(amount),
      cash: moneyOf(cash),
      card: moneyOf(card),
    })),
  };
}

/** More than a query may take the time to sum, on a machine that sells meanwhile: from the orders, and from the sums of their days. */
const MOST_ORDERS = 500_000;
const MOST_SUMMED_UP = 1_500_000;

/** @throws Refusal `period_too_long`. A customer has few orders in any period. */
async function requireSummable(db: Database, filter: OrderFilter): Promise<void> {
  if (filter.customerId !== null) return;
  const { total: orders } = await selectPlace(db, filter, { order: 'asc', offset: 0 });
  if (orders > (areItemsSummedUp(filter) ? MOST_SUMMED_UP : MOST_ORDERS)) {
    const written = orders.toLocaleString('en-US');
    throw new Refusal('period_too_long', `Choose a shorter period: this one has ${written} orders.`, {
      details: { orders },
    });
  }
}

/**
 * Sales of a filter: what the same list shows, summed to the cent. Voided orders are in neither; cancelled and failed
 * orders are listed and are no sales. Refunds count on the day they were made, whatever the day of their sale.
 * Rule: refunds/own-day.
 * @throws Refusal `period_too_long`
 */
export async function summarize(
  db: Database,
  filter: OrderFilter,
  { allProducts = false }: { allProducts?: boolean } = {},
): Promise<WireSummary> {
  await requireSummable(db, filter);
  return toSummary(await selectSums(db, filter, { allProducts }));
}

type Table = (typeof SUMMARY_TABLES)[number];

const FIGURES = ['Orders', 'Sales', 'Tax', 'Shipping', 'Total', 'Refunds', 'Net'];
const ITEM_FIGURES = ['Quantity', 'Sales', 'Refunds before tax', 'Net before tax'];

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
    case 'refund':
      return {
        head: ['Refund', 'Day', 'Time', 'Order', 'Sold on', 'By', 'Till', 'Reason', 'Cash', 'Card', 'Amount'],
        rows: summary.by_refund.map((row) => [
          row.number,
          row.day,
          row.refunded_at,
          row.order_number,
          row.sold_on,
          row.by,
          row.till,
          row.reason,
          row.cash,
          row.card,
          row.amount,
        ]),
      };
  }
}

/** One table of a summary as CSV; products and refunds all of them. @throws Refusal `period_too_long` */
export async function summaryCsv(db: Database, filter: OrderFilter, table: Table): Promise<string> {
  await requireSummable(db, filter);
  const summary = toSummary(
    await selectSums(db, filter, { allProducts: table === 'product', allRefunds: table === 'refund' }),
  );
  const { head, rows } = tableOf(summary, table);
  return [head, ...rows].map(csvLine).join('');
}
