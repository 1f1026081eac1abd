import { useEffect, useState } from 'react';

const TICK_MS = 10_000;

/** The present time, updated often enough for planned prices and "offline since". */
export function useNow(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = window.setInterval(() => setNow(Date.now()), TICK_MS);
    return () => window.clearInterval(timer);
  }, []);
  return now;
}
