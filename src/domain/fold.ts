/**
 * All that is written for an apostrophe, by hand or by a program: ' ` and their twins of Greek, ´, ‘ ’ ‛, the letters
 * ʻ and ʼ, the prime, the wide one. And the joiner U+034F, which is not seen: it would keep marks from their order.
 */
const UNWRITTEN = /[\u034f'`\u1fef\u00b4\u1ffd\u2018\u2019\u201b\u02bb\u02bc\u2032\uff07]/g;
/** Accents as they stand apart from their letters. Not \p{M}: the database knows a range, and no classes. */
const ACCENTS = /[\u0300-\u036f]/g;

/**
 * A text as searches compare it: without case, accents and apostrophes. "zoe" finds "Zoë", "ohara" and "o'hara" find
 * "O’Hara". The database's `folded` (migrations/baseline/01_stored_text.sql) gives the same for every text, so the browser lists what the
 * server would find. Rule: search/folded.
 *
 * The order matters. Apostrophes go first, since what stands around them is put in order next. Accents go before the
 * letters become small: "İ" is an I with a dot. The sigmas are one, wherever in a word they stand.
 *
 * For comparing only. What is shown, kept or unique is the text as it was written.
 */
export function folded(text: string): string {
  return text.replace(UNWRITTEN, '').replace(/[Σς]/g, 'σ').normalize('NFD').replace(ACCENTS, '').toLowerCase();
}

/** All words of a text, folded. */
export function wordsIn(text: string): string[] {
  return folded(text)
    .split(/\s+/)
    .filter((word) => word !== '');
}

/** Each word is a search of its own: a hundred of them would take as long as a hundred searches. */
const MOST_WORDS = 8;

/**
 * The words of a search, folded: each once, and the first eight. None where nothing is left of it, as of a lone
 * apostrophe.
 */
export function foldedWords(text: string): string[] {
  return [...new Set(wordsIn(text))].slice(0, MOST_WORDS);
}

/** True when a text has every word of a search (`foldedWords`). Without words it is always true. */
export function hasWords(text: string, words: readonly string[]): boolean {
  const searched = folded(text);
  return words.every((word) => searched.includes(word));
}
