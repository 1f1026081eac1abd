import { folded } from './fold.ts';

/** Letters as code escapes them: `&#233;`, `&#xe9;`, `\u00e9`. */
const ESCAPED = /&#(\d{1,6});|&#x([\da-f]{1,5});|\\u([\da-f]{4})/gi;

const unescaped = (code: string): string =>
  code
    .replace(ESCAPED, (_, decimal?: string, html?: string, script?: string) =>
      String.fromCodePoint(decimal === undefined ? Number.parseInt(html ?? script ?? '', 16) : Number(decimal)),
    )
    .replaceAll(/&(?:apos|rsquo|lsquo);|\\'/g, "'")
    .replaceAll(/&([a-z])(?:acute|grave|uml|circ|tilde|cedil|ring);/gi, '$1')
    .replaceAll(/&[a-z]*sp;/g, ' ')
    .replaceAll(/\\[nrt]/g, '\n');

const wordsOf = (text: string): string[] => folded(text).match(/[\p{L}\p{N}]+/gu) ?? [];

/** The texts that stand by themselves: strings, cells of a table, elements of a page, entries of a list. */
const cellsOf = (code: string): string[] =>
  code.split(/["'`<>,;|()[\]\t\r\n]+/).map((cell) => cell.replace(/^[\s*#-]+/, '').trimEnd());

/**
 * The names that a text holds, which may be code. One of several words is found in capitals or not, in this order or in the opposite
 * one ("Quimby, Ada"). One of a single word is found only as it is written, where it stands by itself: "Rose" may be a customer,
 * and "Rose Gold" a product.
 */
export function namesInText(text: string, names: readonly string[]): string[] {
  if (names.length === 0) return [];
  const code = unescaped(text);
  const cells = new Set(cellsOf(code));
  const spelled = names.map((name) => {
    const words = wordsOf(name);
    return { name, words, phrases: [words.join(' '), words.toReversed().join(' ')] };
  });
  const sought = new Set(spelled.flatMap(({ phrases }) => phrases));
  // A name may stand in two cells of a table, or in two elements.
  const words = [...wordsOf(code), '', ...wordsOf(code.replaceAll(/<[^>]*>/g, ' '))];
  const found = new Set<string>();
  for (const length of new Set(spelled.map((one) => one.words.length))) {
    for (let at = 0; at + length <= words.length; at += 1) {
      const phrase = words.slice(at, at + length).join(' ');
      if (sought.has(phrase)) found.add(phrase);
    }
  }
  return spelled
    .filter((one) =>
      one.words.length === 1 ? cells.has(one.name) : one.phrases.some((phrase) => phrase !== '' && found.has(phrase)),
    )
    .map(({ name }) => name);
}
