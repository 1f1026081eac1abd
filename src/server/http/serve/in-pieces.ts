import { setImmediate } from 'node:timers/promises';

/** Work that yields between its pieces, and returns what it made. */
export type Pieces<T> = Generator<unknown, T>;

/** Rows in a piece: some ten milliseconds, for which a till may wait. */
export const PIECE_ROWS = 200;

/** Does the work with a turn of the event loop between pieces, so that tills are served beside it. */
export async function inPieces<T>(work: Pieces<T>): Promise<T> {
  for (;;) {
    const step = work.next();
    if (step.done === true) return step.value;
    await setImmediate();
  }
}

/** Maps rows, in pieces. */
export function* eachRow<Row, Made>(rows: readonly Row[], each: (row: Row) => Made): Pieces<Made[]> {
  const made: Made[] = [];
  for (const row of rows) {
    if (made.length % PIECE_ROWS === 0) yield;
    made.push(each(row));
  }
  return made;
}
