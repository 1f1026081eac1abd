import { useEffect, useState } from 'react';

/** The pause between two steps of arriving text. Rule: ai-view/times. */
const DELAY_MS = 15;
/** A long backlog is shown within about this many steps. */
const STEPS_BEHIND = 12;

/** The length of the text shown after one more step. A surrogate pair is never cut. */
export function typedOn(shown: number, text: string): number {
  const next = Math.min(text.length, shown + Math.max(1, Math.ceil((text.length - shown) / STEPS_BEHIND)));
  const isCut = next < text.length && /[\uD800-\uDBFF]/.test(text[next - 1] ?? '');
  return isCut ? next + 1 : next;
}

/** Shows arriving text as if it were typed. Complete text, or with reduced motion, is shown at once. */
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
