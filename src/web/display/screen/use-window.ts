import { useEffect, useState } from 'react';

interface WindowSize {
  readonly width: number;
  readonly height: number;
}

/** A phone has no room for a menu of 1920 x 1080. */
export function isPhone({ width, height }: WindowSize): boolean {
  return Math.min(width, height) < 600;
}

/**
 * True if the menu is turned by 90 degrees, because a browser on an upright TV mostly does not know its orientation.
 * Rule: menus/turned-screens.
 */
export function isTurned(isPaired: boolean, orientation: 'horizontal' | 'vertical', size: WindowSize): boolean {
  return isPaired && orientation === 'vertical' && size.width > size.height;
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

/** The time by this browser's clock, updated at this interval. */
export function useOwnClock(everyMs: number): number {
  const [ms, setMs] = useState(() => Date.now());
  useEffect(() => {
    const timer = window.setInterval(() => setMs(Date.now()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return ms;
}
