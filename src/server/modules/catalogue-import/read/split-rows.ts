/** Characters in a piece: a few milliseconds, for which a till may wait. */
export const PIECE_CHARACTERS = 65_536;

interface SplitRow {
  readonly cells: readonly string[];
  /** A quotation mark is never closed, or stands inside a quoted cell by itself. */
  readonly isMalformed: boolean;
  /** Indexes in the text: where the row begins, and where the next one does. */
  readonly from: number;
  readonly to: number;
}

/**
 * Splits a text whose line ends are `\n` into rows of cells, and hands them on until `take` returns false. A quoted cell may
 * contain delimiters and line ends; two quotation marks in it are one. Yields the number of characters read between its pieces.
 */
export function* splitRows(text: string, delimiter: string, take: (row: SplitRow) => boolean): Generator<number, void> {
  const plainEnd = new RegExp(`[${delimiter}\\n]`, 'g');
  const isEnd = (index: number): boolean => index === text.length || text[index] === delimiter || text[index] === '\n';
  let cells: string[] = [];
  let isMalformed = false;
  let from = 0;
  let at = 0;
  let pieceFrom = 0;
  while (at < text.length || cells.length > 0) {
    let cell = '';
    let end: number;
    if (text[at] === '"') {
      let partFrom = at + 1;
      let quote = at;
      for (;;) {
        quote = text.indexOf('"', quote + 1);
        end = quote === -1 ? text.length : afterSpaces(text, quote + 1, delimiter);
        if (quote === -1) isMalformed = true;
        if (isEnd(end)) break;
        if (text[quote + 1] !== '"') isMalformed = true;
        if (quote - pieceFrom >= PIECE_CHARACTERS) {
          cell += unescaped(text.slice(partFrom, quote));
          partFrom = quote;
          yield (pieceFrom = quote);
        }
        quote += 1;
      }
      if (!isMalformed) cell += unescaped(text.slice(partFrom, quote));
    } else {
      plainEnd.lastIndex = at;
      end = plainEnd.exec(text)?.index ?? text.length;
      cell = text.slice(at, end);
    }
    cells.push(cell);
    at = end + 1;
    if (text[end] !== delimiter) {
      if (!take({ cells, isMalformed, from, to: at })) return;
      [cells, isMalformed, from] = [[], false, at];
    }
    if (at - pieceFrom >= PIECE_CHARACTERS) yield (pieceFrom = at);
  }
}

function unescaped(cell: string): string {
  return cell.replaceAll('""', '"');
}

/** The index of the first character at or after this one that is no space between a quoted cell and its end. */
function afterSpaces(text: string, index: number, delimiter: string): number {
  let at = index;
  while (at < text.length && text[at] !== delimiter && text[at] !== '\n' && text[at]?.trim() === '') at += 1;
  return at;
}
