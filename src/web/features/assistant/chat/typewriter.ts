import { useEffect, useState } from 'react';

/** Between two steps of text that arrives. Rule: ai-view/times. */
const DELAY_MS = 15;
/** A long backlog is caught up within about this many steps. */
const STEPS_BEHIND = 12;

/** How much of a text is shown after one more step. A pair of characters that make one letter is not cut. */
export function typedOn(shown: number, text: string): number {
  const next = Math.min(text.length, shown + Math.max(1, Math.ceil((text.length - shown) / STEPS_BEHIND)));
  const isCut = next < text.length && /[\uD800-\uDBFF]/.test(text[next - 1] ?? '');
  return isCut ? next + 1 : next;
}

/** The text as if it were typed while it arrives; the whole text once it is there, or where motion is unwanted. */
export function useTyped(text: string, isArriving: boolean): string {
  const [still] = useState(() => window.matchMedia('(prefers-reduced-motion: reduce)').matches);
  const [shown, setShown] = useState(isArriving ? 0 : text.length);
  const isTyping = isArriving && !still && shown < text.length;
  useEffect(() => {
    if (!isTyping) return;
    const timer = window.setInterval(() => setShown((before) => typedOn(before, text)), DELAY_MS);
    return () => window.clearInterval(timer);
  }, [isTyping, text]);
  return isArriving && !still ? text.slice(0, shown) : text;
}
