import type { WireOrder } from '#contract/orders.ts';
import { csvLine, type CsvValue } from '#domain/csv.ts';
import { orderLocationName, orderSourceName, type ShopLocation } from '#domain/order-origin.ts';
import { buyerOf, displayCount } from './order-format.ts';

interface Place {
  readonly timeZone: string;
  readonly locations: readonly ShopLocation[];
}

/** "2026-03-01 13:29:00" on the wall of the shop: sorts, and spreadsheets read it. */
function wallClock(instant: string, timeZone: string): string {
  return new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' }).format(
    new Date(instant),
  );
}

/** The columns of the server's own export, in its order. */
const COLUMNS: readonly [title: string, value: (order: WireOrder, place: Place) => CsvValue][] = [
  ['Order', (order) => order.number],
  ['Date', (order, { timeZone }) => wallClock(order.date_created, timeZone)],
  ['Status', (order) => order.status],
  ['Location', (order, { locations }) => orderLocationName(order, locations)],
  ['Employee', (order) => order.employee_name],
  ['Customer', buyerOf],
  ['Email', (order) => order.billing.email],
  ['Phone', (order) => order.billing.phone],
  ['Items', (order) => displayCount(order.line_items.reduce((count, { quantity }) => count + quantity, 0))],
  ['Subtotal', (order) => order.subtotal],
  ['Tax', (order) => order.total_tax],
  ['Shipping', (order) => order.shipping_total],
  ['Total', (order) => order.total],
  ['Refunded', (order) => order.refunded],
  ['Payment', (order) => order.payment_method_title],
  ['Points', (order) => order.points_awarded - order.points_refunded],
  ['Source', orderSourceName],
];

/** Chosen orders as CSV; cells that a spreadsheet would run are defused. */
export function selectionCsv(orders: readonly WireOrder[], place: Place): string {
  return [
    csvLine(COLUMNS.map(([title]) => title)),
    ...orders.map((order) => csvLine(COLUMNS.map(([, value]) => value(order, place)))),
  ].join('');
}

/** Hands a text to the browser as a file. */
export function saveFile(name: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: 'text/csv;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
}
