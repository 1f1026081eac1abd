import { foldedWords, hasWords } from '#domain/fold.ts';

const MOST_SUPPLIERS = 6;

/**
 * The options while a supplier's name is typed: the matching suppliers, then "Receive" and "Order".
 * The last two can only be reached with arrows or the pointer, so that Enter alone never changes stock.
 * @param names of active suppliers, in order
 */
export function orderOptions(
  names: readonly string[],
  typed: string,
): {
  names: readonly string[];
  /** The supplier whose whole name was typed, in the supplier's own spelling. */
  exact: string | null;
  /** The index that Enter takes without a highlight: the only matching supplier. */
  sole: number | null;
} {
  const wanted = typed.trim().toLowerCase();
  const words = foldedWords(typed);
  const fitting = names.filter((name) => hasWords(name, words));
  const exact = names.find((name) => name.toLowerCase() === wanted) ?? null;
  const listed = exact === null ? fitting.slice(0, MOST_SUPPLIERS) : [exact];
  return { names: listed, exact, sole: exact === null && words.length > 0 && listed.length === 1 ? 0 : null };
}
