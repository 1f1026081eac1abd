import { useEffect, useState } from 'react';

/** The value once it has been the same for a while. */
export function useDebounced<Value>(value: Value, waitMs: number): Value {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = window.setTimeout(() => setSettled(value), waitMs);
    return () => window.clearTimeout(timer);
  }, [value, waitMs]);
  return settled;
}

/** How long typing rests before a list of the server is searched. */
export const SEARCH_PAUSE_MS = 180;

/** What a list is searched for: the text as it is once typing rests; an emptied field counts at once. */
export function usePausedSearch(text: string): string {
  return useDebounced(text, text === '' ? 0 : SEARCH_PAUSE_MS);
}
