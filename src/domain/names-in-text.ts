import { folded } from './fold.ts';

/** Letters as code escapes them: `&#233;`, `&#xe9;`, `\u00e9`, `\u{e9}`, `\xe9`. */
const ESCAPED = /&#(\d{1,6});|&#x([\da-f]{1,5});|\\u([\da-f]{4})|\\u\{([\da-f]{1,5})\}|\\x([\da-f]{2})/gi;

const unescaped = (code: string): string =>
  code
    .replace(ESCAPED, (_, decimal?: string, ...hex: (string | undefined)[]) =>
      String.fromCodePoint(decimal === undefined ? Number.parseInt(hex.find(Boolean) ?? '', 16) : Number(decimal)),
    )
    .replaceAll(/&(?:apos|rsquo|lsquo);|\\'/g, "'")
    .replaceAll(/&([a-z])(?:acute|grave|uml|circ|tilde|cedil|ring);/gi, '$1')
    .replaceAll(/&[a-z]*sp;|\{(["'`]) \1\}/g, ' ')
    .replaceAll('&amp;', '&')
    .replaceAll(/\\[nrt]/g, '\n');

const TAG = /<[/!]?[a-z][^<>]*>/gi;

/** A word of a name: "O'Brien" and "Smith-Jones" are one each. */
const WORD = /[\p{L}\p{N}\p{M}]+(?:['’‘ʼ´\-\u2010\u2011][\p{L}\p{N}\p{M}]+)*/gu;
/** Between two words that a reader takes for one name: spaces, line breaks, the point of an initial, the marks of bold letters. */
const BESIDE = /^(?:\.?\s+|[*_~]*\s+[*_~]*|\s&\s)$/;
/** Between a last name and a first name. */
const TURNED = /^,[^\S\r\n]*$/;
/** Words of a name that are compared. */
const MOST_WORDS = 8;
/** A shorter name of one word ("May", "Cash") is a word of too many texts. */
const SHORTEST_SINGLE = 5;

/** Folds many words at once: one by one takes several times as long. */
const foldedEach = (words: readonly string[]): string[] => folded(words.join('\n')).split('\n');

interface Words {
  readonly words: readonly string[];
  /** Between a word and the next one: a space, a comma and a space, or null when they are no part of one name. */
  readonly gaps: readonly (' ' | ', ' | null)[];
}

function wordsOf(text: string): Words {
  const found = [...text.matchAll(WORD)];
  const gaps = found.map((word, place) => {
    const gap = text.slice(word.index + word[0].length, found[place + 1]?.index ?? 0);
    if (BESIDE.test(gap)) return ' ';
    return TURNED.test(gap) ? ', ' : null;
  });
  return { words: foldedEach(found.map(([word]) => word)), gaps };
}

/** The texts that stand by themselves: strings, cells of a table, elements of a page, entries of a list. */
const cellsOf = (code: string): string[] =>
  code.split(/["'`<>,;|()[\]\t\r\n]+/).map((cell) => cell.replace(/^[\s*#-]+/, '').trimEnd());

/** "Ada Quimby", "Quimby Ada" and "Quimby, Ada"; of three words, the last two may be the last name. */
function phrasesOf(words: readonly string[]): string[] {
  const turned = words.slice(1).flatMap((_, place) => {
    const [first, last] = [words.slice(0, place + 1).join(' '), words.slice(place + 1).join(' ')];
    return [`${last} ${first}`, `${last}, ${first}`];
  });
  return [words.join(' '), ...turned];
}

/** The phrases of these that stand in the words. */
function phrasesIn({ words, gaps }: Words, sought: ReadonlySet<string>): string[] {
  const found: string[] = [];
  for (let at = 0; at < words.length; at += 1) {
    let phrase = words[at] ?? '';
    for (let next = at + 1; next < at + MOST_WORDS && gaps[next - 1]; next += 1) {
      phrase += `${gaps[next - 1]}${words[next]}`;
      if (sought.has(phrase)) found.push(phrase);
    }
  }
  return found;
}

const SIMPLE = /^[a-z\d -]*$/;

/** The folded words of each name. */
const foldedNames = (names: readonly string[]): string[][] =>
  foldedEach(names).map((name) =>
    (SIMPLE.test(name) ? name.split(' ').filter((word) => word !== '') : (name.match(WORD) ?? [])).slice(0, MOST_WORDS),
  );

/**
 * The names that a text holds, which may be code. One of several words is found as a reader sees it: its words stand beside each
 * other, with only spaces, tags and line breaks between them, in capitals or not, in this order or as "Quimby, Ada". Two short texts
 * beside each other ("Jan", "Feb") are no name. One of a single word is found only as it is written, where it stands by itself,
 * and from five letters on. Rule: assistant/artifacts.
 */
export function namesInText(text: string, names: readonly string[]): string[] {
  if (names.length === 0) return [];
  const code = unescaped(text);
  // Tags may part a name, and a name may stand within one.
  const readings = [...new Set([code, code.replaceAll(TAG, ' ')])].map(wordsOf);
  const pairs = new Set(
    readings.flatMap(({ words, gaps }) =>
      words.flatMap((word, at) => (gaps[at] ? `${word}${gaps[at]}${words[at + 1]}` : [])),
    ),
  );
  const cells = new Set(cellsOf(code));
  const spelled = foldedNames(names);
  const isPossible = (words: readonly string[]): boolean => {
    const [first, last] = [words[0], words.at(-1)];
    return [`${first} ${words[1]}`, `${last} ${first}`, `${last}, ${first}`].some((pair) => pairs.has(pair));
  };
  const phrases = spelled.map((words) => (words.length > 1 && isPossible(words) ? phrasesOf(words) : []));
  const sought = new Set(phrases.flat());
  const found = new Set(sought.size === 0 ? [] : readings.flatMap((reading) => phrasesIn(reading, sought)));
  return names.filter((name, place) =>
    spelled[place]?.length === 1
      ? name.length >= SHORTEST_SINGLE && cells.has(name)
      : phrases[place]?.some((phrase) => found.has(phrase)),
  );
}
