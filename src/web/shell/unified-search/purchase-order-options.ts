import { foldedWords, hasWords } from '#domain/fold.ts';

const MOST_SUPPLIERS = 6;

/**
 * What Enter and the arrows reach while a supplier's name is typed: the suppliers that fit, then "create".
 * @param names of active suppliers, in order
 */
export function orderOptions(
  names: readonly string[],
  typed: string,
  isPending: boolean,
): {
  names: readonly string[];
  /** The supplier whose whole name is typed, as it writes itself. */
  exact: string | null;
  /** What Enter takes without a highlight: the only supplier, or "create" behind a whole name. */
  sole: number | null;
} {
  const wanted = typed.trim().toLowerCase();
  const words = foldedWords(typed);
  const fitting = names.filter((name) => hasWords(name, words));
  const exact = names.find((name) => name.toLowerCase() === wanted) ?? null;
  const listed = exact === null ? fitting.slice(0, MOST_SUPPLIERS) : [exact];
  if (exact !== null) return { names: listed, exact, sole: isPending ? 1 : null };
  return { names: listed, exact, sole: words.length > 0 && listed.length === 1 ? 0 : null };
}
