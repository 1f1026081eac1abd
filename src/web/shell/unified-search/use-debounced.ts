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
