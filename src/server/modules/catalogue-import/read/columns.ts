import { MAPPED_HEADERS } from '#contract/catalogue-files.ts';
import type { Problem } from '../findings.ts';
import { nameOf } from './header-name.ts';
import { columnCalledLike, isOtherName } from './other-names.ts';

/** The use of a column of the file. */
export type Field =
  | 'id'
  | 'type'
  | 'sku'
  | 'name'
  | 'published'
  | 'description'
  | 'taxStatus'
  | 'soldBy'
  | 'step'
  | 'floorPrice'
  | 'stock'
  | 'regularPrice'
  | 'salePrice'
  | 'saleFrom'
  | 'saleUntil'
  | 'categories'
  | 'tags'
  | 'images'
  | 'parent'
  | 'position'
  | 'exportedAs';

export interface Column {
  readonly index: number;
  /** As the file writes it. */
  readonly header: string;
}

export interface AttributeColumns {
  readonly name: Column;
  readonly values: Column | null;
  readonly visible: Column | null;
  readonly global: Column | null;
  readonly default: Column | null;
}

export interface MetaColumn extends Column {
  readonly key: string;
  /** The value that says nothing: not kept. */
  readonly plain: string | null;
}

export interface Columns {
  readonly fields: Readonly<Partial<Record<Field, Column>>>;
  /** More than one plugin keeps barcodes; whichever is filled counts. */
  readonly barcodes: readonly Column[];
  readonly attributes: readonly AttributeColumns[];
  readonly meta: readonly MetaColumn[];
}

const FIELDS: Readonly<Record<string, Field>> = {
  id: 'id',
  type: 'type',
  sku: 'sku',
  name: 'name',
  published: 'published',
  description: 'description',
  'tax status': 'taxStatus',
  'sold by': 'soldBy',
  'in steps of': 'step',
  'floor price': 'floorPrice',
  stock: 'stock',
  'regular price': 'regularPrice',
  'sale price': 'salePrice',
  'date sale price starts': 'saleFrom',
  'date sale price ends': 'saleUntil',
  categories: 'categories',
  tags: 'tags',
  images: 'images',
  parent: 'parent',
  position: 'position',
  'exported as': 'exportedAs',
};

/** Columns of a shop's export that no list made by hand has. With them, "Type" is the type of product. */
const EXPORTED = ['id', 'parent', 'published', 'tax status'];

/**
 * Columns that are called otherwise than in WooCommerce's export, by the header they stand for. "Type" has the
 * categories in a list made by hand, where none of its cells is a type of product.
 * @param hasTypes true if a cell of "Type" is one
 */
export function guessedColumns(
  header: readonly string[],
  chosen: Readonly<Record<string, string>>,
  hasTypes: boolean,
): Record<string, string> {
  const names = header.map(nameOf);
  // A file of this shop names its columns itself.
  if (names.includes('exported as')) return {};
  const used = new Set(Object.values(chosen).map(nameOf));
  const isThere = (to: string): boolean =>
    chosen[to] !== undefined ||
    names.includes(nameOf(to)) ||
    (BARCODES.has(nameOf(to)) && names.some((name) => BARCODES.has(name)));
  const guessed: Record<string, string> = {};
  for (const to of MAPPED_HEADERS) {
    const like = isThere(to)
      ? undefined
      : columnCalledLike(
          to,
          header.filter((text) => !used.has(nameOf(text))),
        );
    if (like === undefined) continue;
    guessed[to] = like;
    used.add(nameOf(like));
  }
  const type = header.find((text) => nameOf(text) === 'type');
  const isOfExport = EXPORTED.some((name) => names.includes(name));
  if (type === undefined || hasTypes || isOfExport || chosen['Type'] !== undefined || used.has('type')) return guessed;
  const hasCategories = isThere('Categories') || guessed['Categories'] !== undefined;
  return { ...guessed, Type: '', ...(!hasCategories && { Categories: type }) };
}

/** The header with the names that the chosen columns stand for; a column that had such a name is left out. */
export function mappedHeader(header: readonly string[], mapping: Readonly<Record<string, string>>): string[] {
  const chosen = new Map(
    Object.entries(mapping).flatMap(([to, from]) => (from.trim() === '' ? [] : [[nameOf(from), to] as const])),
  );
  const replaced = new Set(Object.keys(mapping).map(nameOf));
  return header.map((text) => chosen.get(nameOf(text)) ?? (replaced.has(nameOf(text)) ? '' : text));
}

