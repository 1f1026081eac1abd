/** The ways to draw the products of a panel; `auto` decides by their number. Rule: menus/auto-view. */
export const VIEW_MODES = ['auto', 'table', 'card'] as const;
export type ViewMode = (typeof VIEW_MODES)[number];

/** The places of prices: nowhere, once beside the title, or with each product. */
export const PRICE_LOCATIONS = ['none', 'header', 'inline'] as const;
export type PriceLocation = (typeof PRICE_LOCATIONS)[number];

export const ORIENTATIONS = ['horizontal', 'vertical'] as const;
export type Orientation = (typeof ORIENTATIONS)[number];

/** The four panels of a dual menu. The bottom ones are below the top one of their side if that side is stacked. */
export const QUADRANTS = ['left', 'right', 'leftBottom', 'rightBottom'] as const;
export type Quadrant = (typeof QUADRANTS)[number];

/** The ways to show products that are sold out. Rule: menus/sold-out. */
export const SOLD_OUT_WAYS = ['grey', 'hide', 'end'] as const;
export type SoldOutWay = (typeof SOLD_OUT_WAYS)[number];

/** The time for which a page is shown before the next, in seconds. */
export const PAGE_SECONDS = { least: 4, usual: 12, most: 120 } as const;

export const CONFIG_TYPES = ['layout', 'theme'] as const;
export type ConfigType = (typeof CONFIG_TYPES)[number];

/** One list of products. `category` is an id or a slug, kept as it was given; null while none is chosen. */
export interface MenuPanel {
  readonly category: string | null;
  readonly viewMode: ViewMode;
  readonly showImages: boolean;
  readonly priceLocation: PriceLocation;
}

export interface DualMenu extends Readonly<Record<Quadrant, MenuPanel>> {
  readonly enableLeftStacking: boolean;
  readonly enableRightStacking: boolean;
}

/** The arrangement of a menu: its panels and their categories. */
export interface MenuLayout {
  readonly orientation: Orientation;
  readonly isDualMenu: boolean;
  readonly singleMenu: MenuPanel;
  readonly dualMenu: DualMenu;
  /** Columns of a category's table, and fields of its cards, by the category as it was given. */
  readonly categoryColumnConfigs: Readonly<Record<string, readonly string[]>>;
  readonly soldOut: SoldOutWay;
  /** Within `PAGE_SECONDS`. */
  readonly pageSeconds: number;
}

/** The look of a menu. Colours are `#rrggbb`; fonts are names of `MENU_FONTS`. */
export interface MenuTheme {
  readonly backgroundColor: string;
  readonly fontColor: string;
  readonly cardFontColor: string;
  readonly containerColor: string;
  readonly imageBackgroundColor: string;
  readonly titleFont: MenuFont;
  readonly pricingFont: MenuFont;
  readonly cardFont: MenuFont;
  /** "3 left" is shown below this many pieces or grams; null shows no counts. */
  readonly leftBelow: number | null;
}

/** Tiempos is not free to ship: it is drawn in Source Serif, which comes closest. */
export const MENU_FONTS = [
  'Tiempos',
  'Newsreader',
  'Lora',
  'Playfair Display',
  'Fraunces',
  'Inter',
  'DM Sans',
  'Montserrat',
  'Oswald',
  'Roboto Slab',
] as const;
export type MenuFont = (typeof MENU_FONTS)[number];

const EMPTY_PANEL: MenuPanel = { category: null, viewMode: 'auto', showImages: true, priceLocation: 'inline' };

export const DEFAULT_LAYOUT: MenuLayout = {
  orientation: 'horizontal',
  isDualMenu: false,
  singleMenu: EMPTY_PANEL,
  dualMenu: {
    left: EMPTY_PANEL,
    right: EMPTY_PANEL,
    leftBottom: EMPTY_PANEL,
    rightBottom: EMPTY_PANEL,
    enableLeftStacking: false,
    enableRightStacking: false,
  },
  categoryColumnConfigs: {},
  soldOut: 'grey',
  pageSeconds: PAGE_SECONDS.usual,
};

export const DEFAULT_THEME: MenuTheme = {
  backgroundColor: '#000000',
  fontColor: '#ffffff',
  cardFontColor: '#ffffff',
  containerColor: '#1f1f1f',
  imageBackgroundColor: '#1a1a1a',
  titleFont: 'Tiempos',
  pricingFont: 'Tiempos',
  cardFont: 'Tiempos',
  leftBelow: null,
};

/** A saved configuration of either type may hold parts of the other. */
export type MenuConfigData = Partial<MenuLayout & MenuTheme>;

/** A configuration without a type is a layout if it names a category. Rule: menus/config-type. */
export function inferredType({ singleMenu, dualMenu }: Pick<MenuConfigData, 'singleMenu' | 'dualMenu'>): ConfigType {
  const panels = [singleMenu, ...(dualMenu ? QUADRANTS.map((quadrant) => dualMenu[quadrant]) : [])];
  return panels.some((panel) => panel?.category != null) ? 'layout' : 'theme';
}

/** The state of arranging: the layout, and the panel that the next chosen category goes to. */
export interface Arrangement {
  readonly layout: MenuLayout;
  readonly selected: Quadrant | null;
}

/**
 * Two panels side by side. When neither has a category yet, the first two take their places.
 * @param categories in the order of the catalogue
 * Rule: menus/dual.
 */
export function chooseDual({ layout }: Arrangement, categories: readonly string[]): Arrangement {
  const { dualMenu } = layout;
  const isEmpty = QUADRANTS.every((quadrant) => dualMenu[quadrant].category === null);
  if (!isEmpty) return { layout: { ...layout, isDualMenu: true }, selected: 'left' };
  const [first = null, second = null] = categories;
  const assigned = {
    ...dualMenu,
    left: { ...dualMenu.left, category: first },
    right: { ...dualMenu.right, category: second },
  };
  return { layout: { ...layout, isDualMenu: true, dualMenu: assigned }, selected: 'left' };
}

export function chooseSingle({ layout }: Arrangement): Arrangement {
  return { layout: { ...layout, isDualMenu: false }, selected: null };
}

/** The switch that stacks the panel below another; null for those on top. */
function stackingOf(quadrant: Quadrant): 'enableLeftStacking' | 'enableRightStacking' | null {
  if (quadrant === 'leftBottom') return 'enableLeftStacking';
  return quadrant === 'rightBottom' ? 'enableRightStacking' : null;
}

/** A category below another stacks its side; taking it away ends that. Rule: menus/stacking. */
export function assignCategory(layout: MenuLayout, quadrant: Quadrant, category: string | null): MenuLayout {
  const stacking = stackingOf(quadrant);
  const dualMenu = {
    ...layout.dualMenu,
    [quadrant]: { ...layout.dualMenu[quadrant], category },
    ...(stacking !== null && { [stacking]: category !== null }),
  };
  return { ...layout, dualMenu };
}

/** Takes every category off, of the single menu too. */
export function clearCategories(layout: MenuLayout): MenuLayout {
  const without = (panel: MenuPanel): MenuPanel => ({ ...panel, category: null });
  const { left, right, leftBottom, rightBottom } = layout.dualMenu;
  return {
    ...layout,
    singleMenu: without(layout.singleMenu),
    dualMenu: {
      left: without(left),
      right: without(right),
      leftBottom: without(leftBottom),
      rightBottom: without(rightBottom),
      enableLeftStacking: false,
      enableRightStacking: false,
    },
  };
}
