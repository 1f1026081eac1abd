import { useEffect } from 'react';

const HEARD = ['mousedown', 'mouseup', 'click', 'dblclick'] as const;

/** False for a press by key, and for the first press of a place. */
const isRepeated = ({ detail }: MouseEvent): boolean => detail > 1;

function drop(event: MouseEvent): void {
  if (!isRepeated(event)) return HEARD.forEach((type) => window.removeEventListener(type, drop, true));
  event.preventDefault();
  event.stopPropagation();
}

/**
 * Many people open everything by a double press. The second press is kept from a window or page that the first one
 * opened: it would press, select or close what has come under the pointer. Rule: display/double-presses.
 * @param open whether the window is open; it is kept from each time it opens
 */
export function useSecondPressDropped(open = true): void {
  useEffect(() => {
    if (open) for (const type of HEARD) window.addEventListener(type, drop, true);
  }, [open]);
}
