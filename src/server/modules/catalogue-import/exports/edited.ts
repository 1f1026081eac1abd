import { setImmediate } from 'node:timers/promises';
import type { Tx } from '#server/db/pool.ts';
import { PIECE_ROWS } from '#server/http/serve/in-pieces.ts';
import { sql } from 'kysely';
import type { Note, Problem, SkippedRow } from '../findings.ts';
import { sameJson } from '../plan/plan-meta.ts';
import { nameOf } from '../read/header-name.ts';
import type { Item, MetaPatch } from '../read/items.ts';
import type { CatalogueFile } from '../read/read-file.ts';
import { digestOf, readBack, readExportedAs, selectShopMark } from './exported-as.ts';
import { headerOf, type OwnRow, selectLayout, selectOwnRows } from './own-rows.ts';

/** Pictures are compared by their path: the shop may have another name by now. */
const NO_ORIGIN = { origin: '' };

/**
 * Leaves of a file that this shop exported what somebody edited in it. A row that was edited is refused when its product was
 * changed here since, because the file would undo that; rows that were not edited are always left alone.
 * Likewise an edited stock cell is refused when that stock moved here since: the file would undo sales and deliveries.
 * Rule: catalogue/exports.
 */
export async function withoutUnedited(
  tx: Tx,
  file: CatalogueFile,
  locationId: number,
): Promise<{ file: CatalogueFile; unedited: number }> {
  const stranger = await rowOfAnotherShop(tx, file);
  if (stranger !== null) {
    const problem = { line: stranger, column: 'Exported as', reason: OTHER_SHOP };
    return { file: { ...file, items: [], problems: [...file.problems, problem] }, unedited: 0 };
  }
  const present = await selectPresent(tx, file, locationId);
  const problems: Problem[] = [];
  const skipped: SkippedRow[] = [];
  const notes: Note[] = [];
  const columns = new Set(file.header.map(nameOf));
  const items: Item[] = [];
  let unedited = 0;
  for (const [at, item] of file.items.entries()) {
    if (at % PIECE_ROWS === 0) await setImmediate();
    const note = item.exportedAs === undefined ? null : readExportedAs(item.exportedAs);
    if (note === null || item.sourceId === null) {
      items.push(item);
      continue;
    }
    // Stock below 0 is read as 0.
    const wasMilli = note.stockMilli === null ? undefined : Math.max(0, note.stockMilli);
    const stockMilli = item.stockMilli === wasMilli ? undefined : item.stockMilli;
    const isEdited = digestOf(item) !== note.digest;
    const there = present.get(item.sourceId);
    const isStockToSet = stockMilli !== undefined && there?.row.stockMilli !== stockMilli;
    const { line } = item;
    if (!isEdited && stockMilli === undefined) unedited += 1;
    else if (!there) {
      skipped.push({ line, name: item.name ?? '', reason: 'it was deleted here since the file was exported' });
    } else if (isEdited && there.row.version !== note.version) {
      const reason = 'was changed here since the file was exported: export it again, or take this row out';
      problems.push({ line, column: null, reason });
    } else if (isStockToSet && note.locationId !== locationId) {
      problems.push({ line, column: 'Stock', reason: OTHER_LOCATION });
    } else if (isStockToSet && (there.row.stockMilli ?? 0) !== (note.stockMilli ?? 0)) {
      problems.push({ line, column: 'Stock', reason: STOCK_MOVED });
    } else {
      // If only the stock of a row was edited, its other values may be older than those of the shop.
      const edited = editedParts(isEdited ? item : { ...(there.item ?? item), line }, there.item);
      if (isEdited && there.item) {
        const emptied = emptiedCells(item, there.item).filter((column) => columns.has(nameOf(column)));
        notes.push(...emptied.map((column) => ({ line, column, reason: EMPTIED })));
      }
      const stock = isStockToSet ? { stockMilli, exportedStockMilli: note.stockMilli ?? 0 } : { stockMilli: undefined };
      items.push({ ...edited, ...stock });
    }
  }
  const kept = new Set(items.map(({ line }) => line));
  const dropped = new Set(file.items.flatMap(({ line }) => (kept.has(line) ? [] : [line])));
  return {
    unedited,
    file: {
      ...file,
      items,
      // A variation finds a product whose row says nothing where it is: here.
      identities: file.identities.filter(({ line }) => !dropped.has(line)),
      skipped: [...file.skipped, ...skipped],
      problems: [...file.problems, ...problems],
      notes: [...file.notes, ...notes],
    },
  };
}

const EMPTIED = 'was emptied, and stays as it is here';
const CELLS = [
  ['sku', 'SKU'],
  ['barcode', 'GTIN, UPC, EAN, or ISBN'],
  ['status', 'Published'],
  ['description', 'Description'],
  ['taxable', 'Tax status'],
  ['categories', 'Categories'],
  ['unit', 'Sold by'],
  ['stepMilli', 'In steps of'],
  ['position', 'Position'],
] as const;

