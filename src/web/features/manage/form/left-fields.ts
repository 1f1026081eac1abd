import { type FocusEvent, useRef, useState } from 'react';
import { focusFirstWrong } from '#web/ui/fields/first-wrong.ts';

const NONE: ReadonlySet<string> = new Set();

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
        if (isEdited && name && !left.has(name)) setLeft(new Set([...left, name]));
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
