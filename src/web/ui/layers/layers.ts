import { useEffect, useEffectEvent } from 'react';

/** Whether a dialog lies over the page: keys and scans are not meant for what is below it. */
export function isDialogOpen(): boolean {
  return document.querySelector('[role=dialog],[role=alertdialog]') !== null;
}

/** Answers true where the key was meant for it: it is heard by nothing below, nor by the browser. */
type Press = (event: KeyboardEvent) => boolean;

/** What hears keys from anywhere on the page; what was mounted last hears them first. */
const stack: Press[] = [];

function hear(event: KeyboardEvent): void {
  if (!isDialogOpen() && stack.toReversed().some((press) => press(event))) event.preventDefault();
}

/** True where the key is pressed by itself. */
export function isPlain({ altKey, ctrlKey, metaKey }: KeyboardEvent): boolean {
  return !altKey && !ctrlKey && !metaKey;
}

/** Keys of the whole page while mounted, unless a dialog lies over it. */
export function useHotkeys(press: Press): void {
  const latest = useEffectEvent(press);
  useEffect(() => {
    const mine: Press = (event) => latest(event);
    if (stack.push(mine) === 1) window.addEventListener('keydown', hear);
    return () => {
      stack.splice(stack.indexOf(mine), 1);
      if (stack.length === 0) window.removeEventListener('keydown', hear);
    };
  }, []);
}
