import { type RefObject, useLayoutEffect, useState } from 'react';
import { SHORT_WINDOW, useMediaQuery } from '#web/ui/media-query.ts';

/** The share of the visible width that one press scrolls by. */
const STEP_SHARE = 0.7;

const paddingOf = (element: Element): number => {
  const { paddingLeft, paddingRight } = getComputedStyle(element);
  return parseFloat(paddingLeft) + parseFloat(paddingRight);
};

/**
 * The width of a part as its name alone needs it. It is the same in one row and in two, or the row would change between the two for
 * ever.
 */
function leastWidth(part: HTMLElement): number {
  const name = part.querySelector<HTMLElement>(':scope > span');
  return name ? name.offsetWidth + paddingOf(part) : part.offsetWidth;
}

/** True if the parts of a row that is too narrow for them surely fit into two. */
function fitInTwo(row: HTMLElement): boolean {
  const room = row.clientWidth - paddingOf(row);
  const gap = parseFloat(getComputedStyle(row).columnGap);
  const widths = [...row.children].map((part) => leastWidth(part as HTMLElement) + gap);
  const all = widths.reduce((sum, width) => sum + width, 0);
  return all > room && all + Math.max(...widths) <= 2 * room;
}

/**
 * The directions in which a row continues out of sight, and a function that scrolls there without a wheel or a finger. `inTwo`
 * is true if it is better drawn in two rows.
 */
export function useSideScroll(row: RefObject<HTMLElement | null>, contents: unknown) {
  const [more, setMore] = useState({ left: false, right: false, inTwo: false });
  // A second row would take the room of the cards.
  const isShort = useMediaQuery(SHORT_WINDOW);
  useLayoutEffect(() => {
    const element = row.current;
    if (!element) return;
    function look(): void {
      if (!element) return;
      const { scrollLeft, scrollWidth, clientWidth } = element;
      const right = scrollLeft + clientWidth < scrollWidth - 1;
      const next = { left: scrollLeft > 1, right, inTwo: !isShort && fitInTwo(element) };
      setMore((present) => (JSON.stringify(present) === JSON.stringify(next) ? present : next));
    }
    look();
    const observer = new ResizeObserver(look);
    observer.observe(element);
    element.addEventListener('scroll', look, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener('scroll', look);
    };
  }, [row, contents, isShort]);

  function move(way: 1 | -1): void {
    row.current?.scrollBy({ left: way * row.current.clientWidth * STEP_SHARE, behavior: 'smooth' });
  }
  return { ...more, move };
}
