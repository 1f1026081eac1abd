import { useState } from 'react';
import { readQuantity, typedSentence } from '#domain/typed.ts';
import { toast } from '#web/ui/status/toast.tsx';

/**
 * The text of a field for a number of pieces while somebody types. The text is never shortened, because 1.5 must not
 * become 15. Only a whole number is accepted; for anything else a message says so, and the field returns to the count.
 * @param name the counted item
 * @param most the largest accepted number; a larger one is a typing error
 */
export function useTypedCount(name: string, count: number, onCount: (count: number) => void, most: number) {
  const [typed, setTyped] = useState<string | null>(null);
  const [shown, setShown] = useState(count);
  // The count was changed elsewhere meanwhile (a scan, a button, an arrow), so the typed text is dropped.
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
    /**
     * Call on Enter and when the field is left.
     * @returns true if the text was accepted
     */
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
