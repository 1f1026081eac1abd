/**
 * Whether this browser was paired. Its token is in a cookie that scripts cannot read, so a mark stands beside it in another: what
 * clears one clears the other. A browser without it shows a code at once and asks for no menu.
 */
const MARK = 'tillwright_paired=1';
/** As long as the token's: browsers keep no cookie for longer. */
const MAX_AGE_S = 400 * 24 * 60 * 60;

/** Said with the calls of a paired screen. */
export const PAIRED = { paired: 'true' } as const;

export function isPaired(): boolean {
  return document.cookie.split('; ').includes(MARK);
}

export function markPaired(paired: boolean): void {
  document.cookie = `${MARK}; path=/; samesite=strict; max-age=${paired ? MAX_AGE_S : 0}`;
}
