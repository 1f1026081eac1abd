/** The sizes at which words fit, in pixels of the grid, so that none is cut off. */

/** The mean width of a letter in a few words of unknown text, as a part of its size. */
export const LETTER = 0.58;
export const LINE = 1.2;
/** The least size of a text. */
const LEAST = 17;
/** The least size of a name that would otherwise be cut off. */
export const LEAST_NAME = 13;
const MOST_LINES = 8;
/** A word wider than this multiple of its size is broken, rather than drawn in tiny letters. */
const WIDEST_WORD = 10.4;

/** The width of a text as a multiple of its size, in the widest of the fonts, so that text is never wider. */
export function widthOf(text: string): number {
  let width = 0;
  for (const letter of text) {
    if (/[ .,:;'’|!ijl]/.test(letter)) width += 0.33;
    else if (/[tfrI()"·-]/.test(letter)) width += 0.48;
    else if (/[mMW@%]/.test(letter)) width += 1.06;
    else width += letter === 'w' ? 0.94 : /[A-Z&#+]/.test(letter) ? 0.8 : 0.68;
  }
  return width;
}

/** The words with their widths. A line can end after a space or a hyphen. */
const wordsOf = (text: string) =>
  text.split(/(?<=[\s-])/).map((word) => ({ whole: widthOf(word), last: widthOf(word.trimEnd()) }));

/** How many lines of this width the words take, infinitely many if one of them would be broken. */
function linesOf(words: ReturnType<typeof wordsOf>, width: number): number {
  let [lines, used] = [1, 0];
  for (const { whole, last } of words) {
    if (used + last > width) {
      if (last > width && last <= WIDEST_WORD) return Infinity;
      lines += (used > 0 ? 1 : 0) + Math.ceil(last / width) - 1;
      used = last > width ? last % width : 0;
    }
    used += whole;
  }
  return lines;
}

/**
 * The size at which a text fits into this many lines of this height. Words stay whole.
 * @returns the size, and the lines that it takes; not above `most`, and not below `least`, at which it may be too long
 */
function fittedLines(
  text: string,
  { width, lines, height, most, least }: { width: number; lines: number; height: number; most: number; least: number },
): { size: number; lines: number } {
  const words = wordsOf(text);
  for (let size = Math.floor(most); size > least; size -= 1) {
    const taken = linesOf(words, width / size);
    if (taken <= lines && taken * size * LINE <= height) return { size, lines: taken };
  }
  return { size: least, lines: Math.max(1, Math.min(lines, Math.floor(height / (least * LINE)))) };
}

/** The size at which a text fits into this many lines. */
export function fitted(text: string, room: { width: number; lines: number; most: number; least: number }): number {
  return fittedLines(text, { ...room, height: Infinity }).size;
}

/**
 * The size of a name, and the lines that it takes: the largest that fits. A long one has more lines in smaller letters.
 * @param height of all lines
 */
export function fittedName(name: string, room: { width: number; height: number; most: number }) {
  return fittedLines(name, { ...room, lines: MOST_LINES, least: LEAST_NAME });
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
