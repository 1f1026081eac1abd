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
    .replaceAll('&shy;', '')
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

/** Letters that nobody sees: soft hyphens, and spaces and joiners without width. */
const UNSEEN = /\u00ad|[\u200b-\u200d]|\u2060|\ufeff/g;
/** "Quimby's" is "Quimby". */
const POSSESSIVE = /['’‘ʼ´]s(?![\p{L}\p{N}\p{M}])/giu;
/** No name has more between two of its words. */
const LONGEST_GAP = 8;

/** Folds many words at once: one by one takes several times as long. */
const foldedEach = (words: readonly string[]): string[] =>
  folded(words.join('\n').replaceAll(POSSESSIVE, '')).split('\n');

interface Words {
  readonly words: readonly string[];
  /** Between a word and the next one: a space, a comma and a space, or else what stands there, for names with that in them ("J.R. Smith"). */
  readonly gaps: readonly string[];
}

function gapOf(gap: string): string {
  if (gap === ' ' || BESIDE.test(gap)) return ' ';
  if (TURNED.test(gap)) return ', ';
  return gap.length > LONGEST_GAP ? '' : gap.replaceAll(/\s+/g, ' ');
}

/** The words as they are written. */
function writtenIn(written: string): Words {
  const text = written.replaceAll(UNSEEN, '');
  const found = [...text.matchAll(WORD)];
  const gaps = found.map((word, place) => gapOf(text.slice(word.index + word[0].length, found[place + 1]?.index ?? 0)));
  return { words: found.map(([word]) => word), gaps };
}

function wordsOf(text: string): Words {
  const { words, gaps } = writtenIn(text);
  return { words: foldedEach(words), gaps };
}

/** The texts that stand by themselves: strings, cells of a table, elements of a page, entries of a list. */
const cellsOf = (code: string): string[] =>
  code.split(/["'`<>,;|()[\]\t\r\n]+/).map((cell) => cell.replace(/^[\s*#-]+/, '').trimEnd());

/** "Ada Quimby", "Quimby Ada" and "Quimby, Ada"; of three words, the last two may be the last name. */
function phrasesOf({ words, gaps }: Words): string[] {
  const turned = words.slice(1).flatMap((_, place) => {
    const [first, last] = [words.slice(0, place + 1).join(' '), words.slice(place + 1).join(' ')];
    return [`${last} ${first}`, `${last}, ${first}`];
  });
  const asStored = words.reduce((phrase, word, place) => `${phrase}${gaps[place - 1]}${word}`);
  return [words.join(' '), asStored, ...turned];
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

const SIMPLE = /^[a-z\d]+(?:[ -][a-z\d]+)*$/i;

const SPACES = Array.from({ length: MOST_WORDS }, () => ' ');

/** The folded words of each name. */
function foldedNames(names: readonly string[]): Words[] {
  const written = names.map((name) => {
    const { words, gaps } = SIMPLE.test(name) ? { words: name.split(' '), gaps: SPACES } : writtenIn(name);
    return { words: words.slice(0, MOST_WORDS), gaps };
  });
  const all = foldedEach(written.flatMap(({ words }) => words));
  let at = 0;
  return written.map(({ words, gaps }) => ({
    words: all.slice(at, (at += words.length)),
    gaps,
  }));
}

/**
 * The names that a text holds, which may be code. One of several words is found as a reader sees it: its words stand beside each
 * other, with only spaces, tags and line breaks between them, in capitals or not, in this order or as "Quimby, Ada". Two short texts
 * beside each other ("Jan", "Feb") are no name. One with other marks between its words is found with the same ones. One of a single
 * word is found only as it is written, where it stands by itself, and from five letters on. Rule: assistant/artifacts.
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
  const isPossible = ({ words, gaps }: Words): boolean => {
    const [first, last] = [words[0], words.at(-1)];
    return (
      pairs.has(`${first} ${words[1]}`) ||
      pairs.has(`${last} ${first}`) ||
      pairs.has(`${last}, ${first}`) ||
      (gaps[0] !== ' ' && pairs.has(`${first}${gaps[0]}${words[1]}`))
    );
  };
  const phrases = spelled.map((name) => (name.words.length > 1 && isPossible(name) ? phrasesOf(name) : []));
  const sought = new Set(phrases.flat());
  const found = new Set(sought.size === 0 ? [] : readings.flatMap((reading) => phrasesIn(reading, sought)));
  return names.filter((name, place) => {
    const words = spelled[place]?.words ?? [];
    if (words.length < 2) return words.length === 1 && name.length >= SHORTEST_SINGLE && cells.has(name);
    // An id in a page is "ada-quimby".
    return cells.has(words.join('-')) || phrases[place]?.some((phrase) => found.has(phrase));
  });
}
