import { inlinePrices } from '#domain/menu/menu-layout.ts';
import type { PlannedPanel } from '#domain/menu/menu-plan.ts';
import { pricesAt, type ShelfPrice } from '#domain/menu/shelf.ts';
import { displayMoney } from '#domain/money.ts';
import { fitted, LETTER, LINE, widthOf } from './words.ts';

/** Pixels of the grid in which menus are laid out, of 1920 x 1080 (upright 1080 x 1920). */

const BOLD_DIGIT = 0.6;
const LEAST_TITLE = 34;
/** Labels beside a price, and the gap between prices, as a part of its size. */
export const LABEL = 0.66;
const PRICE_GAP = 0.6;

/** The widths of the prices beside products, as multiples of the size of a price. Equal widths align the prices. */
interface PriceWidths {
  /** The width of one price with its label. */
  readonly slot: number;
  /** Of "+3 more", with its gap; 0 if no product has more prices than are shown. */
  readonly more: number;
  readonly all: number;
}

/** With the old price beside it, if there is one. */
function amountWidth({ cents, wasCents }: ShelfPrice): number {
  const was = wasCents === null ? 0 : displayMoney(wasCents).length * LETTER * 0.7 + 0.3;
  return displayMoney(cents).length * BOLD_DIGIT + was;
}

function priceWidths({ pages, prices }: PlannedPanel, nowMs: number, labels: 'before' | 'above'): PriceWidths {
  const widthOfPrice = (price: ShelfPrice): number => {
    const named = widthOf(price.label ?? '') * LABEL;
    const amount = amountWidth(price);
    return labels === 'above' ? Math.max(amount, named) : amount + (named === 0 ? 0 : named + 0.3);
  };
  const own = pages.flat().map((product) => pricesAt(product, nowMs));
  const shown = own.filter(prices.isInline).map((some) => inlinePrices(some));
  const slot = Math.max(0, ...shown.flatMap((one) => one.shown.map(widthOfPrice)));
  const count = Math.max(0, ...shown.map((one) => one.shown.length));
  const more = shown.some((one) => one.more > 0) ? 8 * LETTER * LABEL + PRICE_GAP : 0;
  return { slot, more, all: slot * count + PRICE_GAP * Math.max(0, count - 1) + more };
}

export interface PanelSizes {
  readonly padding: number;
  readonly title: number;
  readonly titleLines: number;
  /** True if the header's prices are beside the title, false if below it. */
  readonly arePricesBeside: boolean;
  readonly headerPrice: number;
  readonly header: number;
  /** The room left for the products. */
  readonly bodyWidth: number;
  readonly bodyHeight: number;
}

export function panelSizes({ rect, isHalfHigh, place, category, prices }: PlannedPanel): PanelSizes {
  const isSingle = place === 'single';
  const padding = isSingle ? 40 : 28;
  const most = isSingle ? 84 : isHalfHigh ? 48 : 66;
  const bodyWidth = rect.width - 2 * padding;
  const isWide = rect.width >= 1400;
  const room = bodyWidth * (isWide && prices.header.length > 0 ? 0.4 : 0.8);
  const named = category?.name ?? '';
  const oneLine = fitted(named, { width: room, lines: 1, most, least: 1 });
  const titleLines = oneLine < LEAST_TITLE ? 2 : 1;
  const title = titleLines === 1 ? oneLine : fitted(named, { width: room, lines: 2, most: most * 0.6, least: 16 });
  const usual = isSingle ? 42 : isHalfHigh ? 28 : 34;
  const letters = prices.header.reduce((sum, price) => sum + widthOf(price.label ?? '') + amountWidth(price) + 1.3, 0);
  const line = isWide ? bodyWidth - (title * widthOf(named)) / titleLines - 140 : bodyWidth;
  // At most two lines.
  const lines = letters * usual > line ? 2 : 1;
  const headerPrice = Math.floor(Math.max(20, Math.min(usual, (line * lines * 0.9) / Math.max(1, letters))));
  const below = prices.header.length > 0 && !isWide ? Math.round(headerPrice * (LINE * lines + 0.3)) : 0;
  const header = Math.round(Math.max(most * LINE, title * LINE * titleLines)) + (isHalfHigh ? 8 : 18) + below;
  return {
    padding,
    title,
    titleLines,
    arePricesBeside: isWide,
    headerPrice,
    header,
    bodyWidth,
    bodyHeight: rect.height - 2 * padding - header,
  };
}

