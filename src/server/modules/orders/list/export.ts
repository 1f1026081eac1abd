import { moneyOf } from '#contract/wire.ts';
import type { Database } from '#server/db/pool.ts';
import { type CsvColumns, csvPieces } from '#server/http/serve/send/serve-csv.ts';
import { type After, type ExportRow, selectFoundIds, selectNext, selectThese } from './export-queries.ts';
import type { OrderFilter } from './order-filter.ts';

/** Orders read at a time: a tenth of a second at most, and some hundred kilobytes. */
const BATCH = 1000;

const COLUMNS: CsvColumns<ExportRow> = [
  ['Order', (row) => row.number],
  ['Date', (row) => row.placed_at],
  ['Status', (row) => row.status],
  ['Location', (row) => row.location],
  ['Employee', (row) => row.employee],
  ['Customer', (row) => row.customer],
  ['Email', (row) => row.email],
  ['Phone', (row) => row.phone],
  ['Items', (row) => row.items],
  ['Subtotal', (row) => moneyOf(row.subtotal_cents)],
  ['Tax', (row) => moneyOf(row.tax_cents)],
  ['Shipping', (row) => moneyOf(row.shipping_cents)],
  ['Total', (row) => moneyOf(row.total_cents)],
  ['Refunded', (row) => moneyOf(row.refunded_cents)],
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

/** The orders of a filter as CSV, in pieces. */
export function exportOrders(db: Database, filter: OrderFilter, wanted: Wanted): AsyncGenerator<string> {
  return csvPieces(COLUMNS, batches(db, filter, wanted));
}
