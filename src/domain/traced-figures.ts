/**
 * Figures of an answer that are in none of the cards it was made from. Amounts, shares, decimals, counts of something and
 * larger numbers are looked up, in digits or in English words; days, times, years, codes and other small whole numbers
 * are words rather than figures. Rule: assistant/tools.
 */

/** An amount is looked up among amounts, a share among shares; what is written in a text may be either. */
export type FigureKind = 'money' | 'share' | 'count' | 'text';

/** A place that figures may come from: a cell of a card, or a text. */
export interface FigureSource {
  readonly kind: FigureKind;
  readonly text: string;
}

interface Figure {
  readonly written: string;
  readonly kind: FigureKind;
  /** As written, without its scale. Signs are not compared: "fell by 12%" is -12 in its card. */
  readonly value: number;
  readonly decimals: number;
  /** 1000 for "3.4k". */
  readonly scale: number;
}

/** Whole numbers up to this may be days of a month or small counts, and are looked up only as a count of something. */
const SMALL = 31;
const YEARS = { first: 1900, last: 2100 };

const MONTH = '(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*';
/** Codes, days, times and places in a list have digits, but are no figures. */
const NO_FIGURES = new RegExp(
  [
    String.raw`https?:\/\/\S+`,
    String.raw`(?<![\w$])[A-Za-z][\w]*-\d[\w-]*`,
    String.raw`#\d+`,
    String.raw`\b\d{4}-\d{2}(?:-\d{2})?(?:T[\d:.]+Z?)?`,
    String.raw`\b\d{1,2}\/\d{1,2}(?:\/\d{2,4})?\b`,
    String.raw`\b\d{1,2}:\d{2}(?::\d{2})?\b`,
    String.raw`\b\d{1,2}\s?(?:am|pm)\b`,
    String.raw`\b\d+(?:st|nd|rd|th)\b`,
    String.raw`\b${MONTH}\.? \d{1,2}(?:\s?[-–] ?\d{1,2})?(?!\d)(?:,? \d{4})?`,
    String.raw`\b\d{1,2}(?:\s?[-–] ?\d{1,2})? ${MONTH}\b(?: \d{4})?`,
    String.raw`^[ \t>]*\d+[.)](?=\s)`,
    String.raw`\b\d+(?:\.\d+){2,}`,
  ].join('|'),
  'gim',
);

/** Words that count something of a shop: a small number before them is a figure. */
const COUNTED =
  '(?:orders?|items?|units?|products?|variations?|customers?|people|jars?|pieces?|packs?|grams?|ounces?|pounds?|g|oz|lb|sales|refunds?|receipts?|locations?|categor(?:y|ies)|employees?|suppliers?|screens?|menus?|layouts?|labels?|rows?|lines?|points?|discrepanc(?:y|ies)|movements?|counts?|left|sold|short|remaining|in stock|on hand|on order|out of stock)';
/** "the top 3 products" names a list; it counts nothing. */
const LISTED = /\b(?:top|first|last|next|these|those|past|previous) $/i;
const NUMBER =
  /(?<before>US\$|USD |\$)?\s?(?<![\w.,])(?<whole>\d{1,3}(?:,\d{3})+|\d+)(?<decimals>\.\d+)?(?<scale>\s?(?:k|m|bn|thousand|million|billion)\b)?(?<after>\s?%|\s?(?:percent|per cent|percentage points?)\b|\s(?:dollars?|USD|bucks)\b)?/gi;
const SCALES: Readonly<Record<string, number>> = {
  k: 1e3,
  thousand: 1e3,
  m: 1e6,
  million: 1e6,
  bn: 1e9,
  billion: 1e9,
};
const COUNT_AFTER = new RegExp(String.raw`^(?:\s|-)+(?:[a-z][\w-]*\s+){0,2}?${COUNTED}\b`, 'i');
/** A cell of a table by itself; the first of a row is its place in a list. */
const isCell = (before: string, after: string): boolean =>
  /\|[^|\n]*\|\s*$/.test(before) && /^\s*(?:\||$)/m.test(after);

const isYear = (value: number): boolean => value >= YEARS.first && value <= YEARS.last;

function figuresInDigits(text: string): Figure[] {
  return [...text.matchAll(NUMBER)].flatMap((match) => {
    const [written] = match;
    const { before = '', whole = '', decimals = '', scale = '', after = '' } = match.groups ?? {};
    const value = Number(`${whole.replaceAll(',', '')}${decimals}`);
    const words = after.trim().toLowerCase();
    const isMoney = before !== '' || /^(?:dollar|usd|bucks)/.test(words);
    const kind: FigureKind = isMoney ? 'money' : words === '' ? 'count' : 'share';
    const isPlain = kind === 'count' && decimals === '' && scale === '';
    if (isPlain && (value <= SMALL || (isYear(value) && !whole.includes(',')))) {
      const [left, right] = [text.slice(0, match.index), text.slice(match.index + written.length)];
      const isCounted = (COUNT_AFTER.test(right) || isCell(left, right)) && !LISTED.test(`${left.trimEnd()} `);
      if (value > SMALL || !isCounted) return [];
    }
    return [
      {
        written: written.trim(),
        kind,
        value,
        decimals: Math.max(0, decimals.length - 1),
        scale: SCALES[scale.trim().toLowerCase()] ?? 1,
      },
    ];
  });
}

