import { ROBOTO_MEDIUM, ROBOTO_REGULAR } from './roboto-widths.ts';

/** Labels are set in Roboto: names in its medium weight, everything else in the regular one. */
export type Weight = 'regular' | 'medium';

const UNITS_PER_EM = 2048;
/** From the font files, as shares of the size. A line of text takes both. */
export const ASCENT_EM = 1900 / UNITS_PER_EM;
export const DESCENT_EM = 500 / UNITS_PER_EM;

function widthsOf(runs: string): ReadonlyMap<number, number> {
  const widths = new Map<number, number>();
  for (const run of runs.split(', ')) {
    const [first = '', ...each] = run.split(' ');
    for (const [place, width] of each.entries()) widths.set(parseInt(first, 36) + place, parseInt(width, 36));
  }
  return widths;
}

const read: Partial<Record<Weight, ReadonlyMap<number, number>>> = {};

function widthsIn(weight: Weight): ReadonlyMap<number, number> {
  return (read[weight] ??= widthsOf(weight === 'regular' ? ROBOTO_REGULAR : ROBOTO_MEDIUM));
}

/** Letters that Roboto lacks are drawn in another font, and narrowed if they are wider there than this. */
const OTHER_FONT_EM = 0.7;
/** Han, kana, Hangul and emoji are about as wide as they are high. */
const SQUARE =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Emoji_Presentation}\u3000-\u303f\uff00-\uffef]/u;

/** Width of a text without kerning, in points. All drawings set text without kerning, so their widths agree. */
export function textWidth(text: string, sizePt: number, weight: Weight): number {
  const widths = widthsIn(weight);
  let em = 0;
  for (const letter of text) {
    const width = widths.get(letter.codePointAt(0) ?? 0);
    em += width === undefined ? (SQUARE.test(letter) ? 1.2 : OTHER_FONT_EM) : width / UNITS_PER_EM;
  }
  return em * sizePt;
}

/** False if another font must be used for some letters. */
export function isInRoboto(text: string): boolean {
  const widths = widthsIn('regular');
  return Array.from(text).every((letter) => widths.has(letter.codePointAt(0) ?? 0));
}

const letters = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** The beginning of a text that fits, with an ellipsis; '' where not even that has room. */
export function cutToWidth(text: string, sizePt: number, weight: Weight, mostPt: number): string {
  const kept = [...letters.segment(text)].map(({ segment }) => segment);
  while (kept.length > 0) {
    kept.pop();
    const cut = `${kept.join('').trimEnd()}…`;
    if (textWidth(cut, sizePt, weight) <= mostPt) return cut;
  }
  return '';
}
