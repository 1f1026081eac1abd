import { type FocusEvent, useRef, useState } from 'react';
import { focusFirstWrong } from '#web/ui/fields/first-wrong.ts';

const NONE: ReadonlySet<string> = new Set();

let isPressed = false;
window.addEventListener('pointerdown', () => (isPressed = true), true);
for (const end of ['pointerup', 'pointercancel']) window.addEventListener(end, () => (isPressed = false), true);

/** Runs at once, or after the press by which a field is left: what it shows must not move the pressed thing away. */
function afterPress(run: () => void): void {
  if (!isPressed) return run();
  const end = new AbortController();
  const ended = () => {
    end.abort();
    // The click comes with the end of the press.
    window.setTimeout(run);
  };
  for (const name of ['pointerup', 'pointercancel']) window.addEventListener(name, ended, { signal: end.signal });
}

/**
 * Shows the problem of a field once the person has left it, and all problems once Save was pressed, so that nobody is
 * corrected while typing. The fields have a `name`; `watch` belongs to their form.
 */
export function useLeftFields<Problems extends Readonly<Record<string, string | undefined>>>(
  isEdited: boolean,
  problems: Problems,
) {
  const form = useRef<HTMLFormElement>(null);
  const [left, setLeft] = useState(NONE);
  const [tried, setTried] = useState(false);
  // Saved or discarded: the next edit begins anew.
  if (!isEdited && (tried || left.size > 0)) {
    setLeft(NONE);
    setTried(false);
  }
  const shown = Object.entries(problems).filter(([name]) => isEdited && (tried || left.has(name)));
  return {
    shown: Object.fromEntries(shown) as Partial<Problems>,
    watch: {
      ref: form,
      onBlur: ({ target }: FocusEvent<HTMLFormElement>): void => {
        const { name } = target as { name?: string };
        if (isEdited && name && !left.has(name)) afterPress(() => setLeft((before) => new Set([...before, name])));
      },
    },
    /** True if there is a problem; then all are shown, and the first wrong field has the focus. */
    stops: (): boolean => {
      if (Object.values(problems).every((problem) => problem === undefined)) return false;
      setTried(true);
      focusFirstWrong(form.current);
      return true;
    },
  };
}
