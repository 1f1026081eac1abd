import { blueprintLabel } from '../blueprint-fields.ts';
import type { MenuLayout } from './menu-config.ts';
import {
  fittedGrid,
  gridOf,
  type PanelGrid,
  pagesOf,
  panelPrices,
  type PanelPrices,
  type PlacedPanel,
  placedPanels,
  viewOf,
} from './menu-layout.ts';
import {
  arranged,
  namedCategory,
  pricesAt,
  productsOf,
  type Shelf,
  type ShelfCategory,
  type MenuProduct,
} from './shelf.ts';

/** Fields of a product that a menu may show, in their order on it. Costs and suppliers are never among them. */
const MENU_FIELDS = ['strain_type', 'thca_percentage', 'effect', 'nose', 'lineage', 'terpene'];
/** Never shown, wherever a shop keeps them. Rule: menus/nothing-leaks. */
const KEPT_BACK = new Set(['cost', 'cost_price', 'supplier', 'margin']);

/** The column that a table always has. */
export const NAME_COLUMN = 'name';
/** The columns of a menu that nobody has configured, including the name. */
const DEFAULT_COLUMNS = 4;

/** The fields that these products have, which a menu can show as columns. */
export function menuFields(products: readonly Pick<MenuProduct, 'fields'>[]): string[] {
  const found = new Set(
    products.flatMap(({ fields }) => Object.keys(fields).filter((name) => fields[name]?.trim() !== '')),
  );
  const known = MENU_FIELDS.filter((name) => found.delete(name));
  return [...known, ...[...found].filter((name) => !KEPT_BACK.has(name)).toSorted()];
}

/** The name and the first fields. */
export function defaultColumns(products: readonly Pick<MenuProduct, 'fields'>[]): string[] {
  return [NAME_COLUMN, ...menuFields(products)].slice(0, DEFAULT_COLUMNS);
}

/**
 * The columns of a category, else the name and the first fields.
 * @param named as the layout names the category; the columns may be set by its id while the panel has its slug
 */
export function columnsOf(
  { categoryColumnConfigs: set }: MenuLayout,
  { id, slug }: ShelfCategory,
  products: readonly Pick<MenuProduct, 'fields'>[],
  named: string | null = null,
): readonly string[] {
  const key = [named ?? slug, slug, `${id}`].find((one) => Object.hasOwn(set, one));
  return (key === undefined ? undefined : set[key]) ?? defaultColumns(products);
}

/** The heading of a column. */
export function columnLabel(column: string): string {
  return column === NAME_COLUMN ? 'Name' : blueprintLabel(column);
}

/** The value of a field as a menu shows it: "24.6 %" of THCA; empty if the product has none. */
export function fieldText({ fields }: Pick<MenuProduct, 'fields'>, column: string): string {
  // An address may name any column, `constructor` too.
  const value = Object.hasOwn(fields, column) ? (fields[column]?.trim() ?? '') : '';
  return column.endsWith('_percentage') && /^\d+(\.\d+)?$/.test(value) ? `${value}%` : value;
}

/** One panel with its content, decided for all of its pages. */
export interface PlannedPanel extends PlacedPanel {
  /** Null if no category is chosen, or the chosen one is gone. */
  readonly category: ShelfCategory | null;
  readonly view: 'table' | 'card';
  /** Fields beside the name, without it. */
  readonly fields: readonly string[];
  readonly prices: PanelPrices;
  /** Rows and columns of a full page. */
  readonly grid: PanelGrid;
  readonly pages: readonly (readonly MenuProduct[])[];
  /** On all pages. */
  readonly products: number;
}

function planned(placed: PlacedPanel, layout: MenuLayout, shelf: Shelf, nowMs: number): PlannedPanel {
  const { panel } = placed;
  const category = namedCategory(shelf, panel.category);
  const products = category === null ? [] : arranged(productsOf(shelf, category), layout.soldOut);
  const view = viewOf(panel.viewMode, products.length);
  const most = gridOf(placed, { view, orientation: layout.orientation, products: products.length });
  const pages = pagesOf(products, most);
  const columns = category === null ? [] : columnsOf(layout, category, products, panel.category);
  return {
    ...placed,
    category,
    view,
    fields: columns.filter((column) => column !== NAME_COLUMN && !KEPT_BACK.has(column)),
    prices: panelPrices(
      panel.priceLocation,
      products.map((product) => pricesAt(product, nowMs)),
    ),
    grid: fittedGrid(pages[0]?.length ?? 0, most),
    pages,
    products: products.length,
  };
}

/** The panels at an instant, with their products and prices. Screens and the builder share this plan. */
export function menuPlan(layout: MenuLayout, shelf: Shelf, nowMs: number): PlannedPanel[] {
  return placedPanels(layout).map((placed) => planned(placed, layout, shelf, nowMs));
}
