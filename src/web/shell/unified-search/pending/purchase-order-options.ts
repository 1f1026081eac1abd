import { foldedWords, hasWords } from '#domain/fold.ts';

const MOST_SUPPLIERS = 6;

/**
 * What Enter and the arrows reach while a supplier's name is typed: the suppliers that fit. "Receive" and "order" come
 * behind them, and are for the arrows and the pointer only: Enter alone puts no goods on the books.
 * @param names of active suppliers, in order
 */
export function orderOptions(
  names: readonly string[],
  typed: string,
): {
  names: readonly string[];
  /** The supplier whose whole name is typed, as it writes itself. */
  exact: string | null;
  /** What Enter takes without a highlight: the only supplier that fits. */
  sole: number | null;
} {
  const wanted = typed.trim().toLowerCase();
  const words = foldedWords(typed);
  const fitting = names.filter((name) => hasWords(name, words));
  const exact = names.find((name) => name.toLowerCase() === wanted) ?? null;
  const listed = exact === null ? fitting.slice(0, MOST_SUPPLIERS) : [exact];
  return { names: listed, exact, sole: exact === null && words.length > 0 && listed.length === 1 ? 0 : null };
}
