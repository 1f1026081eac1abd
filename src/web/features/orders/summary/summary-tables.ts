import { PAYMENT_TITLES } from '#domain/tender.ts';
import type { WireSummary } from '#contract/order-summary.ts';
import { centsOf, displayMoney, formatMoney, sum, toCents } from '#domain/money.ts';
import { displayAmount, displayCount } from '#web/entities/order/order-format.ts';

export type SummaryTable = 'day' | 'hour' | 'category' | 'product' | 'employee' | 'location' | 'tender' | 'refund';

export interface Table {
  /** The first heads are of words, the others of figures. */
  readonly head: readonly string[];
  /** The number of columns of words; one if left out. */
  readonly words?: number;
  readonly rows: readonly { readonly key: string; readonly cells: readonly string[] }[];
  /** The sums below the rows. */
  readonly foot: readonly string[];
  readonly points: readonly Point[];
  /** Columns over time, or bars by size. */
  readonly shape: 'columns' | 'bars';
}

/** One bar of the chart, in dollars. Only for drawing, never for calculating. */
export interface Point {
  readonly name: string;
  readonly value: number;
  readonly shown: string;
}

type Figures = WireSummary['by_day'][number];
type Items = WireSummary['by_category'][number];

const FIGURES_HEAD = ['Orders', 'Sales', 'Tax', 'Total', 'Refunds', 'Net'];
/** Tax is of an order, not of its items. */
const ITEMS_HEAD = ['Quantity', 'Sales', 'Refunds before tax', 'Net before tax'];
/** Days without a sale are shown, unless that makes too many rows. */
const MOST_DAYS = 400;
const MOST_BARS = 12;
const DAY_MS = 86_400_000;

function pointOf(name: string, money: string): Point {
  return { name, value: centsOf(money) / 100, shown: displayAmount(money) };
}

function figureCells({ orders, sales, tax, total, refunds, net }: Omit<Figures, 'day'>): string[] {
  return [orders.toLocaleString('en-US'), ...[sales, tax, total, refunds, net].map((money) => displayAmount(money))];
}

function figuresTable<Row extends Omit<Figures, 'day'>>(
  title: string,
  summary: WireSummary,
  rows: readonly Row[],
  nameOf: (row: Row) => { key: string; name: string },
  shape: Table['shape'],
): Table {
  return {
    head: [title, ...FIGURES_HEAD],
    rows: rows.map((row) => ({ key: nameOf(row).key, cells: [nameOf(row).name, ...figureCells(row)] })),
    foot: ['All', ...figureCells(summary)],
    points: rows.map((row) => pointOf(nameOf(row).name, row.sales)),
    shape,
  };
}

/** Sums of items. A quantity of null is one of several units. */
type ItemsRow = Omit<Items, 'category' | 'quantity'> & { quantity: number | null; key: string; name: string };

function itemsTable(title: string, rows: readonly ItemsRow[]): Table {
  const sumOf = (pick: (row: (typeof rows)[number]) => string) =>
    displayMoney(sum(rows.map((row) => centsOf(pick(row)))));
  return {
    head: [title, ...ITEMS_HEAD],
    rows: rows.map((row) => ({
      key: row.key,
      cells: [
        row.name,
        row.quantity === null ? '' : displayCount(row.quantity),
        displayAmount(row.sales),
        displayAmount(row.refunds),
        displayAmount(row.net),
      ],
    })),
    foot: [
      'All',
      // Grams and pieces have no sum.
      '',
      sumOf((row) => row.sales),
      sumOf((row) => row.refunds),
      sumOf((row) => row.net),
    ],
    points: rows.slice(0, MOST_BARS).map((row) => pointOf(row.name, row.sales)),
    shape: 'bars',
  };
}

/** "Mar 1". */
function dayName(day: string): string {
  return new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', month: 'short', day: 'numeric' }).format(
    new Date(`${day}T00:00:00Z`),
  );
}

/** "Mar 1, 2026". */
function displayDay(day: string): string {
  return `${dayName(day)}, ${day.slice(0, 4)}`;
}

/** 13 -> "1 PM". */
export function hourName(hour: number): string {
  return `${hour % 12 === 0 ? 12 : hour % 12} ${hour < 12 ? 'AM' : 'PM'}`;
}

/** All days from the first to the last, including those without a sale. */
export function everyDay(days: readonly string[]): string[] {
  const first = days[0];
  const last = days.at(-1);
  if (!first || !last) return [];
  const from = Date.parse(first);
  const count = Math.round((Date.parse(last) - from) / DAY_MS) + 1;
  if (count > MOST_DAYS) return [...days];
  return Array.from({ length: count }, (_, index) => new Date(from + index * DAY_MS).toISOString().slice(0, 10));
}

