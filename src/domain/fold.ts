/**
 * Every character that is used as an apostrophe: ' ` and their Greek twins, ´, ‘ ’ ‛, the letters ʻ and ʼ, the prime,
 * the full-width one. The joiner U+034F is included, because it is invisible and would keep marks out of their order.
 */
const UNWRITTEN = /[\u034f'`\u1fef\u00b4\u1ffd\u2018\u2019\u201b\u02bb\u02bc\u2032\uff07]/g;
/** Combining accents, apart from their letters. Not \p{M}, because the database knows ranges but no classes. */
const ACCENTS = /[\u0300-\u036f]/g;

/** Letters that are not another letter with an accent, and how they are typed on a keyboard that lacks them. */
const PLAIN: Readonly<Record<string, string>> = {
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  ħ: 'h',
  ŧ: 't',
  ı: 'i',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  þ: 'th',
};
const NOT_PLAIN = /[øłđðħŧıßæœþ]/g;

/**
 * A text as searches compare it: without case, accents and apostrophes, in plain letters. "zoe" finds "Zoë", "lodz"
 * finds "Łódź", "ohara" and "o'hara" find "O’Hara". The database's `folded_plain`
 * (migrations/0206_letters_are_folded.sql) gives the same for every text, so the browser lists what the server would
 * find. Rule: search/folded.
 *
 * The order matters. Apostrophes go first, because the next step puts the characters around them in order. Accents go
 * before the letters become small: "İ" is an I with a dot. All sigmas become one, wherever in a word they are.
 *
 * For comparing only. Names are shown, stored and kept unique as they were written.
 */
export function folded(text: string): string {
  return text
    .replace(UNWRITTEN, '')
    .replace(/[Σς]/g, 'σ')
    .normalize('NFD')
    .replace(ACCENTS, '')
    .toLowerCase()
    .replace(NOT_PLAIN, (letter) => PLAIN[letter] ?? letter);
}

/** All words of a text, folded. */
export function wordsIn(text: string): string[] {
  return folded(text)
    .split(/\s+/)
    .filter((word) => word !== '');
}

/** The database searches for each word separately, so a hundred words would take as long as a hundred searches. Rule: search/folded. */
const MOST_WORDS = 8;

/** The words of a search, folded: each once, and the first eight. Empty if nothing is left, as of a lone apostrophe. */
export function foldedWords(text: string): string[] {
  return [...new Set(wordsIn(text))].slice(0, MOST_WORDS);
}

/** True when a text has every word of a search (`foldedWords`). Without words it is always true. */
export function hasWords(text: string, words: readonly string[]): boolean {
  const searched = folded(text);
  return words.every((word) => searched.includes(word));
}