export interface CardSizes {
  readonly gap: number;
  readonly width: number;
  readonly height: number;
  /** `above`: the picture is above the text; `beside`: left of it; `small`: left of the name only; null: no picture. */
  readonly picture: 'above' | 'beside' | 'small' | null;
  readonly pictureSize: number;
  readonly arePricesTwoLines: boolean;
  /** The badge has its own line above the prices. */
  readonly isBadgeAbove: boolean;
  /** The width for the name. */
  readonly textWidth: number;
  readonly factsWidth: number;
  /** The height for the name and the facts. */
  readonly wordsHeight: number;
  readonly name: number;
  readonly small: number;
  readonly price: number;
}

/** A card alone is not wider than this: a line of text across a whole screen is hard to read. */
const WIDEST = 1560;
const HIGHEST = 1300;
const LEAST_PRICE = 20;
/** No price is drawn smaller, not even one of many digits beside its old price. */
const SMALLEST_PRICE = 13;
/** Prices smaller than this take two lines if they are larger then. */
const SMALL_PRICE = 24;
/** "Sold Out" in a small card, with its frame. */
const BADGE_WIDTH = 124;

export function cardSizes(plan: PlannedPanel, nowMs: number): CardSizes {
  const { bodyWidth, bodyHeight } = panelSizes(plan);
  const { columns, rows } = plan.grid;
  const prices = priceWidths(plan, nowMs, 'above');
  const hasFacts = plan.fields.length > 0;
  const gap = bodyWidth > 1000 ? 24 : 16;
  const width = Math.min(WIDEST, (bodyWidth - gap * (columns - 1)) / columns);
  const height = Math.min(HIGHEST, (bodyHeight - gap * (rows - 1)) / rows);
  const wide = width > height * 1.35 && width > 900 ? 'beside' : height < 330 ? 'small' : 'above';
  const picture = plan.panel.showImages ? wide : null;
  const share = prices.all > 0 ? 0.46 : 0.62;
  const pictureSize = picture === 'above' ? height * share : picture === 'beside' ? width * 0.46 : height * 0.32;
  const padding = picture === 'beside' ? 48 : picture === 'small' ? 14 : 20;
  const inner = width - 2 * padding - (picture === 'beside' ? pictureSize : 0);
  const priceIn = (room: number) => Math.min(72, height / 9.5, room / Math.max(1, prices.all));
  // Without a picture behind it, the badge has its own line, or a place beside the prices.
  const beside = priceIn(inner - BADGE_WIDTH);
  const isBadgeAbove = prices.all > 0 && (picture === null || (picture === 'small' && beside < LEAST_PRICE));
  const inLine = picture === 'small' && !isBadgeAbove ? beside : priceIn(inner);
  // Prices that would be too small in one line take two.
  const inTwo = picture === 'small' ? 0 : Math.min(inLine * 1.6, inner / (prices.slot + prices.more));
  const areTwoLines = inLine < SMALL_PRICE && inTwo > inLine;
  const price = Math.floor(Math.max(SMALLEST_PRICE, areTwoLines ? inTwo : inLine));
  const badge = isBadgeAbove ? 34 : 0;
  const foot = (prices.all > 0 ? price * (LINE + LABEL) * (areTwoLines ? 2 : 1) + 28 : 44) + badge;
  const words = height - foot - padding - (picture === 'above' ? pictureSize : 0);
  const textWidth = inner - (picture === 'small' ? pictureSize + 14 : 0);
  const lines = picture === 'small' ? 3 : width >= 520 ? 1 : 2;
  const name = Math.max(22, Math.min(76, inner / 9, words / (lines * LINE + (hasFacts ? 1.1 : 0))));
  return {
    gap,
    width,
    height,
    picture,
    pictureSize: Math.round(pictureSize),
    arePricesTwoLines: areTwoLines,
    isBadgeAbove,
    textWidth,
    factsWidth: inner,
    wordsHeight: words,
    name: Math.floor(name),
    small: Math.floor(Math.max(19, Math.min(34, name * 0.74))),
    price,
  };
}

export interface TableSizes {
  readonly gap: number;
  /** The width of one of the columns that a table is split into. */
  readonly width: number;
  readonly head: number;
  readonly row: number;
  /** `columns`: fields and prices have their own columns; `below`: fields are below the name; `lines`: prices too. */
  readonly shape: 'columns' | 'below' | 'lines';
  /** Labels are above their prices, not before them. */
  readonly labelsAbove: boolean;
  readonly nameWidth: number;
  readonly name: number;
  readonly small: number;
  readonly price: number;
  /** The column of prices; 0 when there is none. */
  readonly prices: number;
  /** The width of one price, as a multiple of its size, so that prices are aligned. */
  readonly slot: number;
  readonly picture: number;
  readonly field: number;
}

