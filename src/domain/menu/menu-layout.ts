import type { MenuLayout, MenuPanel, Orientation, PriceLocation, Quadrant, ViewMode } from './menu-config.ts';
import type { ShelfPrice } from './shelf.ts';

/** The grid in which a menu is laid out; a screen of another size shows it scaled. Pixels. */
const SCREEN_LONG = 1920;
const SCREEN_SHORT = 1080;

export interface Rect {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export type Place = 'single' | Quadrant;

/** A panel and its place. `isHalfHigh` if its side is stacked. */
export interface PlacedPanel {
  readonly place: Place;
  readonly panel: MenuPanel;
  readonly rect: Rect;
  readonly isHalfHigh: boolean;
}

function screenOf(orientation: Orientation): { readonly width: number; readonly height: number } {
  return orientation === 'horizontal'
    ? { width: SCREEN_LONG, height: SCREEN_SHORT }
    : { width: SCREEN_SHORT, height: SCREEN_LONG };
}

/** The panels that a layout shows, in reading order; together they cover the screen. Rule: menus/panels. */
export function placedPanels(layout: MenuLayout): PlacedPanel[] {
  const { width, height } = screenOf(layout.orientation);
  if (!layout.isDualMenu) {
    return [{ place: 'single', panel: layout.singleMenu, rect: { x: 0, y: 0, width, height }, isHalfHigh: false }];
  }
  const { dualMenu } = layout;
  const side = (top: Quadrant, bottom: Quadrant, x: number, isStacked: boolean): PlacedPanel[] => {
    const at = (place: Quadrant, y: number, high: number): PlacedPanel => ({
      place,
      panel: dualMenu[place],
      rect: { x, y, width: width / 2, height: high },
      isHalfHigh: isStacked,
    });
    return isStacked ? [at(top, 0, height / 2), at(bottom, height / 2, height / 2)] : [at(top, 0, height)];
  };
  return [
    ...side('left', 'leftBottom', 0, dualMenu.enableLeftStacking),
    ...side('right', 'rightBottom', width / 2, dualMenu.enableRightStacking),
  ];
}

/** A panel with more products than this is a table. Rule: menus/auto-view. */
const MOST_AUTO_CARDS = 20;

export function viewOf(mode: ViewMode, products: number): 'table' | 'card' {
  if (mode !== 'auto') return mode;
  return products <= MOST_AUTO_CARDS ? 'card' : 'table';
}

/** The columns and rows of one page of a panel. */
export interface PanelGrid {
  readonly columns: number;
  readonly rows: number;
}

/** Rule: menus/what-fits. */
const TABLE_ROWS = 12;
const TABLE_ROWS_HALF_HIGH = 8;

/**
 * Cards: nine on a whole screen (eight when it is wide), twelve in a panel of a dual menu, half of them where panels are
 * stacked. A table has one column of twelve rows, or two; of eight where panels are stacked. The narrow panels of an
 * upright dual menu have two columns of cards, and one of rows that holds as many. Rule: menus/what-fits.
 * @param products of the whole panel, which decide whether a table is split
 */
export function gridOf(
  { place, isHalfHigh }: Pick<PlacedPanel, 'place' | 'isHalfHigh'>,
  { view, orientation, products }: { view: 'table' | 'card'; orientation: Orientation; products: number },
): PanelGrid {
  const isNarrow = place !== 'single' && orientation === 'vertical';
  if (view === 'table') {
    const rows = isHalfHigh ? TABLE_ROWS_HALF_HIGH : TABLE_ROWS;
    if (products <= rows) return { columns: 1, rows };
    return isNarrow ? { columns: 1, rows: rows * 2 } : { columns: 2, rows };
  }
  if (isNarrow) return { columns: 2, rows: isHalfHigh ? 3 : 6 };
  if (place !== 'single') return { columns: 3, rows: isHalfHigh ? 2 : 4 };
  return orientation === 'horizontal' ? { columns: 4, rows: 2 } : { columns: 3, rows: 3 };
}

/**
 * The pages of a panel. Products that do not fit on one page are on the next. Pages are about equally full, so that
 * none shows a product alone. A panel without products has one empty page. Rule: menus/pages.
 */
export function pagesOf<Product>(products: readonly Product[], { columns, rows }: PanelGrid): Product[][] {
  const count = Math.max(1, Math.ceil(products.length / (columns * rows)));
  const [size, longer] = [Math.floor(products.length / count), products.length % count];
  return Array.from({ length: count }, (_, page) => {
    const start = page * size + Math.min(page, longer);
    return products.slice(start, start + size + (page < longer ? 1 : 0));
  });
}

/** The grid for this many products. It has no empty rows or columns, so that few products are drawn large. */
export function fittedGrid(products: number, { columns, rows }: PanelGrid): PanelGrid {
  const filled = Math.min(rows, Math.max(1, Math.ceil(products / columns)));
  return { columns: Math.min(columns, Math.max(1, Math.ceil(products / filled))), rows: filled };
}

/** "34 products on 3 pages", for the builder. */
export function pagesSentence(products: number, pages: number): string {
  const what = products === 1 ? '1 product' : `${products} products`;
  return pages === 1 ? `${what} on 1 page` : `${what} on ${pages} pages`;
}

/** Rule: menus/inline-prices. */
const MOST_INLINE = 2;

/** At most two prices beside a product, and the number of others. Rule: menus/inline-prices. */
export function inlinePrices(prices: readonly ShelfPrice[]): { shown: ShelfPrice[]; more: number } {
  return { shown: prices.slice(0, MOST_INLINE), more: Math.max(0, prices.length - MOST_INLINE) };
}

export interface PanelPrices {
  /** Shown once, beside the title. */
  readonly header: readonly ShelfPrice[];
  /** True if a product's own prices are shown with it. */
  readonly isInline: (prices: readonly ShelfPrice[]) => boolean;
}

const sameTo = (prices: readonly ShelfPrice[]): string =>
  JSON.stringify(prices.map(({ label, cents }) => [label, cents]));

/**
 * The header shows the prices that most products share. A product with other prices shows its own, so that it never
 * seems to cost as much as another. Rule: menus/header-prices.
 */
export function panelPrices(location: PriceLocation, products: readonly (readonly ShelfPrice[])[]): PanelPrices {
  if (location === 'none') return { header: [], isInline: () => false };
  if (location === 'inline') return { header: [], isInline: (prices) => prices.length > 0 };
  const counts = new Map<string, { prices: readonly ShelfPrice[]; count: number }>();
  for (const prices of products) {
    if (prices.length === 0) continue;
    const key = sameTo(prices);
    counts.set(key, { prices, count: (counts.get(key)?.count ?? 0) + 1 });
  }
  const most = [...counts.values()].reduce<{ prices: readonly ShelfPrice[]; count: number } | null>(
    (best, one) => (best === null || one.count > best.count ? one : best),
    null,
  );
  if (most === null) return { header: [], isInline: () => false };
  const shared = sameTo(most.prices);
  return {
    header: most.prices.map((price) => ({ ...price, isShort: false })),
    isInline: (prices) => prices.length > 0 && sameTo(prices) !== shared,
  };
}
