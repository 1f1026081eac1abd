import { createHash } from 'node:crypto';
import type { ImportPhase } from '#domain/import-phases.ts';
import type { Permission } from '#domain/permissions.ts';
import type { Database, Tx } from '#server/db/pool.ts';
import { lockTermsPatiently } from '#server/db/terms.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { inPieces } from '#server/http/serve/in-pieces.ts';
import { Refusal } from '#server/refusal.ts';
import type { Note, Problem, SkippedRow } from './findings.ts';
import type { FieldChange, ImportPlan, PlannedProduct, PlannedVariation } from './plan/import-plan.ts';
import { withoutUnedited } from './exports/edited.ts';
import { stockProblems, withoutCosts } from './permitted.ts';
import { planImport } from './plan/plan.ts';
import { type Location, selectLocations, selectSnapshot, setReadOnly, takeImportLock } from './queries.ts';
import { type CatalogueFile, readingCatalogueFile } from './read/read-file.ts';
import {
  assignIds,
  insertAuditRow,
  insertCategories,
  insertLinks,
  rememberStock,
  setStock,
  writeProducts,
  writeToCome,
  writeVariations,
} from './writes.ts';

// The reader of CSV files, for imports of other things.
export { type CsvRow, readingCsvRows } from './read/csv-rows.ts';
export { decodingCsv } from './read/csv-text.ts';
export { type Problem, quote } from './findings.ts';

/** Rule: catalogue/import-location. */
const USUAL_LOCATION = 20;

export interface ImportOptions {
  /** For the audit trail only. */
  readonly fileName: string;
  /** Names the store the file comes from: its numbers mean nothing in another store's file. */
  readonly source: string;
  /** The location of the file's stock; null: the shop's only location, or the usual one. */
  readonly locationId: number | null;
  readonly dryRun: boolean;
  /** The person who imports it; left out at the command line. */
  readonly actorId?: number;
  /** The permissions of that person; left out at the command line, where everything may be imported. */
  readonly permissions?: readonly Permission[];
  /** WooCommerce's header to the header of this file that stands for it. */
  readonly mapping?: Readonly<Record<string, string>>;
  /** A file with more rows is read no further than to count them. */
  readonly mostRows?: number;
  readonly onProgress?: (phase: ImportPhase, done: number, total: number) => void;
  /** Asked between steps. Once it is true, the import ends and nothing is written. */
  readonly isCancelled?: () => boolean;
}

export interface ImportCounts {
  readonly created: number;
  readonly updated: number;
  readonly unchanged: number;
  readonly categoriesCreated: number;
  readonly stockSet: number;
  /** Items whose stock moved since an import read the figure that the file still has: it stays. */
  readonly stockLeft: number;
  /** New items, of those that have stock themselves, for which the file gives none: out of stock until counted. */
  readonly stockMissing: number;
  /** New items to which the file gives no price, though they have one of their own. */
  readonly priceMissing: number;
  /** Items that had a price, and for which the file has a blank. */
  readonly priceCleared: number;
}

export interface ImportReport {
  readonly file: Pick<CatalogueFile, 'encoding' | 'delimiter' | 'rowCount' | 'header' | 'guessed' | 'rows' | 'isOwn'>;
  readonly locationName: string;
  /** If there are any, the import was refused and nothing was written. */
  readonly problems: readonly Problem[];
  readonly notes: readonly Note[];
  readonly skipped: readonly SkippedRow[];
  /** The changes written, or that would be. */
  readonly counts: ImportCounts;
  readonly newCategories: readonly string[];
  /** Items that are new or change, by line. */
  readonly changed: readonly ChangedItem[];
  /** Products that are new or change, or whose variations do. */
  readonly productIds: readonly number[];
}

export interface ChangedItem {
  readonly line: number;
  readonly name: string;
  readonly change: 'create' | 'update';
  readonly fields: readonly FieldChange[];
  /** In thousandths; null when it stays. */
  readonly stockMilli: number | null;
}