function dayTable(summary: WireSummary): Table {
  const byDay = new Map(summary.by_day.map((row) => [row.day, row]));
  const table = figuresTable(
    'Day',
    summary,
    summary.by_day.toReversed(),
    ({ day }) => ({ key: day, name: displayDay(day) }),
    'columns',
  );
  const days = everyDay(summary.by_day.map(({ day }) => day));
  return { ...table, points: days.map((day) => pointOf(dayName(day), byDay.get(day)?.sales ?? '0.00')) };
}

/** Each refund with the day of its sale beside its own, and the bars of the days on which money was given back. */
function refundTable(summary: WireSummary): Table {
  const shown = sum(summary.by_refund.map(({ amount }) => centsOf(amount)));
  const left = summary.refunds_made - summary.by_refund.length;
  const rows = summary.by_refund.map((refund) => ({
    key: refund.number,
    cells: [
      refund.number,
      displayDay(refund.day),
      displayDay(refund.sold_on),
      refund.order_number,
      refund.till ? `${refund.by}, ${refund.till}` : refund.by,
      ...[refund.cash, refund.card, refund.amount].map((money) => displayAmount(money)),
    ],
  }));
  const others = `${left.toLocaleString('en-US')} earlier ${left === 1 ? 'refund' : 'refunds'}`;
  const rest = displayMoney(toCents(centsOf(summary.refunds) - shown));
  return {
    words: 5,
    head: ['Refund', 'Refunded', 'Sold', 'Order', 'By', 'Cash', 'Card', 'Amount'],
    rows: left === 0 ? rows : [...rows, { key: 'rest', cells: [others, '', '', '', '', '', '', rest] }],
    foot: [
      'All',
      '',
      '',
      '',
      '',
      ...summary.tenders.map(({ refunded }) => displayAmount(refunded)),
      displayAmount(summary.refunds),
    ],
    points: summary.by_day
      .filter(({ refunds }) => centsOf(refunds) > 0)
      .map(({ day, refunds }) => pointOf(dayName(day), refunds)),
    shape: 'columns',
  };
}

function productTable({ by_product: { top, rest } }: WireSummary): Table {
  const rows = top.map((row) => ({ ...row, key: `${row.product_id}-${row.variation_id}` }));
  const others = rest && {
    ...rest,
    quantity: null,
    key: 'rest',
    name: `${rest.products.toLocaleString('en-US')} other products`,
  };
  const table = itemsTable('Product', others ? [...rows, others] : rows);
  return { ...table, points: table.points.slice(0, Math.min(rows.length, MOST_BARS)) };
}

function tenderTable({ tenders }: WireSummary): Table {
  const money = (pick: (row: WireSummary['tenders'][number]) => string) =>
    displayAmount(formatMoney(sum(tenders.map((row) => centsOf(pick(row))))));
  return {
    head: ['Payment', 'Taken', 'Refunded', 'Net'],
    rows: tenders.map((row) => ({
      key: row.method,
      cells: [
        PAYMENT_TITLES[row.method],
        displayAmount(row.taken),
        displayAmount(row.refunded),
        displayAmount(row.net),
      ],
    })),
    foot: ['All', money((row) => row.taken), money((row) => row.refunded), money((row) => row.net)],
    points: tenders.map((row) => pointOf(PAYMENT_TITLES[row.method], row.taken)),
    shape: 'bars',
  };
}

/** A table of the summary and the bars of its chart, with the server's figures unchanged. */
export function tableOf(summary: WireSummary, table: SummaryTable): Table {
  switch (table) {
    case 'day':
      return dayTable(summary);
    case 'hour':
      return figuresTable(
        'Hour',
        summary,
        summary.by_hour,
        ({ hour }) => ({ key: String(hour), name: hourName(hour) }),
        'columns',
      );
    case 'category':
      return itemsTable(
        'Category',
        summary.by_category.map((row) => ({ ...row, key: row.category, name: row.category || 'Uncategorized' })),
      );
    case 'product':
      return productTable(summary);
    case 'employee':
      return figuresTable(
        'Employee',
        summary,
        summary.by_employee,
        ({ employee_id: id, name }) => ({ key: String(id), name: name || 'Nobody' }),
        'bars',
      );
    case 'location':
      return figuresTable(
        'Location',
        summary,
        summary.by_location,
        ({ location_id: id, name }) => ({ key: String(id), name }),
        'bars',
      );
    case 'tender':
      return tenderTable(summary);
    case 'refund':
      return refundTable(summary);
  }
}
