import type { exportHistoryRoute } from '#contract/history.ts';
import type { QueryOf } from '#contract/route.ts';
import { changeLabel } from '#domain/history-labels.ts';
import { displayQuantity } from '#domain/quantity.ts';
import { milliFrom } from '#server/db/numeric.ts';
import type { Database } from '#server/db/pool.ts';
import type { Staff } from '#server/http/guard/session.ts';
import { type CsvColumns, csvPieces } from '#server/http/serve/send/serve-csv.ts';
import { Refusal } from '#server/refusal.ts';
import { stockUnits } from '#server/modules/catalogue/service.ts';
import { detailsOf, historyFilterOf, nameOf } from './history.ts';
import { type HistoryFilter, type MovementRow, type Place, selectNext, selectThese } from './history-queries.ts';
import { findMovements, MOST_FOUND } from './history-search.ts';

/** Movements read at a time. */
const BATCH = 1000;

const shown = (numeric: string): string => displayQuantity(milliFrom(numeric));

/** A movement, with the unit that its product is counted in. */
type Exported = MovementRow & { readonly unit: string };

function columnsOf(timeZone: string, location: string): CsvColumns<Exported> {
  // "2026-03-01 13:29:00" in the shop's time zone, which sorts as text and is read by spreadsheets.
  const wall = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
  return [
    ['Date', (row) => wall.format(row.created_at)],
    ['Location', () => location],
    ['Product', nameOf],
    ['SKU', (row) => row.sku],
    [
      'Type',
      (row) =>
        changeLabel({
          action: row.action,
          quantityChange: Number(row.delta),
          isByStaff: row.actor_id !== null,
          batchId: row.batch_id,
          reason: row.reason,
          details: detailsOf(row),
        }),
    ],
    ['Change', (row) => shown(row.delta)],
    ['Before', (row) => shown(row.quantity_before)],
    ['After', (row) => shown(row.quantity_after)],
    ['Unit', (row) => row.unit],
    ['User', (row) => row.user_name],
    ['Source', (row) => row.reference],
    ['Reason', (row) => row.reason],
  ];
}

async function withUnits(db: Database, rows: readonly MovementRow[]): Promise<Exported[]> {
  const units = await stockUnits(
    db,
    rows.map(({ product_id: id }) => id),
  );
  return rows.map((row) => ({ ...row, unit: units.get(row.product_id) ?? '' }));
}

async function* batches(
  db: Database,
  filter: HistoryFilter,
  search: string | undefined,
): AsyncGenerator<readonly Exported[]> {
  if (search?.trim()) {
    const ids = await findMovements(db, filter, search);
    yield await withUnits(db, await selectThese(db, ids.slice(0, MOST_FOUND)));
    return;
  }
  let after: Place | null = null;
  for (;;) {
    const rows: (MovementRow & { place: string })[] = await selectNext(db, filter, { after, limit: BATCH });
    if (rows.length > 0) yield await withUnits(db, rows);
    const last = rows.at(-1);
    if (rows.length < BATCH || !last) return;
    after = { at: last.place, id: last.id };
  }
}

/**
 * The movements of a filter as CSV, in pieces. With a search only the newest `MOST_FOUND`.
 * @throws Refusal `not_found` for another location
 */
export async function exportHistory(
  db: Database,
  staff: Staff,
  query: QueryOf<typeof exportHistoryRoute>,
  now: Date,
): Promise<AsyncGenerator<string>> {
  const filter = historyFilterOf(staff, query, now);
  const location = await db
    .selectFrom('locations')
    .select(['name', 'time_zone'])
    .where('id', '=', filter.locationId)
    .executeTakeFirst();
  if (!location) throw new Refusal('not_found', `There is no location ${filter.locationId}.`);
  return csvPieces(columnsOf(location.time_zone, location.name), batches(db, filter, query.search));
}
