import { eachRow, PIECE_ROWS, type Pieces } from '#server/http/serve/in-pieces.ts';
import { readLine } from './cell-values.ts';
import { type Columns, guessedColumns, isKnownHeader, mappedHeader, readColumns } from './columns.ts';
import { nameOf } from './header-name.ts';
import { type CsvRow, readingCsvRows } from './csv-rows.ts';
import { decodingCsv, type Encoding } from './csv-text.ts';
import { type Note, type Problem, quote, type SkippedRow } from '../findings.ts';
import { type Item, type ParentReference, skuKey } from './items.ts';
import { isType, readRow, type RowIdentity, type RowReading } from './read-row.ts';

/** A file as far as it can be judged by itself. Nothing may be written while it has problems. */
export interface CatalogueFile {
  readonly encoding: Encoding;
  readonly delimiter: string;
  readonly rowCount: number;
  /** As the file has it. */
  readonly header: readonly string[];
  /** The columns that were told by a name like that of WooCommerce's header. */
  readonly guessed: Readonly<Record<string, string>>;
  readonly rows: readonly CsvRow[];
  /** This shop exported it: its numbers are those of this shop. */
  readonly isOwn: boolean;
  readonly items: readonly Item[];
  /** The identities of all rows, faulty ones included: a variation's parent may be one of them. */
  readonly identities: readonly RowIdentity[];
  readonly skipped: readonly SkippedRow[];
  readonly problems: readonly Problem[];
  readonly notes: readonly Note[];
}

/**
 * Reads a product CSV in the layout of WooCommerce's export and checks all that needs no database.
 * @param mapping WooCommerce's header to the header of this file that stands for it
 * @param mostRows a file with more is refused before its rows are read
 */
export function* readingCatalogueFile(
  bytes: Uint8Array,
  mapping: Readonly<Record<string, string>> = {},
  mostRows = Infinity,
): Pieces<CatalogueFile> {
  const { text, encoding } = yield* decodingCsv(bytes);
  const { delimiter, header, rows, problems: shapeProblems } = yield* readingCsvRows(text);
  const guessed = guessedColumns(header, mapping, hasTypes(header, rows));
  const { columns, problems: headerProblems } = readColumns(mappedHeader(header, { ...guessed, ...mapping }));
  const isOwn = columns.fields.exportedAs !== undefined;
  const about = { encoding, delimiter, rowCount: rows.length, header, guessed, rows, isOwn };
  if (headerProblems.length > 0 || rows.length > mostRows) {
    const tooMany = {
      line: null,
      column: null,
      reason: `has ${rows.length} rows; import at most ${mostRows} at a time`,
    };
    const problems = [...headerProblems, ...shapeProblems, ...(rows.length > mostRows ? [tooMany] : [])];
    return { ...about, items: [], identities: [], skipped: [], problems, notes: [] };
  }
  const { kept, repeats } = yield* withoutRepeats(rows, columns, header.length);
  const readings = yield* eachRow(kept, (row) => readRow(row, columns));
  const problems = [
    ...(rows.length === 0 && shapeProblems.length === 0 ? [NO_ROWS] : []),
    ...shapeProblems,
    ...readings.flatMap((reading) => reading.problems),
    ...(yield* checkingIdentities(readings)),
  ].sort((a, b) => (a.line ?? 0) - (b.line ?? 0));
  return {
    ...about,
    items: readings.flatMap(({ item }) => item ?? []),
    identities: readings.map(({ identity }) => identity),
    skipped: [...readings.flatMap(({ skipped }) => skipped ?? []), ...repeats],
    problems,
    notes: [...priceColumnNotes(columns), ...readings.flatMap(({ notes }) => notes), ...readings.flatMap(misread)],
  };
}

function hasTypes(header: readonly string[], rows: readonly CsvRow[]): boolean {
  const at = header.findIndex((text) => nameOf(text) === 'type');
  return rows.some(({ cells }) => isType(cells[at] ?? ''));
}

const NO_ROWS: Problem = {
  line: null,
  column: null,
  reason: 'has a header and no rows, so there is nothing to import',
};

