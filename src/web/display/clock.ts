/**
 * The time of the server, for a screen whose own clock may be wrong by a day. The lead of the server's clock is kept
 * with the menu, so that a screen that starts without a network shows the right prices too.
 */
let aheadMs = 0;

/** The lead of the server's clock over ours, in ms. */
export const clockAheadMs = (): number => aheadMs;

export function keepClock(ms: number): void {
  aheadMs = ms;
}

/** @param said the instant in an answer that was asked for at `askedMs` of our clock */
export function hearClock(said: string, askedMs: number): void {
  const then = Date.parse(said);
  if (Number.isNaN(then)) return;
  aheadMs = then - (askedMs + Date.now()) / 2;
}

/** Milliseconds since 1970 by the clock of the server. */
export const nowMs = (): number => Date.now() + aheadMs;
