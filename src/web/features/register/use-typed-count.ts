import { useState } from 'react';
import { toast } from '#web/ui/toast.tsx';

/**
 * What a field of pieces shows while it is typed in. Nothing is dropped from it on the way: 1.5 must not become 15. Only
 * a whole number counts; of anything else it says so and goes back to the count.
 * @param name what is counted
 * @param most beyond this it is a slip of the hand
 */
export function useTypedCount(name: string, count: number, onCount: (count: number) => void, most: number) {
  const [typed, setTyped] = useState<string | null>(null);
  const [shown, setShown] = useState(count);
  // Counted elsewhere meanwhile (a scan, a button, an arrow): that is what it says, not what was being typed.
  if (shown !== count) {
    setShown(count);
    setTyped(null);
  }

  const read = (text: string): number | null => (/^\d+$/.test(text) && Number(text) <= most ? Number(text) : null);

  return {
    text: typed ?? String(count),
    isTyping: typed !== null,
    type: setTyped,
    takeBack: () => setTyped(null),
    read,
    /** On Enter and on leaving the field. @returns whether what stands there counts */
    commit: (): boolean => {
      const text = typed?.trim() ?? '';
      setTyped(null);
      if (text === '') return true;
      const next = read(text);
      if (next === null) {
        const limit = most.toLocaleString('en-US');
        toast.error(`Not counted: ${text}. ${name} takes a whole number of at most ${limit} and stays at ${count}.`);
      } else if (next !== count) onCount(next);
      return next !== null;
    },
  };
}
