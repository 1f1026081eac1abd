/** The sizes at which words fit, in pixels of the grid, so that none is cut off. */

/** The mean width of a letter, as a part of its size: that of the widest of the fonts, so that text is never wider. */
export const LETTER = 0.58;
export const LINE = 1.2;
/** The least size of a text. */
const LEAST = 17;
/** The least size of a name that would otherwise be cut off. */
const LEAST_NAME = 13;
const MOST_LINES = 8;
/** A longer word is broken, rather than drawn in tiny letters. */
const LONGEST_WORD = 18;

/**
 * The size at which a text fits into this many lines. Words stay whole, so lines are not quite full.
 * @returns not above `most`, and not below `least`, at which a text may still be too long
 */
export function fitted(
  text: string,
  { width, lines, most, least }: { width: number; lines: number; most: number; least: number },
): number {
  const longest = Math.max(1, ...text.split(/[\s-]+/).map(({ length }) => length));
  const slack = lines > 2 ? 0.8 : lines > 1 ? 0.86 : 1;
  const forAll = (width * lines * slack) / (Math.max(1, text.length) * LETTER);
  const forWord = width / (Math.min(longest, LONGEST_WORD) * LETTER);
  return Math.floor(Math.max(least, Math.min(most, forAll, forWord)));
}

/**
 * The size of a name, and the lines that it takes: the largest that fits. A long one has more lines in smaller letters.
 * @param height of all lines
 */
export function fittedName(
  name: string,
  { width, height, most }: { width: number; height: number; most: number },
): { size: number; lines: number } {
  const sizeIn = (lines: number) =>
    fitted(name, { width, lines, most: Math.min(most, height / (lines * LINE)), least: LEAST_NAME });
  const sizes = Array.from({ length: MOST_LINES }, (_, at) => ({ size: sizeIn(at + 1), lines: at + 1 }));
  const best = sizes.reduce((found, one) => (one.size > found.size ? one : found));
  if (best.size > LEAST_NAME) return best;
  // The name is too long for every size, so it gets as many lines as there is room for.
  return { size: LEAST_NAME, lines: Math.max(1, Math.min(MOST_LINES, Math.floor(height / (LEAST_NAME * LINE)))) };
}

/** The first facts that fit without being cut off. */
export function fittedFacts(
  facts: readonly string[],
  { width, lines, most }: { width: number; lines: number; most: number },
): { facts: readonly string[]; size: number; lines: number } {
  for (let count = facts.length; count > 1; count -= 1) {
    const shown = facts.slice(0, count);
    for (let taken = 1; taken <= lines; taken += 1) {
      const size = fitted(shown.join(' · '), { width, lines: taken, most, least: 1 });
      if (size >= LEAST) return { facts: shown, size, lines: taken };
    }
  }
  return { facts: facts.slice(0, 1), size: fitted(facts[0] ?? '', { width, lines, most, least: LEAST_NAME }), lines };
}
