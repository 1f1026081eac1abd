import { Refusal } from '#server/refusal.ts';
import { isKnownHeader } from './columns.ts';
import type { Problem } from '../findings.ts';
import { splitRows } from './split-rows.ts';

export interface CsvRow {
  /** The line on which the row begins in the file; quoted cells may contain line ends. */
  readonly line: number;
  readonly cells: readonly string[];
}

export interface CsvRows {
  readonly delimiter: string;
  readonly header: readonly string[];
  readonly rows: readonly CsvRow[];
  readonly problems: readonly Problem[];
}

const DELIMITERS = [',', ';', '\t', '|'];

/** A file with more was not made for an import, and each column costs time. */
const MOST_COLUMNS = 1000;

/**
 * Reads the header and rows of the text of a CSV file, in pieces. The delimiter is the one that makes most of the header's
 * names known ones. Empty rows are left out; rows that do not fit the header, and quotes that never end, are problems.
 * @throws Refusal `not_valid` for too many columns
 */
export function* readingCsvRows(
  text: string,
  isKnown: (header: string) => boolean = isKnownHeader,
): Generator<number, CsvRows> {
  const delimiter = yield* findingDelimiter(text, isKnown);
  const rows: CsvRow[] = [];
  const problems: Problem[] = [];
  let header: readonly string[] | null = null;
  let line = 1;
  yield* splitRows(text, delimiter, ({ cells, isMalformed, from, to }) => {
    if (isMalformed) {
      problems.push({
        line,
        column: null,
        reason: 'has a quotation mark that is never closed, or one inside a cell',
      });
    } else if (cells.some((cell) => cell.trim() !== '')) {
      if (header === null) header = headerOf(cells);
      else keep({ line, cells }, header, rows, problems);
    }
    line += countLines(text, from, to);
    return true;
  });
  return { delimiter, header: header ?? [], rows, problems };
}

function headerOf(cells: readonly string[]): string[] {
  if (cells.length > MOST_COLUMNS) {
    throw new Refusal('not_valid', `The file has ${cells.length} columns; at most ${MOST_COLUMNS} are read.`);
  }
  return cells.map((cell) => unescapeCell(cell).trim());
}

function* findingDelimiter(text: string, isKnown: (header: string) => boolean): Generator<number, string> {
  let best = { delimiter: ',', known: 0 };
  for (const delimiter of DELIMITERS) {
    let known = 0;
    yield* splitRows(text, delimiter, ({ cells }) => {
      known = cells.slice(0, MOST_COLUMNS).filter((header) => isKnown(header)).length;
      return false;
    });
    if (known > best.known) best = { delimiter, known };
  }
  return best.delimiter;
}

function keep(row: CsvRow, header: readonly string[], rows: CsvRow[], problems: Problem[]): void {
  const extra = row.cells.slice(header.length);
  if (row.cells.length < header.length || extra.some((cell) => cell.trim() !== '')) {
    const reason = `has ${row.cells.length} cells where the header has ${header.length}`;
    problems.push({ line: row.line, column: null, reason });
    return;
  }
  rows.push({ ...row, cells: row.cells.map(unescapeCell) });
}

/** WooCommerce puts an apostrophe before texts that a spreadsheet would run as a formula. */
function unescapeCell(cell: string): string {
  return /^'[=+\-@]/.test(cell) ? cell.slice(1) : cell;
}

function countLines(text: string, from: number, to: number): number {
  let lines = 0;
  for (let at = text.indexOf('\n', from); at !== -1 && at < to; at = text.indexOf('\n', at + 1)) lines += 1;
  return lines;
}
