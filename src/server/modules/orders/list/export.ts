import { setTimeout as pause } from 'node:timers/promises';
import { toMoney } from '#contract/wire.ts';
import { csvLine, type CsvValue } from '#domain/csv.ts';
import { toCents } from '#domain/money.ts';
import type { Database } from '#server/db/pool.ts';
import { type After, type ExportRow, selectFoundIds, selectNext, selectThese } from './export-queries.ts';
import type { OrderFilter } from './order-filter.ts';

/** Orders read at a time: a tenth of a second at most, and some hundred kilobytes. */
const BATCH = 1000;

const cents = (amount: number): string => toMoney(toCents(amount));

const COLUMNS: readonly [title: string, value: (row: ExportRow) => CsvValue][] = [
  ['Order', (row) => row.number],
  ['Date', (row) => row.sold_at],
  ['Status', (row) => row.status],
  ['Location', (row) => row.location],
  ['Employee', (row) => row.employee],
  ['Customer', (row) => row.customer],
  ['Email', (row) => row.email],
  ['Phone', (row) => row.phone],
  ['Items', (row) => row.items],
  ['Subtotal', (row) => cents(row.subtotal_cents)],
  ['Tax', (row) => cents(row.tax_cents)],
  ['Shipping', (row) => cents(row.shipping_cents)],
  ['Total', (row) => cents(row.total_cents)],
  ['Refunded', (row) => cents(row.refunded_cents)],
  ['Payment', (row) => row.payment],
  ['Points', (row) => row.points],
  ['Source', (row) => row.source],
];

interface Wanted {
  readonly order: 'asc' | 'desc';
  /** Only these of the filter's orders. */
  readonly ids?: readonly number[] | undefined;
}

async function* batches(
  db: Database,
  filter: OrderFilter,
  { order, ids: chosen }: Wanted,
): AsyncGenerator<ExportRow[]> {
  if (filter.search !== null || chosen) {
    const found = filter.search === null ? null : await selectFoundIds(db, filter, order);
    const isChosen = new Set(chosen);
    const ids = found === null ? [...isChosen] : chosen ? found.filter((id) => isChosen.has(id)) : found;
    for (let start = 0; start < ids.length; start += BATCH)
      yield selectThese(db, filter, { ids: ids.slice(start, start + BATCH), order });
    return;
  }
  let after: After | null = null;
  for (;;) {
    const rows: ExportRow[] = await selectNext(db, filter, { order, after, limit: BATCH });
    if (rows.length > 0) yield rows;
    const last = rows.at(-1);
    if (rows.length < BATCH || !last) return;
    after = { day: last.day, place: last.place, id: last.id };
  }
}

/**
 * The orders of a filter as CSV, in pieces. Each piece is a query of its own that holds no connection while the reader
 * takes its time, and between two of them the tills get their turn: an export takes at most half of a core.
 */
export async function* exportOrders(db: Database, filter: OrderFilter, wanted: Wanted): AsyncGenerator<string> {
  yield csvLine(COLUMNS.map(([title]) => title));
  let began = performance.now();
  for await (const rows of batches(db, filter, wanted)) {
    yield rows.map((row) => csvLine(COLUMNS.map(([, value]) => value(row)))).join('');
    await pause(Math.min(performance.now() - began, 100));
    began = performance.now();
  }
}
