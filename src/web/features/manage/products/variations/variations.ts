import { NEW_VARIATION, type VariationFields } from '../product-fields.ts';

/** An attribute with its options as they are typed: "S, M, L". */
export interface Attribute {
  readonly name: string;
  readonly options: string;
}

const MOST_VARIATIONS = 500;
const same = (one: string, other: string) => one.trim().toLowerCase() === other.trim().toLowerCase();

/** The button that makes variations of the attributes. */
export const makeLabel = (variations: readonly VariationFields[]) =>
  variations.length === 0 ? 'Make variations' : 'Update variations';

export function optionsIn(typed: string): string[] {
  const options: string[] = [];
  for (const option of typed.split(/[,\n|]/).map((part) => part.trim())) {
    if (option !== '' && !options.some((known) => same(known, option))) options.push(option);
  }
  return options;
}

/** The attributes that variations have, with the options of each in the order in which they come. */
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
 * A variation for each combination of options. One that is there keeps its codes and prices, also where it had no option
 * of an attribute yet; what no combination has is left out. Null where there would be more than a product can have.
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

/** The columns that a spreadsheet is pasted into, in the order of the grid. */
export const GRID_COLUMNS = ['sku', 'barcode', 'regular_price', 'sale_price'] as const;
export type GridColumn = (typeof GRID_COLUMNS)[number];

/** Cells that were copied from a spreadsheet; null for a text that is one cell. */
export function pastedCells(text: string): string[][] | null {
  const lines = text.replace(/\r?\n$/, '').split(/\r?\n/);
  const cells = lines.map((line) => line.split('\t').map((cell) => cell.trim()));
  return cells.length === 1 && cells[0]?.length === 1 ? null : cells;
}

/** The variations with cells put in from a place on, and how many lines found no variation. */
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