/** A misspelt header makes a column like any other: its cells are kept, and no price is read from them. */
function priceColumnNotes({ fields, meta }: Columns): Note[] {
  if (fields.regularPrice !== undefined) return [];
  const unknown = meta.filter(({ header }) => !isKnownHeader(header)).map(({ header }) => quote(header));
  const others = unknown.length === 0 ? '' : `; columns under names this import does not know: ${unknown.join(', ')}`;
  return [{ line: 1, column: 'Regular price', reason: `is not in the header, so no price was read${others}` }];
}

const SAYS_THE_SAME = 'it says the same cell for cell, so nothing new';

/** Leaves out rows that say nothing new, as files have them that were put together from several exports. */
function* withoutRepeats(
  rows: readonly CsvRow[],
  columns: Columns,
  width: number,
): Pieces<{ kept: CsvRow[]; repeats: SkippedRow[] }> {
  const first = new Map<string, number>();
  const kept: CsvRow[] = [];
  const repeats: SkippedRow[] = [];
  for (const [index, row] of rows.entries()) {
    if (index % PIECE_ROWS === 0) yield;
    const content = JSON.stringify(row.cells.slice(0, width).map((cell) => cell.trim()));
    const line = first.get(content);
    if (line === undefined) {
      first.set(content, row.line);
      kept.push(row);
    } else {
      const name = readLine(row.cells[columns.fields.name?.index ?? -1] ?? '');
      repeats.push({ line: row.line, name, repeats: line, reason: SAYS_THE_SAME });
    }
  }
  return { kept, repeats };
}

/** Duplicate numbers and SKUs, and parents that cannot have variations. */
function* checkingIdentities(readings: readonly RowReading[]): Pieces<Problem[]> {
  const problems: Problem[] = [];
  const byId = new Map<number, RowIdentity>();
  const bySku = new Map<string, RowIdentity>();
  for (const [index, { identity }] of readings.entries()) {
    if (index % PIECE_ROWS === 0) yield;
    const { line, sourceId, sku } = identity;
    const sameId = sourceId === null ? undefined : byId.get(sourceId);
    if (sameId !== undefined)
      problems.push({ line, column: 'ID', reason: `${sourceId} is also the ID of line ${sameId.line}` });
    else if (sourceId !== null) byId.set(sourceId, identity);
    // A skipped row is never written, so its SKU takes nobody's place; yet a variation may point to it by mistake.
    const sameSku = sku === null ? undefined : bySku.get(skuKey(sku));
    if (sku === null) continue;
    if (sameSku === undefined || sameSku.kind === 'skipped') bySku.set(skuKey(sku), identity);
    else if (identity.kind !== 'skipped') {
      problems.push({ line, column: 'SKU', reason: `${quote(sku)} is also the SKU of line ${sameSku.line}` });
    }
  }
  yield;
  for (const { item } of readings) {
    if (item?.kind !== 'variation') continue;
    const parent = 'sku' in item.parent ? bySku.get(skuKey(item.parent.sku)) : byId.get(item.parent.sourceId);
    if (parent === undefined || parent.kind === 'variable' || parent.kind === 'unknown') continue;
    const reason = `${describeParent(item.parent)} is line ${parent.line}, which is not a variable product`;
    problems.push({ line: item.line, column: 'Parent', reason });
  }
  return problems;
}

/** As the file writes it. */
export function describeParent(parent: ParentReference): string {
  return 'sku' in parent ? quote(parent.sku) : `id:${parent.sourceId}`;
}

/** Punctuation and accents of UTF-8 that were read as Windows-1252 and saved again. */
const MISREAD = /â€|Ã[\u0080-\u00bf]|Â[\u00a0-\u00bf]/;

function misread({ item }: RowReading): Note[] {
  if (item?.name === undefined || !MISREAD.test(item.name)) return [];
  const reason =
    'has letters that were garbled before this file was made (like "â€™" for an apostrophe); kept as it is';
  return [{ line: item.line, column: 'Name', reason }];
}
