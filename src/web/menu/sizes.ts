import type { PanelGrid } from '#domain/menu/menu-layout.ts';
import type { PlannedPanel } from '#domain/menu/menu-plan.ts';

/** Pixels of the grid in which menus are laid out, of 1920 x 1080 (upright 1080 x 1920). */

/** The mean width of a letter, as a part of its size: that of the widest of the fonts, so that text is never wider. */
const LETTER = 0.54;

/**
 * The size at which a text fits into so many lines. Words stay whole, so lines are not quite full.
 * @returns not above `most`, and not below `least`, at which a text may still be too long
 */
export function fitted(
  text: string,
  { width, lines, most, least }: { width: number; lines: number; most: number; least: number },
): number {
  const longest = Math.max(1, ...text.split(/\s+/).map(({ length }) => length));
  const slack = lines > 1 ? 0.86 : 1;
  const forAll = (width * lines * slack) / (Math.max(1, text.length) * LETTER);
  const forWord = width / (longest * LETTER);
  return Math.round(Math.max(least, Math.min(most, forAll, forWord)));
}

export interface PanelSizes {
  readonly padding: number;
  readonly title: number;
  readonly headerPrice: number;
  readonly header: number;
  /** What is left for the products. */
  readonly bodyWidth: number;
  readonly bodyHeight: number;
}

export function panelSizes({ rect, isHalfHigh, place, category, prices }: PlannedPanel): PanelSizes {
  const isSingle = place === 'single';
  const padding = isSingle ? 44 : 28;
  const most = isSingle ? 84 : isHalfHigh ? 52 : 68;
  const bodyWidth = rect.width - 2 * padding;
  const title = fitted(category?.name ?? '', { width: bodyWidth * 0.6, lines: 1, most, least: 36 });
  const headerPrice = isSingle ? 44 : isHalfHigh ? 30 : 36;
  const pricesBelow = prices.header.length > 0 && rect.width < 1400;
  const header = Math.round(most * 1.25) + (isHalfHigh ? 14 : 28) + (pricesBelow ? Math.round(headerPrice * 1.7) : 0);
  return { padding, title, headerPrice, header, bodyWidth, bodyHeight: rect.height - 2 * padding - header };
}

export interface CardSizes {
  readonly gap: number;
  readonly width: number;
  readonly height: number;
  /** `above`: the picture stands over the text; `beside`: left of it; `small`: left of the name only. */
  readonly picture: 'above' | 'beside' | 'small';
  readonly name: number;
  readonly small: number;
  readonly price: number;
}

/** A card alone is not wider than this: a line of text across a whole screen is hard to read. */
const WIDEST = 1560;
const HIGHEST = 860;

export function cardSizes({ bodyWidth, bodyHeight }: PanelSizes, { columns, rows }: PanelGrid): CardSizes {
  const gap = bodyWidth > 1000 ? 24 : 16;
  const width = Math.min(WIDEST, (bodyWidth - gap * (columns - 1)) / columns);
  const height = Math.min(HIGHEST, (bodyHeight - gap * (rows - 1)) / rows);
  const picture = width > height * 1.35 && width > 560 ? 'beside' : height < 330 ? 'small' : 'above';
  const textWidth = picture === 'beside' ? width / 2 : width;
  const name = Math.round(Math.max(24, Math.min(72, textWidth / 11.5, height / 7.5)));
  return {
    gap,
    width,
    height,
    picture,
    name,
    small: Math.round(Math.max(20, Math.min(36, name * 0.72))),
    price: Math.round(Math.max(26, Math.min(76, name * 1.05))),
  };
}

export interface TableSizes {
  readonly gap: number;
  /** Of one of the columns that a table is split into. */
  readonly width: number;
  readonly head: number;
  readonly row: number;
  /** `columns`: fields and prices stand in columns of their own; `below`: fields below the name; `lines`: prices too. */
  readonly shape: 'columns' | 'below' | 'lines';
  readonly name: number;
  readonly small: number;
  readonly price: number;
  /** The column of two prices. */
  readonly prices: number;
  readonly picture: number;
}

const HIGHEST_ROW = 104;
const LEAST_NAME_WIDTH = 330;
const LEAST_FIELD_WIDTH = 165;

export function tableSizes(
  { bodyWidth, bodyHeight }: PanelSizes,
  { columns, rows }: PanelGrid,
  { fields, showsPrices, showsPictures }: { fields: number; showsPrices: boolean; showsPictures: boolean },
): TableSizes {
  const gap = bodyWidth > 1000 ? 36 : 20;
  const width = (bodyWidth - gap * (columns - 1)) / columns;
  const head = bodyHeight > 600 ? 46 : 34;
  const row = Math.min(HIGHEST_ROW, (bodyHeight - head) / rows);
  const picture = showsPictures ? Math.round(row - 10) : 0;
  const price = Math.round(Math.min(40, row * 0.44));
  const prices = showsPrices ? Math.round(price * 10.6) : 0;
  const left = width - prices - picture - 60;
  const isWide = left >= LEAST_NAME_WIDTH + LEAST_FIELD_WIDTH * (fields + 1);
  const shape = isWide ? 'columns' : left >= LEAST_NAME_WIDTH ? 'below' : 'lines';
  const twoLines = shape === 'lines' || (shape === 'below' && fields > 0);
  const name = Math.round(Math.max(21, Math.min(44, row * (twoLines ? 0.42 : 0.48))));
  const small = Math.round(Math.max(18, Math.min(32, name * 0.76)));
  return { gap, width, head, row, shape, name, small, price: shape === 'lines' ? name : price, prices, picture };
}
