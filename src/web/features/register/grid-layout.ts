import { type RefObject, useLayoutEffect, useState } from 'react';
import { useMediaQuery } from '#web/ui/media-query.ts';

export interface GridLayout {
  readonly columns: number;
  /** Height of a row of cards with the gap below it, in px; all cards are of one size. */
  readonly rowPx: number;
  /** What a card has for its content. */
  readonly cardInnerPx: number;
  /** Names take two lines on cards this small. */
  readonly narrow: boolean;
}

export const HEADER_PX = 44;
const GAP_PX = 12;
/** The room of the scroll bar does the rest on the right. */
const PADDING_PX = { left: 16, right: 4 };
const NARROW_PX = 240;
const CARD_PADDING_PX = 12;
const BORDER_PX = 1;
/** Below the picture: padding, name, category and stock, 44 px of controls, padding. */
const BELOW_PX = 10 + 20 + 2 + 20 + 8 + 44 + 12;
const SECOND_LINE_PX = 20;

/** Works out the size of cards, so that no row is ever measured. @param paneWidthPx inside the scroll bar */
export function layoutFor(paneWidthPx: number, columns: number): GridLayout {
  const cardPx = (paneWidthPx - PADDING_PX.left - PADDING_PX.right - (columns - 1) * GAP_PX) / columns;
  const narrow = cardPx < NARROW_PX;
  const belowPx = BELOW_PX + (narrow ? SECOND_LINE_PX : 0);
  // The picture is square inside the border. Whole pixels: rows that begin between two show a seam.
  const rowPx = Math.ceil(Math.max(0, cardPx)) + belowPx + GAP_PX;
  return { columns, rowPx, cardInnerPx: cardPx - 2 * CARD_PADDING_PX - 2 * BORDER_PX, narrow };
}

/** Three columns, two below 1024 px. Source: spec §2, "Product grid". Null until the pane has been seen. */
export function useGridLayout(pane: RefObject<HTMLElement | null>): GridLayout | null {
  const columns = useMediaQuery('(min-width: 1024px)') ? 3 : 2;
  const [widthPx, setWidthPx] = useState(0);
  useLayoutEffect(() => {
    const element = pane.current;
    if (!element) return;
    const measure = () => setWidthPx(element.clientWidth);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [pane]);
  return widthPx > 0 ? layoutFor(widthPx, columns) : null;
}
