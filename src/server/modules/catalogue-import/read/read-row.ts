import type { Result } from '#domain/result.ts';
import { toMilli } from '#domain/quantity.ts';
import {
  type CellRefused,
  readId,
  readInstant,
  readLastInstant,
  readLine,
  readList,
  readPosition,
  readPrice,
  readStatus,
  readStock,
  readStep,
  readTaxable,
  readTerm,
  readUnit,
  readText,
} from './cell-values.ts';
import type { Column, Columns, Field } from './columns.ts';
import type { CsvRow } from './csv-rows.ts';
import { type Note, type Problem, quote, type SkippedRow } from '../findings.ts';
import type { Attribute, Item, ParentReference } from './items.ts';
import { localImageOf, readMeta } from './read-meta.ts';

/** Identifies a row for the rest of the file, even if something else in it is wrong. */
export interface RowIdentity {
  readonly line: number;
  readonly kind: 'simple' | 'variable' | 'variation' | 'skipped' | 'unknown';
  readonly sourceId: number | null;
  readonly sku: string | null;
}

export interface RowReading {
  readonly identity: RowIdentity;
  /** null when the row is skipped or has problems. */
  readonly item: Item | null;
  readonly skipped: SkippedRow | null;
  readonly problems: readonly Problem[];
  readonly notes: readonly Note[];
}

const MAX_LENGTH = { name: 500, sku: 100, barcode: 64, description: 100_000, category: 200, option: 500 } as const;

const SKIPPED_TYPES: Readonly<Record<string, string>> = {
  grouped: 'a grouped product is a page that lists others, nothing that can be sold at a till',
  external: 'an external product is sold by another shop, not at a till',
};
/** Say how a simple product is delivered, which changes nothing at a till. */
const TYPE_FLAGS = new Set(['virtual', 'downloadable']);

const typeWords = (cell: string): string[] => readList(cell.toLowerCase()).filter((word) => !TYPE_FLAGS.has(word));

/** True if a cell names a type of product. */
export function isType(cell: string): boolean {
  const [type = '', ...more] = typeWords(cell);
  return (
    more.length === 0 && (['simple', 'variable', 'variation'].includes(type) || Object.hasOwn(SKIPPED_TYPES, type))
  );
}

/** Reads one row by itself; each wrong cell is a separate problem. Rule: catalogue/import-reads-each-cell. */
export function readRow(row: CsvRow, columns: Columns): RowReading {
  return new RowReader(row, columns).read();
}

class RowReader {
  readonly #row: CsvRow;
  readonly #columns: Columns;
  readonly #problems: Problem[] = [];
  readonly #notes: Note[] = [];

  constructor(row: CsvRow, columns: Columns) {
    this.#row = row;
    this.#columns = columns;
  }

