import { useEffect, useState } from 'react';

interface WindowSize {
  readonly width: number;
  readonly height: number;
}

/** A phone has no room for a menu of 1920 x 1080. */
export function isPhone({ width, height }: WindowSize): boolean {
  return Math.min(width, height) < 600;
}

const present = (): WindowSize => ({ width: window.innerWidth, height: window.innerHeight });

export function useWindowSize(): WindowSize {
  const [size, setSize] = useState(present);
  useEffect(() => {
    const measure = () => setSize(present());
    window.addEventListener('resize', measure);
    return () => window.removeEventListener('resize', measure);
  }, []);
  return size;
}

/** Draws again every so many milliseconds. */
export function useTick(ms: number): void {
  const [, setTicks] = useState(0);
  useEffect(() => {
    const timer = window.setInterval(() => setTicks((ticks) => ticks + 1), ms);
    return () => clearInterval(timer);
  }, [ms]);
}
