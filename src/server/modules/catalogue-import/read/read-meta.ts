import { readLine, readList, readTerm } from './cell-values.ts';
import type { AttributeColumns, Columns } from './columns.ts';
import type { CsvRow } from './csv-rows.ts';
import type { Json, MetaPatch } from './items.ts';

const MAX_LENGTH = 20_000;

type Report = (column: string | null, reason: string) => void;

/** The meta keys of tags, pictures and attributes of the file. */
const META_KEY = { tags: '_tags', images: '_images', attributes: '_attributes' } as const;

/**
 * Reads everything beyond the known columns of a product: `Meta:` columns under their own keys, unknown columns under
 * their header, and tags, pictures and attributes. A blank cell says nothing.
 */
export function readMeta(row: CsvRow, columns: Columns, kind: string, report: Report): MetaPatch {
  const meta = new Map<string, Json>();
  for (const { index, header, key, plain } of columns.meta) {
    const text = (row.cells[index] ?? '').trim();
    if (text.length > MAX_LENGTH) report(header, `is longer than ${MAX_LENGTH} characters`);
    if (text === plain) meta.set(key, null);
    else if (text !== '') meta.set(key, text);
  }
  for (const name of ['tags', 'images'] as const) {
    const column = columns.fields[name];
    const text = column === undefined ? '' : (row.cells[column.index] ?? '');
    if (text.length > MAX_LENGTH) report(column?.header ?? name, `is longer than ${MAX_LENGTH} characters`);
    const values = readList(text).map(name === 'tags' ? readTerm : readLine);
    if (values.length > 0) meta.set(META_KEY[name], values);
  }
  if (kind !== 'variation') {
    const attributes = columns.attributes.flatMap((each) => attributeOf(row, each, report));
    if (attributes.length > 0) meta.set(META_KEY.attributes, attributes);
  }
  return meta;
}

function attributeOf(row: CsvRow, columns: AttributeColumns, report: Report): Json[] {
  const cell = (column: { index: number } | null): string => (column === null ? '' : (row.cells[column.index] ?? ''));
  const name = readTerm(cell(columns.name));
  const options = readList(cell(columns.values)).map(readTerm);
  if (name === '') {
    if (options.length > 0) report(columns.name.header, 'is missing, though the attribute has values');
    return [];
  }
  if (name.length + cell(columns.values).length > MAX_LENGTH) {
    report(columns.name.header, `is longer than ${MAX_LENGTH} characters`);
  }
  const standard = readTerm(cell(columns.default));
  return [
    {
      name,
      options,
      visible: cell(columns.visible).trim() !== '0',
      global: cell(columns.global).trim() === '1',
      ...(standard === '' ? {} : { default: standard }),
    },
  ];
}

/** The first picture that lies on this server: "/pictures/x.webp", no other host and no way out of its folder. */
export function localImageOf(cell: string): string | undefined {
  return readList(cell).find(
    (path) =>
      path.length <= 500 && /^\/(?!\/)[\w\-./ ]+\.(?:avif|gif|jpe?g|png|svg|webp)$/i.test(path) && !path.includes('..'),
  );
}