/**
 * Imports a product CSV: all of it in one transaction, or none when any row is wrong. The same file again changes
 * nothing, and undoes no sale made in between. A dry run answers the same and cannot write.
 * @throws Refusal `not_found` when there is no such location, `request_in_progress` while another import runs, except to
 * a dry run, `import_cancelled` when it was cancelled.
 */
export async function importCatalogue(
  db: Database,
  bytes: Uint8Array,
  asked: ImportOptions,
  given?: CatalogueFile,
): Promise<ImportReport> {
  const file = given ?? (await readForImport(bytes, asked));
  return inTransaction(db, async (tx) => {
    if (asked.dryRun) await setReadOnly(tx);
    return importInto(tx, bytes, file, asked);
  });
}

export async function readForImport(bytes: Uint8Array, options: ImportOptions): Promise<CatalogueFile> {
  step(options, 'reading', 0, 1);
  const file = await inPieces(readingCatalogueFile(bytes, options.mapping, options.mostRows));
  step(options, 'reading', 1, 1);
  return file;
}

/** Says how far the import is. @throws Refusal `import_cancelled` */
function step({ onProgress, isCancelled }: ImportOptions, phase: ImportPhase, done: number, total: number): void {
  if (isCancelled?.() === true) {
    throw new Refusal('import_cancelled', 'The import was cancelled. Nothing was imported.');
  }
  onProgress?.(phase, done, total);
}

/** `importCatalogue` in the caller's transaction. Nothing is written when the report has problems. */
export async function importInto(
  tx: Tx,
  bytes: Uint8Array,
  read: CatalogueFile,
  asked: ImportOptions,
): Promise<ImportReport> {
  const isAllowed = (permission: Permission) => asked.permissions?.includes(permission) ?? true;
  const whole = isAllowed('see-costs') ? read : withoutCosts(read);
  const { id: locationId, name: locationName, time_zone: timeZone } = await locationOf(tx, asked.locationId);
  const source = whole.isOwn ? OWN_SOURCE : asked.source;
  const options = { ...asked, source, locationId, timeZone };
  if (!options.dryRun && !(await takeImportLock(tx))) {
    throw new Refusal('request_in_progress', 'Another import is running; wait for it to end.');
  }
  step(options, 'comparing', 0, 1);
  // Locked before the rows are compared with their exported state, so that nobody changes them in between.
  if (whole.isOwn && !options.dryRun) await lockTermsPatiently(tx);
  const { file, unedited } = whole.isOwn ? await withoutUnedited(tx, whole, locationId) : { file: whole, unedited: 0 };
  const snapshot = await selectSnapshot(tx, file, { ...options, isOwn: file.isOwn, lock: !options.dryRun });
  const planned = await inPieces(planImport(file, snapshot));
  const forbidden = isAllowed('adjust-stock') ? [] : stockProblems(planned);
  const plan = { ...planned, problems: [...planned.problems, ...forbidden] };
  step(options, 'comparing', 1, 1);
  const report = reportOf(file, plan, locationName, unedited);
  const { created, updated } = report.counts;
  if (report.problems.length === 0 && !options.dryRun && created + updated > 0) {
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    const changed = report.changed.slice(0, MOST_AUDITED);
    await write(
      tx,
      plan,
      { ...options, nowMs: snapshot.clock.nowMs },
      { ...report.counts, file: options.fileName, sha256, changed },
    );
    return { ...report, productIds: productIdsOf(plan) };
  }
  return report;
}

/** Names the files that this shop exported. */
const OWN_SOURCE = 'tillwright';
/** Changed items that the audit row lists field by field. */
const MOST_AUDITED = 500;

/** @throws Refusal `not_found` with those there are. */
async function locationOf(tx: Tx, asked: number | null): Promise<Location> {
  const locations = await selectLocations(tx);
  if (locations.length === 0) {
    throw new Refusal('not_found', 'This database has no locations yet; start the shop once with DEMO=0 npm start.');
  }
  const [only, ...others] = locations;
  if (asked === null && only && others.length === 0) return only;
  const wanted = asked ?? USUAL_LOCATION;
  const found = locations.find(({ id }) => id === wanted);
  if (found) return found;
  const known = locations.map(({ id, name }) => `${id} ${name}`).join(', ');
  throw new Refusal('not_found', `There is no location ${wanted}; name one with --location: ${known}.`);
}

