/** The least length of a password, in characters. Long passwords need no other rule. Rule: sign-in/passwords. */
export const MIN_PASSWORD_LENGTH = 10;

export function isLongEnough(password: string): boolean {
  return Array.from(password.normalize('NFC')).length >= MIN_PASSWORD_LENGTH;
}

/** Invisible characters: controls, joiners, marks of direction, fillers, variation selectors, tags. */
const INVISIBLE =
  // oxlint-disable-next-line no-control-regex no-misleading-character-class -- these are the characters that are meant
  /[\u{1}-\u{1f}\u{7f}-\u{9f}\u{ad}\u{34f}\u{61c}\u{115f}\u{1160}\u{17b4}\u{17b5}\u{180b}-\u{180f}\u{200b}-\u{200f}\u{2028}-\u{202e}\u{2060}-\u{206f}\u{3164}\u{fe00}-\u{fe0f}\u{feff}\u{ffa0}\u{fff0}-\u{fffb}\u{1bca0}-\u{1bca3}\u{1d173}-\u{1d17a}\u{e0000}-\u{e0fff}]/gu;

/**
 * A user name or e-mail address as signing in compares it: names that look alike on every keyboard are the same. Case
 * and invisible characters are removed; full-width, composed and decomposed letters become the same, and so do ß and
 * ss. The database's `sign_in_name` (migrations/baseline/01_stored_text.sql) gives the same for every text, and keeps
 * names unique by it.
 *
 * For comparing only. Names are shown as they were written.
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

/** True for a name or address that a new person may have: it is not empty, and every character is visible. */
export function isVisibleName(written: string): boolean {
  return signInName(written) !== '' && written.search(INVISIBLE) === -1;
}