  read(): RowReading {
    for (const cell of this.#row.cells) {
      if (cell.includes('\0')) this.#problem(null, 'has a character that no text may have (NUL)');
    }
    const { kind, skipReason } = this.#kind();
    const sourceId = this.#value('id', readId) ?? null;
    const sku = this.#text('sku', MAX_LENGTH.sku);
    const identity: RowIdentity = { line: this.#row.line, kind, sourceId, sku: sku ?? null };
    if (skipReason !== null) {
      const skipped = { line: this.#row.line, name: this.#text('name', Infinity) ?? '', reason: skipReason };
      return { identity, item: null, skipped, problems: [], notes: [] };
    }
    const item = kind === 'unknown' || kind === 'skipped' ? null : this.#item(kind, sourceId, sku);
    const problems = this.#problems;
    return { identity, item: problems.length === 0 ? item : null, skipped: null, problems, notes: this.#notes };
  }

  #item(kind: 'simple' | 'variable' | 'variation', sourceId: number | null, sku: string | undefined): Item | null {
    if (sourceId === null && sku === undefined && this.#cell('id').trim() === '') {
      this.#problem('SKU', 'is blank and so is the ID: nothing to know the row by when it comes again');
    }
    const stock = this.#stock(kind);
    const regularPriceCents = this.#value('regularPrice', readPrice);
    const salePriceCents = this.#value('salePrice', readPrice);
    const base = {
      line: this.#row.line,
      sourceId,
      sku,
      barcode: this.#barcode(),
      status: this.#value('published', readStatus),
      regularPriceCents,
      salePriceCents,
      saleFrom: this.#value('saleFrom', readInstant),
      saleUntil: this.#value('saleUntil', readLastInstant),
      image: localImageOf(this.#cell('images')),
      meta: readMeta(this.#row, this.#columns, kind, (column, reason) => this.#problem(column, reason)),
      stockMilli: stock,
      ...(this.#cell('exportedAs').trim() !== '' && { exportedAs: this.#cell('exportedAs').trim() }),
    };
    if (kind === 'variation') {
      const parent = this.#parent();
      const name = this.#text('name', MAX_LENGTH.name);
      const position = this.#value('position', readPosition);
      const attributes = this.#attributes();
      return parent === null ? null : { ...base, kind, name, parent, attributes, position };
    }
    const name = this.#text('name', MAX_LENGTH.name);
    const description = readText(this.#cell('description'));
    this.#checkLength('description', description, MAX_LENGTH.description);
    return {
      ...base,
      kind: 'product',
      type: kind,
      name: name ?? this.#standInName(sourceId, sku),
      isUnnamed: name === undefined,
      description: description === '' ? undefined : description,
      taxable: this.#value('taxStatus', readTaxable),
      unit: this.#value('soldBy', readUnit),
      stepMilli: this.#value('step', readStep),
      floorPriceCents: this.#value('floorPrice', readPrice),
      categories: this.#categories(),
    };
  }

  /** As the store the file comes from shows a product without a name. */
  #standInName(sourceId: number | null, sku: string | undefined): string {
    if (sku !== undefined) {
      this.#note('name', 'is blank: its SKU is its name, unless it has one here');
      return sku;
    }
    if (sourceId === null) {
      this.#problem(this.#header('name'), 'is missing');
      return '';
    }
    this.#note('name', 'is blank, and so is the SKU: its name is "Product" and its ID, unless it has one here');
    return `Product ${sourceId}`;
  }

  #kind(): { kind: RowIdentity['kind']; skipReason: string | null } {
    if (this.#columns.fields.type === undefined) {
      return { kind: this.#cell('parent').trim() === '' ? 'simple' : 'variation', skipReason: null };
    }
    const cell = this.#cell('type');
    const [type = '', ...more] = typeWords(cell);
    if (more.length === 0) {
      if (Object.hasOwn(SKIPPED_TYPES, type)) return { kind: 'skipped', skipReason: SKIPPED_TYPES[type] ?? '' };
      if (type === 'simple' || type === 'variable' || type === 'variation') return { kind: type, skipReason: null };
    }
    const reason =
      cell.trim() === ''
        ? 'is missing'
        : `${quote(cell)} is not a type this import knows (simple, variable, variation, grouped, external)`;
    this.#problem('Type', reason);
    return { kind: 'unknown', skipReason: null };
  }

  #stock(kind: RowIdentity['kind']) {
    const stock = this.#value('stock', readStock) ?? undefined;
    if (stock === undefined) {
      if (kind === 'variation' && this.#cell('stock').trim() !== '') {
        this.#note('stock', 'is kept for all variations together in the file; here each has its own, left as it is');
      }
      return undefined;
    }
    if (kind === 'variable') {
      this.#note('stock', 'of a product with variations is kept for each variation; the figure is left out');
      return undefined;
    }
    if (stock >= 0) return stock;
    this.#note('stock', 'is negative and was taken as 0');
    return toMilli(0);
  }

  #barcode(): string | undefined {
    const found = new Set<string>();
    for (const column of this.#columns.barcodes) {
      const barcode = readLine(this.#row.cells[column.index] ?? '');
      if (barcode === '') continue;
      if (barcode.length > MAX_LENGTH.barcode) {
        this.#problem(column.header, `is longer than ${MAX_LENGTH.barcode} characters`);
      } else if (/^\d[.,]\d+e\+?\d+$/i.test(barcode)) {
        this.#problem(column.header, `${quote(barcode)} was shortened by a spreadsheet: its digits are lost`);
      } else found.add(barcode);
      if (found.size === 2) this.#problem(column.header, `${quote(barcode)} is not the barcode of the other column`);
    }
    return [...found][0];
  }

  #parent(): ParentReference | null {
    const text = readLine(this.#cell('parent'));
    if (text === '') {
      this.#problem(this.#header('parent'), 'is missing: whose variation is this?');
      return null;
    }
    const [, digits] = /^id:\s*(\d+)$/i.exec(text) ?? [];
    if (digits === undefined) return { sku: text };
    const id = readId(digits);
    if (id.ok && id.value !== null) return { sourceId: id.value };
    this.#problem(this.#header('parent'), `${quote(text)} is not a number of a product`);
    return null;
  }

  #attributes(): Attribute[] {
    return this.#columns.attributes.flatMap((columns) => {
      const name = readTerm(this.#row.cells[columns.name.index] ?? '');
      const values = columns.values === null ? [] : readList(this.#row.cells[columns.values.index] ?? '');
      const header = columns.values?.header ?? columns.name.header;
      if (values.length > 1) this.#problem(header, `has ${values.length} values; a variation has one`);
      const option = readTerm(values[0] ?? '');
      if (option === '') return [];
      if (name === '') this.#problem(columns.name.header, `is missing for ${quote(option)}`);
      if (Math.max(name.length, option.length) > MAX_LENGTH.option) {
        this.#problem(header, `is longer than ${MAX_LENGTH.option} characters`);
      }
      return [{ name, option }];
    });
  }

  #categories(): string[][] {
    return readList(this.#cell('categories')).map((path) => {
      const names = path.split('>').map(readTerm);
      if (names.includes('')) this.#problem(this.#header('categories'), `${quote(path)} has a category without a name`);
      for (const name of names) this.#checkLength('categories', name, MAX_LENGTH.category);
      return names;
    });
  }

  #header(field: Field): string | null {
    return this.#columns.fields[field]?.header ?? FALLBACK_HEADER[field] ?? null;
  }

