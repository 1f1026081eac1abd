/**
 * Figures of an answer that are in none of the cards it was made from. Amounts, shares, decimals and larger counts are
 * looked up; days, times, years and small whole numbers are words rather than figures. Rule: assistant/tools.
 */

const FIGURE =
  /(?<![\w.,:/#-])(\$\s?)?(\d{1,3}(?:,\d{3})+|\d+)(\.\d+)?(\s?%)?(?![\d:/]|-\d|,\d|\.\d|(?:st|nd|rd|th)\b)/g;
/** Whole numbers up to this may be days of a month or small counts, and are not looked up. */
const SMALL = 31;
const YEARS = { first: 1900, last: 2100 };

interface Figure {
  readonly written: string;
  readonly value: number;
  readonly decimals: number;
}

function figuresIn(text: string): Figure[] {
  return [...text.matchAll(FIGURE)].flatMap(([written, dollar, whole = '', decimals = '', share]) => {
    const value = Number(`${whole.replaceAll(',', '')}${decimals}`);
    const isBare = dollar === undefined && share === undefined && decimals === '';
    const isWord = value <= SMALL || (!whole.includes(',') && value >= YEARS.first && value <= YEARS.last);
    return isBare && isWord ? [] : [{ written: written.trim(), value, decimals: Math.max(0, decimals.length - 1) }];
  });
}

const NUMBER = /\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?/g;

const numbersIn = (text: string): number[] =>
  [...text.matchAll(NUMBER)].map(([found]) => Number(found.replaceAll(',', '')));

/** Blocks of code show what they are made of elsewhere, and addresses are no figures. */
const withoutCode = (answer: string): string =>
  answer.replace(/(`{3,}|~{3,})[\s\S]*?(?:\1|$)/g, ' ').replace(/`[^`\n]*`|https?:\/\/\S+/g, ' ');

/** @param sources what is written in the cards and in the question */
export function untracedFigures(answer: string, sources: readonly string[]): string[] {
  const known = sources.flatMap(numbersIn);
  const isKnown = ({ value, decimals }: Figure): boolean => {
    const unit = 10 ** decimals;
    // Rounded figures are those they were rounded from.
    return known.some((one) => Math.abs(one - value) < 1e-9 || Math.round(one * unit) === Math.round(value * unit));
  };
  const untraced = figuresIn(withoutCode(answer)).filter((figure) => !isKnown(figure));
  return [...new Set(untraced.map(({ written }) => written))];
}