/** The columns in which the item says nothing, though the present one has something. */
function emptiedCells(item: Item, present: Item): string[] {
  const isSaid = (value: unknown): boolean => value !== undefined && !(Array.isArray(value) && value.length === 0);
  const [said, there] = [
    new Map<string, unknown>(Object.entries(item)),
    new Map<string, unknown>(Object.entries(present)),
  ];
  const fields = CELLS.filter(([key]) => isSaid(there.get(key)) && !isSaid(said.get(key)));
  const keys = [...present.meta.keys()].filter((key) => !item.meta.has(key));
  return [...fields.map(([, column]) => column), ...keys.map((key) => (key === '_tags' ? 'Tags' : `Meta: ${key}`))];
}

/** The first line that another shop exported: its numbers mean other products. */
async function rowOfAnotherShop(tx: Tx, { items }: CatalogueFile): Promise<number | null> {
  const own = await selectShopMark(tx);
  const stranger = items.find(({ exportedAs }) => {
    const mark = exportedAs === undefined ? null : (readExportedAs(exportedAs)?.shopMark ?? null);
    return mark !== null && mark !== own;
  });
  return stranger?.line ?? null;
}

const OTHER_SHOP = 'the file was exported by another shop: take this column out, and its products are found by SKU';
const STOCK_MOVED =
  'was edited, but the stock moved here since the file was exported: export it again, or put the former figure back';
const OTHER_LOCATION =
  'was edited, but the file was exported for another location: export it for this one, or put the former figure back';

interface Present {
  readonly row: OwnRow;
  /** As an export of now would say it. */
  readonly item: Item | undefined;
}

async function selectPresent(tx: Tx, file: CatalogueFile, locationId: number): Promise<Map<number, Present>> {
  const ids = file.items.flatMap(({ sourceId }) => (sourceId !== null && sourceId <= MOST_ID ? [sourceId] : []));
  const { rows: products } = await sql<{ id: number }>`
    SELECT id FROM products WHERE id = ANY(${ids}::integer[])
    UNION SELECT product_id FROM variations WHERE id = ANY(${ids}::integer[])`.execute(tx);
  const layout = await selectLayout(tx);
  const header = headerOf(layout);
  const rows = await selectOwnRows(
    tx,
    products.map(({ id }) => id),
    { locationId, layout, ...NO_ORIGIN },
  );
  const items = await readBack(header, rows);
  return new Map(rows.map((row) => [row.id, { row, item: items.get(row.id) }]));
}

const MOST_ID = 2_147_483_647;

/** The item with only those parts that differ from the present ones. The plan keeps the others. */
function editedParts(item: Item, present: Item | undefined): Item {
  if (present?.kind !== item.kind) return item;
  const meta: MetaPatch = new Map(
    [...item.meta].filter(([key, value]) => key !== '_images' && !sameJson(value, present.meta.get(key) ?? null)),
  );
  const unlessSame = <
    Key extends
      | 'sku'
      | 'barcode'
      | 'status'
      | 'regularPriceCents'
      | 'salePriceCents'
      | 'saleFrom'
      | 'saleUntil'
      | 'image',
  >(
    key: Key,
  ) => (sameJson(item[key] ?? null, present[key] ?? null) ? undefined : item[key]);
  // Price and days of a sale belong together: a price alone would begin at once.
  const isSaleEdited = (['salePriceCents', 'saleFrom', 'saleUntil'] as const).some(
    (part) => unlessSame(part) !== undefined,
  );
  const common = {
    sku: unlessSame('sku'),
    barcode: unlessSame('barcode'),
    status: unlessSame('status'),
    regularPriceCents: unlessSame('regularPriceCents'),
    ...(isSaleEdited ? {} : { salePriceCents: undefined, saleFrom: undefined, saleUntil: undefined }),
    image: unlessSame('image'),
    meta,
  };
  if (item.kind === 'variation' && present.kind === 'variation') {
    return {
      ...item,
      ...common,
      name: item.name === present.name ? undefined : item.name,
      attributes: sameJson(item.attributes, present.attributes) ? [] : item.attributes,
      position: item.position === present.position ? undefined : item.position,
    };
  }
  if (item.kind !== 'product' || present.kind !== 'product') return item;
  return {
    ...item,
    ...common,
    isUnnamed: item.isUnnamed || item.name === present.name,
    description: item.description === present.description ? undefined : item.description,
    taxable: item.taxable === present.taxable ? undefined : item.taxable,
    unit: item.unit === present.unit ? undefined : item.unit,
    stepMilli: item.stepMilli === present.stepMilli ? undefined : item.stepMilli,
    floorPriceCents: item.floorPriceCents === present.floorPriceCents ? undefined : item.floorPriceCents,
    categories: sameJson(item.categories, present.categories) ? [] : item.categories,
  };
}
