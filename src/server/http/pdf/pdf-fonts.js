// The fonts of our papers and which text is drawn in which. Plain JavaScript, as the thread that draws.
// @ts-check
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { openSync } from 'fontkit';

const require = createRequire(import.meta.url);

/** @type {(name: string, ...path: string[]) => string} */
const inPackage = (name, ...path) => join(dirname(require.resolve(`${name}/package.json`)), ...path);

/** @type {(name: string, file: string) => string} */
const google = (name, file) => inPackage(`@expo-google-fonts/${name}`, '400Regular', `${file}_400Regular.ttf`);

const roboto = inPackage('pdfmake', 'fonts', 'Roboto', 'Roboto-Regular.ttf');

/**
 * Fonts for characters that Roboto (Latin, Greek, Cyrillic) lacks, each with the characters it serves. The last one
 * serves all others: Hebrew, Arabic, Armenian, Georgian, signs. A file is read only when a text needs it: the largest
 * has 12 MB.
 */
const FALLBACKS = [
  {
    name: 'Emoji',
    asked: /[\p{Extended_Pictographic}\p{Regional_Indicator}]/u,
    path: google('noto-emoji', 'NotoEmoji'),
  },
  {
    name: 'Han',
    asked:
      /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Bopomofo}\u3000-\u303f\u30fb\u30fc\uff00-\uffef]/u,
    path: google('chocolate-classical-sans', 'ChocolateClassicalSans'),
  },
  { name: 'Hangul', asked: /\p{Script=Hangul}/u, path: google('gowun-dodum', 'GowunDodum') },
  { name: 'Thai', asked: /\p{Script=Thai}/u, path: google('noto-sans-thai', 'NotoSansThai') },
  { name: 'Devanagari', asked: /\p{Script=Devanagari}/u, path: google('noto-sans-devanagari', 'NotoSansDevanagari') },
  { name: 'Signs', asked: /[^]/u, path: inPackage('dejavu-fonts-ttf', 'ttf', 'DejaVuSans.ttf') },
];

/** As pdfmake wants them. A fallback has one weight. */
export const FONTS = {
  Roboto: { normal: roboto, bold: inPackage('pdfmake', 'fonts', 'Roboto', 'Roboto-Medium.ttf') },
  ...Object.fromEntries(FALLBACKS.map(({ name, path }) => [name, { normal: path, bold: path }])),
};

/** @type {Map<string, ReturnType<typeof openSync>>} */
const opened = new Map();

/** @type {(path: string, text: string) => boolean} */
function has(path, text) {
  const font = opened.get(path) ?? openSync(path);
  opened.set(path, font);
  return Array.from(text).every((character) => font.hasGlyphForCodePoint(character.codePointAt(0) ?? 0));
}

const letters = new Intl.Segmenter('en', { granularity: 'grapheme' });
const PLAIN = /^[\u0020-\u024f]*$/;
/** They choose between the two looks of a sign, and our papers have one. */
const VARIANT_SELECTORS = /[\ufe00-\ufe0f]/g;
const BREAK = '\u200b';

/** @type {(letter: string) => string | undefined} */
function fallbackFor(letter) {
  if (PLAIN.test(letter) || has(roboto, letter)) return undefined;
  return (FALLBACKS.find(({ asked, path }) => asked.test(letter) && has(path, letter)) ?? FALLBACKS.at(-1))?.name;
}

const RIGHT_TO_LEFT = /[\p{Script=Hebrew}\p{Script=Arabic}]+(?:\s+[\p{Script=Hebrew}\p{Script=Arabic}]+)+/gu;

/**
 * pdfmake sets word after word from left to right, whatever they are written in. The letters of a word it sets right.
 * @type {(text: string) => string}
 */
function inReadingOrder(text) {
  return text.replace(RIGHT_TO_LEFT, (words) => words.split(/(\s+)/).reverse().join(''));
}

/** A word without a blank in which a line may end where it must. */
const JOINED = /\p{Script=Arabic}/u;

/** @type {(text: string, longest: number) => string} */
function breakable(text, longest) {
  return text.replace(/\S+/gu, (word) => {
    if (word.length <= longest || JOINED.test(word)) return word;
    return [...letters.segment(word)].map(({ segment }) => segment).join(BREAK);
  });
}

/**
 * A text as runs of one font each, with the words that are longer than `longest` letters open to be broken.
 * @param {string} text
 * @param {number} longest
 * @returns {string | { text: string, font?: string }[]}
 */
export function drawable(text, longest) {
  const whole = breakable(inReadingOrder(text.replace(VARIANT_SELECTORS, '')), longest);
  if (PLAIN.test(whole)) return whole;
  /** @type {{ text: string, font?: string }[]} */
  const runs = [];
  for (const { segment } of letters.segment(whole)) {
    const font = fallbackFor(segment);
    const last = runs.at(-1);
    if (last && last.font === font) last.text += segment;
    else runs.push(font === undefined ? { text: segment } : { text: segment, font });
  }
  return runs;
}

/** Words longer than this many letters may be broken, unless a node says another number in `longestWord`. */
export const LONGEST_WORD = 24;

/**
 * The node of a paper with every text of it drawable.
 * @param {unknown} node
 * @param {number} longest
 * @returns {import('pdfmake/interfaces.js').Content}
 */
export function drawableNode(node, longest = LONGEST_WORD) {
  if (typeof node === 'string') return { text: drawable(node, longest) };
  if (Array.isArray(node)) return node.map((one) => drawableNode(one, longest));
  if (typeof node !== 'object' || node === null) return '';
  const own = 'longestWord' in node && typeof node.longestWord === 'number' ? node.longestWord : longest;
  const drawn = Object.fromEntries(
    Object.entries(node).map(([key, value]) => {
      if (key === 'text') return [key, typeof value === 'string' ? drawable(value, own) : drawableNode(value, own)];
      const holdsContent = ['stack', 'columns', 'table', 'body', 'ul', 'ol'].includes(key);
      return [key, holdsContent ? drawableNode(value, own) : value];
    }),
  );
  return /** @type {import('pdfmake/interfaces.js').Content} */ (/** @type {unknown} */ (drawn));
}
