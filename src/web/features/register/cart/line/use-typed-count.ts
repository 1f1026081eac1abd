import { useState } from 'react';
import { readQuantity, typedSentence } from '#domain/typed.ts';
import { toast } from '#web/ui/status/toast.tsx';

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

  const readCount = (text: string) => readQuantity(text, { decimals: 0, most: most * 1000 });
  const read = (text: string): number | null => {
    const count = readCount(text);
    return count.ok ? count.value / 1000 : null;
  };

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
      const next = readCount(text);
      if (!next.ok) toast.error(`Not counted: ${text}. ${typedSentence(next.refused)} ${name} stays at ${count}.`);
      else if (next.value !== count * 1000) onCount(next.value / 1000);
      return next.ok;
    },
  };
}
