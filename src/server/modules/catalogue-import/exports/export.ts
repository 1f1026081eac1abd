import { csvLine } from '#domain/csv.ts';
import type { Database } from '#server/db/pool.ts';
import { digestOf, EXPORTED_AS, readBack, selectShopMark, writeExportedAs } from './exported-as.ts';
import { headerOf, selectExported, selectLayout, selectOwnRows } from './own-rows.ts';

/** Each piece is a separate query, so that a slow reader holds no connection. */
const BATCH = 500;

/**
 * The catalogue in the layout of WooCommerce's export, in pieces, by name; without archived products and costs.
 * Rule: catalogue/exports.
 * @param locationId whose stock the file has
 */
export async function* exportCatalogue(
  db: Database,
  { locationId, origin }: { locationId: number | null; origin: string },
): AsyncGenerator<string> {
  const layout = await selectLayout(db);
  const shopMark = await selectShopMark(db);
  const ids = await selectExported(db);
  const header = headerOf(layout);
  yield csvLine([...header, EXPORTED_AS]);
  for (let start = 0; start < ids.length; start += BATCH) {
    const rows = await selectOwnRows(db, ids.slice(start, start + BATCH), { locationId, layout, origin });
    const items = await readBack(header, rows);
    yield rows
      .map(({ id, version, stockMilli, cells }) => {
        const item = items.get(id);
        const note = { version, digest: item ? digestOf(item) : '-', stockMilli, locationId, shopMark };
        return csvLine([...cells, writeExportedAs(note)]);
      })
      .join('');
  }
}
