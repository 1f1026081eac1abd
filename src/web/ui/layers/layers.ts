import { type RefObject, useEffect, useEffectEvent } from 'react';

export const DIALOG = '[role=dialog],[role=alertdialog]';

/** True if a dialog is open over the page. Keys and scans are then not meant for the page below it. */
export function isDialogOpen(): boolean {
  return document.querySelector(DIALOG) !== null;
}

/** The dialog that an element belongs to. A press on the element is then not meant for the page below. */
export function dialogOf(element: Element | null): Element | null {
  return element?.closest(DIALOG) ?? null;
}

/** Returns true when it handled the key. Neither earlier handlers nor the browser get it then. */
type Press = (event: KeyboardEvent) => boolean;

interface Handler {
  readonly press: Press;
  readonly home: RefObject<Element | null> | undefined;
}

/** Handlers for keys pressed anywhere on the page. The one mounted last comes first. */
const stack: Handler[] = [];

function hear(event: KeyboardEvent): void {
  const dialogs = [...document.querySelectorAll(DIALOG)];
  const hears = ({ press, home }: Handler) => dialogs.every((one) => home?.current?.contains(one)) && press(event);
  if (stack.toReversed().some(hears)) event.preventDefault();
}

/** True without Alt, Ctrl and Meta. */
export function isPlain({ altKey, ctrlKey, metaKey }: KeyboardEvent): boolean {
  return !altKey && !ctrlKey && !metaKey;
}

/**
 * Handles keys of the whole page while mounted, unless a dialog is open over it.
 * @param home keys are also for what opens as a dialog inside this element
 */
export function useHotkeys(press: Press, home?: RefObject<Element | null>): void {
  const latest = useEffectEvent(press);
  useEffect(() => {
    const mine: Handler = { press: (event) => latest(event), home };
    if (stack.push(mine) === 1) window.addEventListener('keydown', hear);
    return () => {
      stack.splice(stack.indexOf(mine), 1);
      if (stack.length === 0) window.removeEventListener('keydown', hear);
    };
  }, [home]);
}
