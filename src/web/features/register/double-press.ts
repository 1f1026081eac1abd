/** Two presses within this time are one double press, as in operating systems. */
export const DOUBLE_PRESS_MS = 500;

/** The distance that a finger may move between the two halves. */
const NEAR_PX = 24;

interface Press {
  readonly clientX: number;
  readonly clientY: number;
  readonly timeStamp: number;
}

let added: (Press & { readonly key: string | null }) | null = null;
let opened: Press | null = null;

function isEcho({ clientX, clientY, timeStamp }: Press, first: Press): boolean {
  const strayedPx = Math.hypot(clientX - first.clientX, clientY - first.clientY);
  return timeStamp - first.timeStamp < DOUBLE_PRESS_MS && strayedPx < NEAR_PX;
}

/**
 * Call when Add is pressed on an open card, which then closes and leaves its choices under the finger.
 * @param key the key of the added tier; null if it is not sold by tier
 */
export function noteAdd({ clientX, clientY, timeStamp }: Press, key: string | null): void {
  added = { clientX, clientY, timeStamp, key };
}

/**
 * True if a press on a card is the second half of a double press on its Add, and so must not choose anything else.
 * @param key the key of the pressed tier; null for a press that only opens the card. The tier that was just added may
 * be chosen again.
 */
export function echoesAdd(press: Press, key: string | null = null): boolean {
  if (added === null || (key !== null && added.key === key)) return false;
  return isEcho(press, added);
}

/** Call when a card at rest is pressed. It opens, which puts other choices under the finger. */
export function noteOpen({ clientX, clientY, timeStamp }: Press): void {
  opened = { clientX, clientY, timeStamp };
}

/** True if a press on a choice is the second half of the double press that opened its card, and so must not choose. */
export function echoesOpen(press: Press): boolean {
  return opened !== null && isEcho(press, opened);
}
