import { NEW_VARIATION, type VariationFields } from '../product-fields.ts';

/** An attribute with its options as typed: "S, M, L". */
export interface Attribute {
  readonly name: string;
  readonly options: string;
}

const MOST_VARIATIONS = 500;
const same = (one: string, other: string) => one.trim().toLowerCase() === other.trim().toLowerCase();

/** The label of the button that makes variations. */
export const makeLabel = (variations: readonly VariationFields[]) =>
  variations.length === 0 ? 'Make variations' : 'Update variations';

export function optionsIn(typed: string): string[] {
  const options: string[] = [];
  for (const option of typed.split(/[,\n|]/).map((part) => part.trim())) {
    if (option !== '' && !options.some((known) => same(known, option))) options.push(option);
  }
  return options;
}

/** The attributes of variations, with their options in order of appearance. */
export function attributesOf(variations: readonly VariationFields[]): Attribute[] {
  const names: string[] = [];
  for (const { name } of variations.flatMap(({ attributes }) => attributes)) {
    if (!names.some((known) => same(known, name))) names.push(name);
  }
  return names.map((name) => ({
    name,
    options: optionsIn(
      variations.flatMap(({ attributes }) => attributes.find((one) => same(one.name, name))?.option ?? []).join(', '),
    ).join(', '),
  }));
}

/**
 * Makes a variation for each combination of options. Existing variations keep their codes and prices, even if they had
 * no option of an attribute yet. Variations without a combination are left out. Null if there would be more than a
 * product can have.
 */
export function combined(
  attributes: readonly Attribute[],
  present: readonly VariationFields[],
): VariationFields[] | null {
  const named = attributes
    .map(({ name, options }) => ({ name: name.trim(), options: optionsIn(options) }))
    .filter(({ name, options }) => name !== '' && options.length > 0);
  if (named.length === 0) return [];
  if (named.reduce((product, { options }) => product * options.length, 1) > MOST_VARIATIONS) return null;
  let combinations: VariationFields['attributes'][] = [[]];
  for (const { name, options } of named) {
    combinations = combinations.flatMap((before) => options.map((option) => [...before, { name, option }]));
  }
  const left = [...present];
  return combinations.map((wanted) => {
    const place = left.findIndex(({ attributes: has }) =>
      has.every(({ name, option }) => wanted.some((one) => same(one.name, name) && same(one.option, option))),
    );
    const [known] = place === -1 ? [] : left.splice(place, 1);
    return { ...(known ?? NEW_VARIATION), attributes: wanted };
  });
}

/** The columns for pasting from a spreadsheet, in the order of the grid. */
export const GRID_COLUMNS = ['sku', 'barcode', 'regular_price', 'sale_price'] as const;
export type GridColumn = (typeof GRID_COLUMNS)[number];

/** Cells copied from a spreadsheet; null for the text of a single cell. */
export function pastedCells(text: string): string[][] | null {
  const lines = text.replace(/\r?\n$/, '').split(/\r?\n/);
  const cells = lines.map((line) => line.split('\t').map((cell) => cell.trim()));
  return cells.length === 1 && cells[0]?.length === 1 ? null : cells;
}

/** Pastes cells from a position on. Also returns the number of lines without a variation. */
export function withCells(
  variations: readonly VariationFields[],
  cells: readonly (readonly string[])[],
  row: number,
  column: GridColumn,
): { variations: VariationFields[]; left: number } {
  const columns = GRID_COLUMNS.slice(GRID_COLUMNS.indexOf(column));
  const next = variations.map((variation, place) => {
    const line = cells[place - row];
    if (!line) return variation;
    return {
      ...variation,
      ...Object.fromEntries(columns.slice(0, line.length).map((name, at) => [name, line[at] ?? ''])),
    };
  });
  return { variations: next, left: Math.max(0, row + cells.length - variations.length) };
}
