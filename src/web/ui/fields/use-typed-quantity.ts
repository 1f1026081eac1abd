import { type KeyboardEvent, useState } from 'react';
import { displayQuantity, type Milli, ZERO_MILLI } from '#domain/quantity.ts';
import { readQuantity, typedSentence } from '#domain/typed.ts';
import { refuseFigure } from './refuse-figure.ts';
import { toast } from '../status/toast.tsx';

/**
 * What a field for a quantity shows while it is typed in. A quantity counts at once; empty is 0. What cannot be read
 * counts as if nothing had been typed: the quantity is the one before, and staff are told when they go on.
 * @param label names the field in what they are told
 */
export function useTypedQuantity({
  label,
  quantity,
  decimals = 3,
  onChange,
}: {
  label: string;
  quantity: Milli;
  decimals?: 0 | 3 | undefined;
  onChange: (quantity: Milli) => void;
}) {
  const [typed, setTyped] = useState<string | null>(null);
  const [before, setBefore] = useState(quantity);
  const [shown, setShown] = useState(quantity);

  /** What a text comes to, and why it is no quantity. */
  function meant(text: string): { milli: Milli; problem: string | null } {
    const read = readQuantity(text, { decimals });
    if (read.ok) return { milli: read.value, problem: null };
    if (read.refused.code === 'figure_missing') return { milli: ZERO_MILLI, problem: null };
    return { milli: before, problem: `${label} stays at ${displayQuantity(before)}. ${typedSentence(read.refused)}` };
  }

  // Counted elsewhere meanwhile (a scan, a button): that is what the line says, not what was being typed.
  if (shown !== quantity) {
    setShown(quantity);
    if (typed === null || meant(typed).milli !== quantity) {
      setTyped(null);
      setBefore(quantity);
    }
  }
  const problem = typed === null ? null : meant(typed).problem;

  return {
    typed,
    isWrong: problem !== null,
    drop: () => setTyped(null),
    begin: () => setBefore(quantity),
    type: (text: string) => {
      setTyped(text);
      onChange(meant(text).milli);
    },
    leave: () => {
      setTyped(null);
      if (problem !== null) refuseFigure(problem);
    },
    /** Enter goes on with what is typed, which cannot be read. @returns whether it was stopped */
    stopsEnter: (event: KeyboardEvent): boolean => {
      if (event.key !== 'Enter' || problem === null) return false;
      event.preventDefault();
      toast.error(problem);
      return true;
    },
  };
}
