import { type RefObject, useLayoutEffect, useMemo, useState } from 'react';
import { PHONE, useMediaQuery } from '#web/ui/media-query.ts';

/** Roomy: large pictures. Compact: more products in sight. Audit: fields that set stock. */
export type CardStyle = 'roomy' | 'compact' | 'audit';

export interface GridLayout {
  readonly style: CardStyle;
  readonly columns: number;
  readonly cardPx: number;
  /** The width for the content of a card. */
  readonly cardInnerPx: number;
  /** On cards this small the stock is below the name, and controls are short. */
  readonly narrow: boolean;
  /** The space right of the last column. Together with the scroll bar it equals the space left of the first. */
  readonly endPx: number;
}

export const HEADER_PX = 44;
/** Above and below the cards of a row, with room for the focus outline. */
export const ROW_GAP_PX = 12;
const COLUMN_GAP_PX = 12;
const SIDE_PX = 16;
const LEAST_END_PX = 4;
const NARROW_PX = 240;
/** The class of a row of cards, by its columns. */
export const COLUMNS: Readonly<Record<number, string>> = {
  1: 'grid-cols-1',
  2: 'grid-cols-2',
  3: 'grid-cols-3',
  4: 'grid-cols-4',
};
const CARD_PADDING_PX: Record<CardStyle, number> = { roomy: 12, compact: 10, audit: 10 };
const BORDER_PX = 1;

/**
 * Calculates the size of cards, so that none is ever measured.
 * @param paneWidthPx the width inside the scroll bar
 */
export function layoutFor(paneWidthPx: number, columns: number, style: CardStyle, scrollBarPx = 0): GridLayout {
  const endPx = Math.max(LEAST_END_PX, SIDE_PX - scrollBarPx);
  const cardPx = Math.max(0, (paneWidthPx - SIDE_PX - endPx - (columns - 1) * COLUMN_GAP_PX) / columns);
  const cardInnerPx = cardPx - 2 * CARD_PADDING_PX[style] - 2 * BORDER_PX;
  return { style, columns, cardPx, cardInnerPx, narrow: cardPx < NARROW_PX, endPx };
}

/**
 * Three columns, two below 1024 px, four from 1440, and one for the stock fields on a phone. Rule: grid/layout. Null
 * until the pane is measured.
 */
export function useGridLayout(pane: RefObject<HTMLElement | null>, style: CardStyle): GridLayout | null {
  const [isUsual, isWide] = [useMediaQuery('(min-width: 1024px)'), useMediaQuery('(min-width: 1440px)')];
  const isPhone = useMediaQuery(PHONE);
  const columns = isWide ? 4 : isUsual ? 3 : isPhone && style === 'audit' ? 1 : 2;
  const [{ widthPx, scrollBarPx }, setSize] = useState({ widthPx: 0, scrollBarPx: 0 });
  useLayoutEffect(() => {
    const element = pane.current;
    if (!element) return;
    const measure = () => {
      const next = { widthPx: element.clientWidth, scrollBarPx: element.offsetWidth - element.clientWidth };
      setSize((size) => (size.widthPx === next.widthPx && size.scrollBarPx === next.scrollBarPx ? size : next));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [pane]);
  // The same object while its values are the same, because a new one draws all rows again.
  return useMemo(
    () => (widthPx > 0 ? layoutFor(widthPx, columns, style, scrollBarPx) : null),
    [widthPx, columns, style, scrollBarPx],
  );
}