const BARCODES = new Set([
  'gtin, upc, ean, or isbn',
  'gtin',
  'upc',
  'ean',
  'isbn',
  'barcode',
  'meta: _global_unique_id',
  'meta: _gtin',
  'meta: _upc',
  'meta: _ean',
  'meta: _barcode',
  'meta: _alg_ean',
  'meta: _wpm_gtin_code',
  'meta: _ywbc_barcode_display_value',
]);

/** Columns of every export that a till has no use for, and the value that says nothing. */
const PLAIN_VALUES: Readonly<Record<string, string>> = {
  'is featured?': '0',
  'visibility in catalog': 'visible',
  'backorders allowed?': '0',
  'sold individually?': '0',
  'allow customer reviews?': '1',
};

/** A column that is not read: another one says the same better, and the first sale makes it wrong. */
const IGNORED = new Set(['in stock?']);

const ATTRIBUTE = /^attribute (\d{1,4}) (name|value\(s\)|visible|global|default)$/;
const META = /^meta:\s*(.+)$/i;
const META_KEY_MAX_LENGTH = 200;

/** True for the headers a WooCommerce export has by itself, and for other names of them. */
export function isKnownHeader(header: string): boolean {
  return isOwnHeader(header) || isOtherName(header);
}

/** True for the headers a WooCommerce export has by itself. */
function isOwnHeader(header: string): boolean {
  const name = nameOf(header);
  return (
    Object.hasOwn(FIELDS, name) ||
    BARCODES.has(name) ||
    IGNORED.has(name) ||
    Object.hasOwn(PLAIN_VALUES, name) ||
    ATTRIBUTE.test(name) ||
    META.test(name)
  );
}

const NO_NAME = 'is in no column that is called so: choose the column that has the names of the products';

/** Tells what each column of the header is for; columns nobody knows are kept as meta under their own name. */
export function readColumns(header: readonly string[]): { columns: Columns; problems: Problem[] } {
  const problems: Problem[] = [];
  const fields: Partial<Record<Field, Column>> = {};
  const barcodes: Column[] = [];
  const attributeParts = new Map<number, Map<string, Column>>();
  const meta: MetaColumn[] = [];
  const seen = new Set<string>();

  for (const [index, text] of header.entries()) {
    const column = { index, header: text };
    const name = nameOf(text);
    if (name === '') continue;
    if (seen.has(name)) problems.push({ line: 1, column: text, reason: 'stands in the header twice' });
    seen.add(name);
    const [, number, part] = ATTRIBUTE.exec(name) ?? [];
    const field = Object.hasOwn(FIELDS, name) ? FIELDS[name] : undefined;
    if (field !== undefined) fields[field] = column;
    else if (BARCODES.has(name)) barcodes.push(column);
    else if (number !== undefined && part !== undefined) {
      const parts = attributeParts.get(Number(number)) ?? new Map<string, Column>();
      attributeParts.set(Number(number), parts.set(part, column));
    } else if (!IGNORED.has(name)) meta.push(metaColumn(column, name, problems));
  }
  if (fields.name === undefined) problems.push({ line: 1, column: 'Name', reason: NO_NAME });
  return { columns: { fields, barcodes, attributes: attributesOf(attributeParts), meta }, problems };
}

const metaKeyOf = (header: string): string => (META.exec(header)?.[1] ?? header).trim();

/** The column that has the values of a key of meta. */
export const headerOfMeta = (header: readonly string[], key: string): string | undefined =>
  header.find((text) => metaKeyOf(text) === key);

function metaColumn(column: Column, name: string, problems: Problem[]): MetaColumn {
  const key = metaKeyOf(column.header);
  if (key.length > META_KEY_MAX_LENGTH) {
    problems.push({ line: 1, column: column.header, reason: `is longer than ${META_KEY_MAX_LENGTH} characters` });
  }
  return { ...column, key, plain: Object.hasOwn(PLAIN_VALUES, name) ? (PLAIN_VALUES[name] ?? null) : null };
}

function attributesOf(parts: ReadonlyMap<number, ReadonlyMap<string, Column>>): AttributeColumns[] {
  return [...parts]
    .sort(([a], [b]) => a - b)
    .flatMap(([, columns]) => {
      const name = columns.get('name');
      if (name === undefined) return [];
      return {
        name,
        values: columns.get('value(s)') ?? null,
        visible: columns.get('visible') ?? null,
        global: columns.get('global') ?? null,
        default: columns.get('default') ?? null,
      };
    });
}