  #cell(field: Field): string {
    const column: Column | undefined = this.#columns.fields[field];
    return column === undefined ? '' : (this.#row.cells[column.index] ?? '');
  }

  /** One line of text, undefined when blank. */
  #text(field: Field, maxLength: number): string | undefined {
    const text = readLine(this.#cell(field));
    this.#checkLength(field, text, maxLength);
    return text === '' ? undefined : text;
  }

  #checkLength(field: Field, text: string, maxLength: number): void {
    if (text.length > maxLength) this.#problem(this.#header(field), `is longer than ${maxLength} characters`);
  }

  /** undefined when the file has no such column, or its cell is wrong. */
  #value<T>(field: Field, read: (raw: string) => Result<T, CellRefused>): T | undefined {
    if (this.#columns.fields[field] === undefined) return undefined;
    const result = read(this.#cell(field));
    if (result.ok) return result.value;
    this.#problem(this.#header(field), result.refused.reason);
    return undefined;
  }

  #problem(column: string | null, reason: string): void {
    this.#problems.push({ line: this.#row.line, column, reason });
  }

  #note(field: Field, reason: string): void {
    this.#notes.push({ line: this.#row.line, column: this.#header(field) ?? '', reason });
  }
}

const FALLBACK_HEADER: Readonly<Partial<Record<Field, string>>> = { parent: 'Parent' };
