/** Shortest password that somebody may choose, in characters. Long ones need no other rule. */
export const MIN_PASSWORD_LENGTH = 10;

export function isLongEnough(password: string): boolean {
  return Array.from(password.normalize('NFC')).length >= MIN_PASSWORD_LENGTH;
}

/** Characters that nobody sees: controls, joiners, marks of direction, fillers, variation selectors, tags. */
const INVISIBLE =
  // oxlint-disable-next-line no-control-regex no-misleading-character-class -- these are the characters that are meant
  /[\u{1}-\u{1f}\u{7f}-\u{9f}\u{ad}\u{34f}\u{61c}\u{115f}\u{1160}\u{17b4}\u{17b5}\u{180b}-\u{180f}\u{200b}-\u{200f}\u{2028}-\u{202e}\u{2060}-\u{206f}\u{3164}\u{fe00}-\u{fe0f}\u{feff}\u{ffa0}\u{fff0}-\u{fffb}\u{1bca0}-\u{1bca3}\u{1d173}-\u{1d17a}\u{e0000}-\u{e0fff}]/gu;

/**
 * A user name or e-mail address as signing in compares it: two that look alike on every keyboard are one. Without case,
 * without what cannot be seen; full-width, composed and decomposed letters are the same, and so are ß and ss.
 * The database's `sign_in_name` (migrations/baseline/01_stored_text.sql) says the same of every text, and keeps each name once.
 *
 * For comparing only. What is shown is the name as it was written.
 */
export function signInName(written: string): string {
  return written
    .normalize('NFKC')
    .replace(INVISIBLE, '')
    .toLowerCase()
    .replaceAll('ς', 'σ')
    .replaceAll('ß', 'ss')
    .normalize('NFKC')
    .replace(/ +/g, ' ')
    .replace(/^ | $/g, '');
}

/** True for a name or address that somebody new may get: it is not empty and all of it can be seen. */
export function isVisibleName(written: string): boolean {
  return signInName(written) !== '' && written.search(INVISIBLE) === -1;
}
