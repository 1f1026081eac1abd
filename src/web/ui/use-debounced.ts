import { useEffect, useState } from 'react';

/** The value once it has not changed for a while. */
export function useDebounced<Value>(value: Value, waitMs: number): Value {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = window.setTimeout(() => setSettled(value), waitMs);
    return () => window.clearTimeout(timer);
  }, [value, waitMs]);
  return settled;
}

/** A list on the server is searched after this pause in typing. */
export const SEARCH_PAUSE_MS = 180;

/** The text to search a list for: what is typed, once typing pauses; an emptied field at once. */
export function usePausedSearch(text: string): string {
  return useDebounced(text, text === '' ? 0 : SEARCH_PAUSE_MS);
}