const HIGHEST_ROW = 150;
const HIGH_ROW = 70;
/** Two lines fit in a lower row only in the smallest letters. */
const LOW_ROW = 50;
const COLUMNS_ROW = 68;
const PRICE_PADDING = 24;
const LEAST_NAME_WIDTH = 290;
/** With fields below it and a badge beside it. */
const LEAST_NAME_BESIDE = 420;
/** Padding at the left and the right of a row's content. */
const ROW_PADDING = 54;

export function tableSizes(plan: PlannedPanel, nowMs: number): TableSizes {
  const { bodyWidth, bodyHeight } = panelSizes(plan);
  const { columns, rows } = plan.grid;
  const prices = priceWidths(plan, nowMs, 'before');
  const fields = plan.fields.length;
  const showsPictures = plan.panel.showImages;
  const gap = bodyWidth > 1000 ? 36 : 20;
  const width = (bodyWidth - gap * (columns - 1)) / columns;
  const rowOf = (head: number) => Math.floor(Math.min(HIGHEST_ROW, (bodyHeight - head) / rows));
  const head = bodyHeight > 600 ? 46 : 34;
  const pictureColumn = showsPictures ? rowOf(head) : 0;
  /** The widths of the columns, and the rest for the name, with letters for rows of this height. */
  const columnsFor = (textRow: number) => {
    const price = Math.floor(Math.min(52, textRow * 0.46));
    const priceColumn = prices.all === 0 ? 0 : Math.ceil(price * prices.all) + PRICE_PADDING;
    const small = Math.floor(Math.max(textRow < LOW_ROW ? 16 : 19, Math.min(32, textRow * 0.39)));
    // "Heavy-lidded", the longest of usual values.
    const field = Math.round(small * 12 * LETTER) + 20;
    return { price, priceColumn, small, field, left: width - priceColumn - pictureColumn - ROW_PADDING };
  };
  // Letters get smaller to make room for columns, as long as they can be read.
  const inColumns = columnsFor(Math.min(COLUMNS_ROW, rowOf(head)));
  const asColumns = inColumns.left >= LEAST_NAME_WIDTH + inColumns.field * (fields + 1);
  const { price, priceColumn, small, field, left } = asColumns ? inColumns : columnsFor(rowOf(head));
  const shape = asColumns ? 'columns' : left >= LEAST_NAME_BESIDE ? 'below' : 'lines';
  // Only columns of their own need a head.
  const row = rowOf(asColumns ? head : 0);
  const picture = showsPictures ? Math.min(shape === 'lines' && width < 600 ? 64 : 130, row - 8) : 0;
  const nameWidth = width - picture - ROW_PADDING - (shape === 'lines' ? 0 : priceColumn);
  if (shape === 'lines') {
    // High and narrow rows have their labels above the prices, which leaves more of the width to both.
    const labelsAbove = row >= HIGH_ROW && width < 600;
    const widths = labelsAbove ? priceWidths(plan, nowMs, 'above').all : prices.all;
    return {
      gap,
      width,
      head: 0,
      row,
      shape,
      labelsAbove,
      nameWidth,
      name: Math.floor(Math.max(19, Math.min(56, row * (labelsAbove ? 0.38 : 0.43)))),
      small: Math.floor(Math.max(row < LOW_ROW ? 16 : 18, Math.min(22, row * 0.32))),
      price: Math.floor(Math.min(row * (labelsAbove ? 0.29 : 0.38), nameWidth / Math.max(1, widths))),
      prices: 0,
      slot: prices.slot,
      picture,
      field,
    };
  }
  const isTwoLines = shape === 'below' && fields > 0;
  return {
    gap,
    width,
    head: asColumns ? head : 0,
    row,
    shape,
    labelsAbove: false,
    nameWidth: shape === 'columns' ? nameWidth - field * (fields + 1) : nameWidth,
    name: Math.floor(Math.max(19, Math.min(asColumns ? 44 : 56, row * (isTwoLines ? 0.43 : 0.52)))),
    small,
    price,
    prices: priceColumn,
    slot: prices.slot,
    picture,
    field,
  };
}

/** The smallest letters of a panel: those of names and prices, and those of details. */
export function smallestText(plan: PlannedPanel, nowMs: number): { main: number; details: number } {
  const { name, price, small } = plan.view === 'card' ? cardSizes(plan, nowMs) : tableSizes(plan, nowMs);
  return { main: Math.min(name, price), details: small };
}
