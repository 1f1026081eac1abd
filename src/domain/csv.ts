/** Characters with which a cell would be a formula to a spreadsheet, full-width forms included. */
const BEGINS_FORMULA = /^[\s\p{Cc}]*[=+\-@\uff1d\uff0b\uff0d\uff20]/u;
/** A negative figure begins with a minus, but is not a formula. */
const IS_FIGURE = /^-?\d+(?:\.\d+)?$/;
const NEEDS_QUOTES = /[",\r\n\t]|^\s|\s$/;

export type CsvValue = string | number | null;

/** One cell: defused with an apostrophe where a spreadsheet would run it, quoted where it must be. null is empty. */
export function csvCell(value: CsvValue): string {
  if (value === null) return '';
  const text = String(value);
  const safe = BEGINS_FORMULA.test(text) && !IS_FIGURE.test(text) ? `'${text}` : text;
  return NEEDS_QUOTES.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** One line with its end, as RFC 4180 has it. */
export function csvLine(values: readonly CsvValue[]): string {
  return `${values.map(csvCell).join(',')}\r\n`;
}
