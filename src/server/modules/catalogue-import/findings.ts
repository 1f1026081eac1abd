/** Something in the file that stops the import: its place and the problem, in words for the person who made the file. */
export interface Problem {
  /** Line of the file as an editor counts it, 1 is the header; null when it is about the file as a whole. */
  readonly line: number | null;
  /** Header of the column as the file has it; null when it is about the row as a whole. */
  readonly column: string | null;
  readonly reason: string;
}

/** Something that was taken in another way than it was written, or is worth a look; it stops nothing. */
export interface Note {
  readonly line: number;
  readonly column: string;
  readonly reason: string;
}

/** A row that is understood and left out: it has no place at a till, or says nothing new. */
export interface SkippedRow {
  readonly line: number;
  readonly name: string;
  /** The earlier line it says the same as, if that is why. */
  readonly repeats?: number;
  readonly reason: string;
}

const QUOTE_MAX_LENGTH = 60;

/** A cell's text as findings show it: on one line, cut when long. */
export function quote(text: string): string {
  const oneLine = text.replaceAll(/\s+/g, ' ').trim();
  return `"${oneLine.length > QUOTE_MAX_LENGTH ? `${oneLine.slice(0, QUOTE_MAX_LENGTH)}...` : oneLine}"`;
}
