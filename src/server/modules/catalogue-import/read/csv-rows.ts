import Papa from 'papaparse';
import { isKnownHeader } from './columns.ts';
import type { Problem } from '../findings.ts';

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

/**
 * Splits the text of a CSV file into its header and rows. The delimiter is the one that makes most of the header's
 * names known ones. Empty rows are left out; rows that do not fit the header, and quotes that never end, are problems.
 */
export function readCsvRows(text: string, isKnown: (header: string) => boolean = isKnownHeader): CsvRows {
  const delimiter = delimiterOf(text, isKnown);
  const rows: CsvRow[] = [];
  const problems: Problem[] = [];
  let header: readonly string[] | null = null;
  let line = 1;
  let from = 0;
  Papa.parse<string[]>(text, {
    delimiter,
    newline: '\n',
    quoteChar: '"',
    step: ({ data, errors, meta }) => {
      const cells = data.map(unescapeCell);
      if (errors.length > 0) {
        problems.push({
          line,
          column: null,
          reason: 'has a quotation mark that is never closed, or one inside a cell',
        });
      } else if (cells.some((cell) => cell.trim() !== '')) {
        if (header === null) header = cells.map((cell) => cell.trim());
        else keep({ line, cells }, header, rows, problems);
      }
      line += countLines(text, from, meta.cursor);
      from = meta.cursor;
    },
  });
  return { delimiter, header: header ?? [], rows, problems };
}

function delimiterOf(text: string, isKnown: (header: string) => boolean): string {
  const known = DELIMITERS.map((delimiter) => {
    const [first = []] = Papa.parse<string[]>(text, { delimiter, newline: '\n', preview: 1 }).data;
    return { delimiter, count: first.filter((header) => isKnown(header)).length };
  });
  return known.reduce((best, each) => (each.count > best.count ? each : best)).delimiter;
}

function keep(row: CsvRow, header: readonly string[], rows: CsvRow[], problems: Problem[]): void {
  const extra = row.cells.slice(header.length);
  if (row.cells.length < header.length || extra.some((cell) => cell.trim() !== '')) {
    const reason = `has ${row.cells.length} cells where the header has ${header.length}`;
    problems.push({ line: row.line, column: null, reason });
    return;
  }
  rows.push(row);
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
