import { useState } from 'react';
import { fromQuantityNumber, ONE_MILLI } from '#domain/quantity.ts';
import { readQuantity, typedSentence } from '#domain/typed.ts';
import { isMultiple, type Measured, quantityWords, stepWords } from '#domain/unit.ts';
import { toast } from '#web/ui/status/toast.tsx';

/** The step by which plus and minus count. */
export function stepOf({ stepMilli = ONE_MILLI }: Measured): number {
  return stepMilli / 1000;
}

/** The next count, without the error of a sum of decimals: 0.1 + 0.2 is 0.3. */
export function stepped(count: number, by: number): number {
  return Math.round((count + by) * 1000) / 1000;
}

/**
 * The text of a field for a quantity while somebody types. The text is never shortened, because 1.5 must not become 15.
 * Only a multiple of the step is accepted; for anything else a message says so, and the field returns to the count.
 * @param name the counted item
 * @param most the largest accepted number; a larger one is a typing error
 */
export function useTypedCount(
  name: string,
  count: number,
  onCount: (count: number) => void,
  most: number,
  measured: Measured = {},
) {
  const [typed, setTyped] = useState<string | null>(null);
  const [shown, setShown] = useState(count);
  // The count was changed elsewhere meanwhile (a scan, a button, an arrow), so the typed text is dropped.
  if (shown !== count) {
    setShown(count);
    setTyped(null);
  }

  const readCount = (text: string) => readQuantity(text, { decimals: measured.unit ? 3 : 0, most: most * 1000 });
  const read = (text: string): number | null => {
    const count = readCount(text);
    return count.ok && isMultiple(count.value, measured) ? count.value / 1000 : null;
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
      const isTaken = next.ok && isMultiple(next.value, measured);
      if (!isTaken) {
        const why = next.ok ? `It is sold ${stepWords(measured)}.` : typedSentence(next.refused);
        const stays = quantityWords(fromQuantityNumber(count), measured.unit);
        toast.error(`Not counted: ${text}. ${why} ${name} stays at ${stays}.`);
      } else if (next.value !== count * 1000) onCount(next.value / 1000);
      return isTaken;
    },
  };
}
