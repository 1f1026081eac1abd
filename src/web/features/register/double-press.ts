/** The pause that tells two presses from one double press, as operating systems have it. */
export const DOUBLE_PRESS_MS = 500;

/** How far a finger strays between the two halves. */
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
 * Add was pressed on an open card, which closes under the finger and leaves its choices there.
 * @param key of the tier that was added, if it is sold by tier
 */
export function noteAdd({ clientX, clientY, timeStamp }: Press, key: string | null): void {
  added = { clientX, clientY, timeStamp, key };
}

/**
 * Whether a press on a card is the second half of a double press on its Add: it must not choose something else.
 * @param key of the tier pressed, none for what only opens the card; the tier that was added may be chosen again
 */
export function echoesAdd(press: Press, key: string | null = null): boolean {
  if (added === null || (key !== null && added.key === key)) return false;
  return isEcho(press, added);
}

/** A card at rest was pressed: it opens, and other choices than the one pressed come to lie under the finger. */
export function noteOpen({ clientX, clientY, timeStamp }: Press): void {
  opened = { clientX, clientY, timeStamp };
}

/** Whether a press on a choice is the second half of a double press that opened its card: it must not choose. */
export function echoesOpen(press: Press): boolean {
  return opened !== null && isEcho(press, opened);
}
