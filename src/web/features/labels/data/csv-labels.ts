import { barcodeFor } from '#domain/labels/barcode.ts';
import { LINE_MAX_LENGTH } from '#domain/labels/lines.ts';
import { MOST_PRINTED } from '#domain/labels/pages.ts';

/** The meanings that a column of a file can have. */
export const CSV_PARTS = ['line1', 'line2', 'line3', 'code', 'copies'] as const;
export type CsvPart = (typeof CSV_PARTS)[number];

export const PART_LABELS: Record<CsvPart, string> = {
  line1: 'Line 1',
  line2: 'Line 2',
  line3: 'Line 3',
  code: 'Barcode',
  copies: 'Labels',
};

/** The column of each part; null for none. */
export type Mapping = Readonly<Record<CsvPart, number | null>>;

const KNOWN: Record<CsvPart, readonly string[]> = {
  line1: ['line1', 'name', 'product', 'title', 'productname'],
  line2: ['line2', 'type', 'description', 'straintype'],
  line3: ['line3', 'price', 'category'],
  code: ['barcode', 'sku', 'code', 'upc', 'ean'],
  copies: ['labels', 'copies', 'quantity', 'qty', 'count'],
};

/** Finds the columns by their names. If no name fits line 1, it gets the first column, unless another part has it. */
export function guessMapping(header: readonly string[]): Mapping {
  const plain = header.map((name) => name.toLowerCase().replace(/[^a-z0-9]/g, ''));
  const taken = new Set<number>();
  const find = (part: CsvPart): number | null => {
    for (const name of KNOWN[part]) {
      const place = plain.indexOf(name);
      if (place !== -1 && !taken.has(place)) {
        taken.add(place);
        return place;
      }
    }
    return null;
  };
  const [line1, line2, line3, code, copies] = CSV_PARTS.map(find);
  return {
    line1: line1 ?? (header.length > 0 && !taken.has(0) ? 0 : null),
    line2: line2 ?? null,
    line3: line3 ?? null,
    code: code ?? null,
    copies: copies ?? null,
  };
}

export interface CsvLabel {
  readonly lines: readonly string[];
  readonly code: string;
  readonly copies: number;
}

export interface WrongRow {
  /** The row number as in a spreadsheet: the header is row 1. */
  readonly row: number;
  readonly problem: string;
}

export interface ReadLabels {
  readonly labels: readonly CsvLabel[];
  readonly wrong: readonly WrongRow[];
}

function problemOf({ lines, code }: CsvLabel, copies: string): string | null {
  const [name = ''] = lines;
  if (name === '') return 'Line 1 is empty.';
  const long = lines.findIndex((line) => line.length > LINE_MAX_LENGTH);
  if (long !== -1) return `Line ${long + 1} has ${lines[long]?.length} letters; ${LINE_MAX_LENGTH} fit.`;
  if (copies !== '' && !(/^\d{1,4}$/.test(copies) && Number(copies) > 0 && Number(copies) <= MOST_PRINTED)) {
    return `"${copies}" is not a number of labels from 1 to ${MOST_PRINTED}.`;
  }
  if (code !== '' && !barcodeFor('item', { sku: code, barcode: code }).ok) {
    return `"${code}" cannot be a barcode.`;
  }
  return null;
}

/** Reads the labels below the header. Wrong rows are left out and listed with their reasons. */
export function readLabels(rows: readonly (readonly string[])[], mapping: Mapping): ReadLabels {
  const labels: CsvLabel[] = [];
  const wrong: WrongRow[] = [];
  for (const [place, cells] of rows.entries()) {
    const cell = (part: CsvPart): string => {
      const column = mapping[part];
      return column === null ? '' : (cells[column] ?? '').trim();
    };
    const copies = cell('copies');
    const label = {
      lines: [cell('line1'), cell('line2'), cell('line3')],
      code: cell('code'),
      copies: copies === '' ? 1 : Number(copies),
    };
    const problem = problemOf(label, copies);
    if (problem === null) labels.push(label);
    else wrong.push({ row: place + 2, problem });
  }
  return { labels, wrong };
}
