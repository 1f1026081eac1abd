import { type KeyboardEvent, useState } from 'react';
import { displayQuantity, type Milli, ZERO_MILLI } from '#domain/quantity.ts';
import { readQuantity, typedSentence } from '#domain/typed.ts';
import { refuseFigure } from './refuse-figure.ts';
import { toast } from '../status/toast.tsx';

/**
 * The text in a quantity field while somebody types. A quantity counts at once; empty is 0. A text that is not a
 * quantity changes nothing: the former quantity stays, and staff are told when they leave the field.
 * @param label names the field in that message
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

  /** The quantity of a text, or the reason why it is not one. */
  function meant(text: string): { milli: Milli; problem: string | null } {
    const read = readQuantity(text, { decimals });
    if (read.ok) return { milli: read.value, problem: null };
    if (read.refused.code === 'figure_missing') return { milli: ZERO_MILLI, problem: null };
    return { milli: before, problem: `${label} stays at ${displayQuantity(before)}. ${typedSentence(read.refused)}` };
  }

  // The quantity was changed elsewhere meanwhile, by a scan or a button. It replaces what was being typed.
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
    /**
     * Stops Enter while the text is not a quantity.
     * @returns whether it was stopped
     */
    stopsEnter: (event: KeyboardEvent): boolean => {
      if (event.key !== 'Enter' || problem === null) return false;
      event.preventDefault();
      toast.error(problem);
      return true;
    },
  };
}