const SMALL_WORDS =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  );
const TENS = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');
const WORD = `(?:${[...SMALL_WORDS, ...TENS, 'hundred', 'thousand', 'million', 'dozen'].join('|')})`;
const IN_WORDS = new RegExp(
  String.raw`\b(?:a\s+(?=hundred|thousand|million|dozen))?${WORD}(?:(?:\s+and\s+|\s+|-)${WORD})*\b`,
  'gi',
);
const FRACTIONS =
  /\b(?<fraction>half|(?:a|one) third|two[ -]thirds|(?:a|one) quarter|three[ -]quarters) of (?!(?:an?|one|[a-z]+day|the (?:day|week|month|year)|(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*)\b)/gi;
const PERCENT_OF_FRACTION: readonly (readonly [RegExp, number])[] = [
  [/half/i, 50],
  [/two/i, 66.7],
  [/third/i, 33.3],
  [/three/i, 75],
  [/quarter/i, 25],
];

function valueOfWords(words: string): number {
  let [sum, part] = [0, 0];
  for (const word of words.toLowerCase().split(/[\s-]+/)) {
    const small = SMALL_WORDS.indexOf(word);
    const ten = TENS.indexOf(word);
    if (small >= 0) part += small;
    if (ten >= 0) part += (ten + 2) * 10;
    if (word === 'dozen') part = Math.max(part, 1) * 12;
    if (word === 'hundred') part = Math.max(part, 1) * 100;
    if (word === 'thousand' || word === 'million') {
      sum += Math.max(part, 1) * (word === 'million' ? 1e6 : 1e3);
      part = 0;
    }
  }
  return sum + part;
}

function figuresInWords(text: string): Figure[] {
  const counted = [...text.matchAll(IN_WORDS)].flatMap((match): Figure[] => {
    const value = valueOfWords(match[0]);
    const [left, right] = [text.slice(0, match.index), text.slice(match.index + match[0].length)];
    // "3.4 million" is read in digits. "one of them" counts nothing.
    if (/\d\s?$/.test(left) || value <= 1) return [];
    const unit = /^\s+(?:(percent|per cent)|dollars?)\b/i.exec(right);
    const isCounted = COUNT_AFTER.test(right) && !LISTED.test(`${left.trimEnd()} `);
    if (value <= SMALL && !isCounted && !unit) return [];
    const kind: FigureKind = unit ? (unit[1] ? 'share' : 'money') : 'count';
    return [{ written: match[0], kind, value, decimals: 0, scale: 1 }];
  });
  const fractions = [...text.matchAll(FRACTIONS)].map((match): Figure => {
    const value = PERCENT_OF_FRACTION.find(([words]) => words.test(match[1] ?? ''))?.[1] ?? 0;
    return { written: match[0].trim(), kind: 'share', value: Math.round(value), decimals: 0, scale: 1 };
  });
  return [...counted, ...fractions];
}

/** Blocks of code show what they are made of elsewhere. */
const withoutCode = (answer: string): string =>
  answer.replace(/(`{3,}|~{3,})[\s\S]*?(?:\1|$)/g, ' ').replace(/`[^`\n]*`/g, ' ');

function figuresIn(answer: string): Figure[] {
  const text = withoutCode(answer)
    .replace(/\*+|(?<!\w)_+|_+(?!\w)/g, '')
    .replace(NO_FIGURES, ' ; ');
  return [...figuresInDigits(text), ...figuresInWords(text)];
}

/** A number of a source. One inside of a code, such as POS-4051, is known to whole numbers only. */
interface Known {
  readonly kind: FigureKind;
  readonly value: number;
}

const OF_SOURCE = /(?<mark>\$\s?)?(?<number>\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?)(?<share>\s?%)?/g;

function knownIn({ kind, text }: FigureSource): Known[] {
  if (kind !== 'text') return [{ kind, value: Math.abs(Number(text.replaceAll(',', ''))) }];
  return [...text.matchAll(OF_SOURCE)].map((match) => {
    const { mark, number = '', share } = match.groups ?? {};
    const isCode =
      /[\w-]$/.test(text.slice(Math.max(0, match.index - 1), match.index)) &&
      /[A-Za-z_\d]-?$/.test(text.slice(Math.max(0, match.index - 2), match.index));
    const of: FigureKind = mark ? 'money' : share ? 'share' : isCode ? 'count' : 'text';
    return { kind: of, value: Number(number.replaceAll(',', '')) };
  });
}

function isFrom({ kind, value, decimals, scale }: Figure, known: Known): boolean {
  const written = value * scale;
  if (kind === 'count') {
    if (Math.abs(known.value - written) < 1e-9) return true;
    // Without its sign, a rounded amount is as good as any number.
    if (known.kind === 'money' && decimals === 0 && scale === 1) return false;
  } else if (known.kind !== kind && known.kind !== 'text') return false;
  // Rounded figures are those they were rounded from.
  const unit = 10 ** decimals / scale;
  return Math.round(known.value * unit) === Math.round(written * unit);
}

/** @param sources the cells of the cards, and what is written in them and in the question */
export function untracedFigures(answer: string, sources: readonly FigureSource[]): string[] {
  const known = sources.flatMap(knownIn);
  const untraced = figuresIn(answer).filter((figure) => !known.some((one) => isFrom(figure, one)));
  return [...new Set(untraced.map(({ written }) => written))];
}
