import { useEffect, useRef } from 'react';

const FLASH_MS = 700;

/** Flashes a red edge around the register, which is noticed without looking and without a sound. */
export function ScanFlash({ count }: { count: number }) {
  const edge = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (count === 0) return;
    const still = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
    const animation = edge.current?.animate([{ opacity: 1 }, { opacity: still ? 1 : 0 }], {
      duration: FLASH_MS,
      easing: 'ease-out',
    });
    return () => animation?.cancel();
  }, [count]);
  return (
    <div
      ref={edge}
      aria-hidden
      className="pointer-events-none absolute inset-0 z-30 border-4 border-danger opacity-0"
    />
  );
}
