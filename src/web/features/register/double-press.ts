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
export function echoesAdd({ clientX, clientY, timeStamp }: Press, key: string | null = null): boolean {
  if (added === null || (key !== null && added.key === key)) return false;
  const strayedPx = Math.hypot(clientX - added.clientX, clientY - added.clientY);
  return timeStamp - added.timeStamp < DOUBLE_PRESS_MS && strayedPx < NEAR_PX;
}