function reportOf(file: CatalogueFile, plan: ImportPlan, locationName: string, unedited: number): ImportReport {
  const items = [...plan.products, ...plan.variations];
  const count = (change: string): number => items.filter((item) => item.change === change).length;
  const { encoding, delimiter, rowCount, header, guessed, rows, isOwn, skipped } = file;
  return {
    file: { encoding, delimiter, rowCount, header, guessed, rows, isOwn },
    locationName,
    problems: [...file.problems, ...plan.problems].sort((a, b) => (a.line ?? 0) - (b.line ?? 0)),
    notes: plan.notes,
    skipped,
    counts: {
      created: count('create'),
      updated: count('update'),
      unchanged: count('unchanged') + unedited,
      categoriesCreated: plan.newCategories.length,
      stockSet: items.filter(({ stockMilli }) => stockMilli !== null).length,
      stockLeft: items.filter(({ isStockLeft }) => isStockLeft).length,
      stockMissing: items.filter((item) => lacks(item, item.importedMilli)).length,
      priceMissing: items.filter((item) => lacks(item, item.values.regular_price_cents)).length,
      priceCleared: items.filter(({ isPriceCleared }) => isPriceCleared).length,
    },
    newCategories: plan.newCategories.map(({ name, parent }) => (parent === null ? name : `${parent.name} > ${name}`)),
    changed: items
      .flatMap(({ line, change, values, changes, stockMilli }) =>
        change === 'unchanged' ? [] : [{ line, name: nameOf(values), change, fields: changes, stockMilli }],
      )
      .sort((one, other) => one.line - other.line),
    productIds: [],
  };
}

/** A variation without a name is named by its options. */
function nameOf(values: PlannedProduct['values'] | PlannedVariation['values']): string {
  const options = 'attributes' in values ? values.attributes.map(({ option }) => option).join(', ') : '';
  return values.name ?? [options, values.sku === null ? '' : `(${values.sku})`].join(' ').trim();
}

function productIdsOf({ products, variations }: ImportPlan): number[] {
  const isChanged = ({ change }: PlannedProduct | PlannedVariation) => change !== 'unchanged';
  const ids = [
    ...products.filter(isChanged).map(({ id }) => id),
    ...variations.filter(isChanged).map(({ parent }) => parent.id),
  ];
  return [...new Set(ids.flatMap((id) => id ?? []))];
}

/** True if a new item lacks the figure. A product with variations has no stock or price itself. */
function lacks({ change, values }: PlannedProduct | PlannedVariation, figure: number | null): boolean {
  const hasVariations = 'type' in values && values.type === 'variable';
  return change === 'create' && figure === null && !hasVariations;
}

async function write(
  tx: Tx,
  plan: ImportPlan,
  options: ImportOptions & { locationId: number; nowMs: number },
  details: Readonly<Record<string, unknown>>,
): Promise<void> {
  const progress = (phase: ImportPhase, total: number) => {
    let done = 0;
    return (rows: number) => step(options, phase, (done += rows), total);
  };
  const changing = (items: readonly { isRowChanged: boolean }[]): number =>
    items.filter(({ isRowChanged }) => isRowChanged).length;
  await insertCategories(tx, plan.newCategories);
  await assignIds(tx, plan);
  await writeProducts(tx, plan.products, progress('products', changing(plan.products)));
  await writeVariations(tx, plan.variations, progress('variations', changing(plan.variations)));
  await writeToCome(tx, plan, options.actorId ?? null, options.nowMs);
  await insertLinks(tx, options.source, plan);
  const stocked = [...plan.products, ...plan.variations].filter(({ stockMilli }) => stockMilli !== null).length;
  await rememberStock(tx, options.locationId, plan);
  // As late as can be: sales of what it sets wait for the end of the transaction.
  await setStock(
    tx,
    options.locationId,
    plan,
    { reason: `Import of ${options.fileName}`, actorId: options.actorId ?? null },
    progress('stock', stocked),
  );
  await insertAuditRow(tx, { ...options, details, actorId: options.actorId ?? null });
}
