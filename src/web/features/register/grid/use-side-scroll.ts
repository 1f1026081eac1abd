import { type RefObject, useLayoutEffect, useState } from 'react';

/** The share of the visible width that one press scrolls by. */
const STEP_SHARE = 0.7;

/**
 * The directions in which a row continues out of sight, and a function that scrolls there without a wheel or a finger.
 */
export function useSideScroll(row: RefObject<HTMLElement | null>, contents: unknown) {
  const [more, setMore] = useState({ left: false, right: false });
  useLayoutEffect(() => {
    const element = row.current;
    if (!element) return;
    function look(): void {
      if (!element) return;
      const { scrollLeft, scrollWidth, clientWidth } = element;
      const next = { left: scrollLeft > 1, right: scrollLeft + clientWidth < scrollWidth - 1 };
      setMore((present) => (present.left === next.left && present.right === next.right ? present : next));
    }
    look();
    const observer = new ResizeObserver(look);
    observer.observe(element);
    element.addEventListener('scroll', look, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener('scroll', look);
    };
  }, [row, contents]);

  function move(way: 1 | -1): void {
    row.current?.scrollBy({ left: way * row.current.clientWidth * STEP_SHARE, behavior: 'smooth' });
  }
  return { ...more, move };
}
