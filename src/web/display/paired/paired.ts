/**
 * Marks a paired browser. Its token is in a cookie that scripts cannot read, so a second cookie holds this mark:
 * clearing the browser's cookies clears both. A browser without the mark shows a code at once and asks for no menu.
 */
const MARK = 'tillwright_paired=1';
/** As long as the token's: browsers keep no cookie for longer. */
const MAX_AGE_S = 400 * 24 * 60 * 60;

/** The parameter with which a paired screen marks its calls. */
export const PAIRED = { paired: 'true' } as const;

export function isPaired(): boolean {
  return document.cookie.split('; ').includes(MARK);
}

export function markPaired(paired: boolean): void {
  document.cookie = `${MARK}; path=/; samesite=strict; max-age=${paired ? MAX_AGE_S : 0}`;
}
