import { isOpenAt, type OpenTime } from '../opening-hours.ts';
import { DEFAULT_LAYOUT, DEFAULT_THEME, type MenuConfigData, type MenuLayout, type MenuTheme } from './menu-config.ts';
import { type MenuSchedule, type Shown, shownAt } from './menu-schedule.ts';
import { productsOf, type Shelf } from './shelf.ts';

/** The data that a screen has of its menu. It can follow its schedule without a server. */
export interface Display {
  readonly location: {
    readonly time_zone: string;
    readonly opening_hours: readonly OpenTime[];
    readonly closed_days: readonly string[];
  };
  readonly tv: { readonly orientation: MenuLayout['orientation']; readonly enabled: boolean } | null;
  readonly usual: Shown;
  readonly schedule: MenuSchedule;
  readonly configs: readonly { readonly id: number; readonly config_data: Said }[];
}

/** A stored configuration may have any part of a layout and of a theme. */
export type Said = { readonly [Part in keyof MenuConfigData]?: MenuConfigData[Part] | undefined };

/** A layout and a theme, and what a screen with them does at an instant. */
export interface OnScreen {
  readonly layout: MenuLayout;
  readonly theme: MenuTheme;
  /** Ids of the stored layout and theme; null if none is stored. */
  readonly layoutId: number | null;
  readonly themeId: number | null;
  /** Why the screen is black; null while it shows its menu. Rule: menus/dark-screens. */
  readonly dark: 'off' | 'closed' | null;
}

/** The base, with the given parts replaced. */
export function over<Part extends object>(base: Part, said: Said): Part {
  const own = Object.entries(said).filter(([name, value]) => name in base && value !== undefined);
  return { ...base, ...(Object.fromEntries(own) as Partial<Part>) };
}

/** The first categories, for a location that has not arranged a menu yet. Rule: menus/whose-menu. */
function firstCategories(shelf: Shelf): MenuLayout {
  const [left, right, leftBottom, rightBottom] = shelf.categories.filter(
    (category) => productsOf(shelf, category).length > 0,
  );
  const panel = (category: { id: number } | undefined) => ({
    ...DEFAULT_LAYOUT.singleMenu,
    category: category === undefined ? null : `${category.id}`,
  });
  if (right === undefined) return { ...DEFAULT_LAYOUT, singleMenu: panel(left) };
  const dualMenu = {
    left: panel(left),
    right: panel(right),
    leftBottom: panel(leftBottom),
    rightBottom: panel(rightBottom),
    enableLeftStacking: leftBottom !== undefined,
    enableRightStacking: rightBottom !== undefined,
  };
  return { ...DEFAULT_LAYOUT, isDualMenu: true, dualMenu };
}

/** Only a paired screen goes dark with the shop: a window that somebody opened, or a phone, shows the menu at any time. */
function darkAt({ tv, location }: Display, isPaired: boolean, at: Date): OnScreen['dark'] {
  if (tv !== null && !tv.enabled) return 'off';
  const { opening_hours: hours, closed_days: closedDays, time_zone: timeZone } = location;
  return isPaired && !isOpenAt({ hours, closedDays, timeZone }, at) ? 'closed' : null;
}

/**
 * The stored menu of a screen at an instant, for the builder's preview and for the screen itself.
 * @param isArranged true if an address names the content, so that there is no fallback for a missing menu
 * Rules: menus/schedule, menus/whose-menu.
 */
export function onScreenAt(
  display: Display,
  shelf: Shelf,
  at: Date,
  { isPaired, isArranged = false }: { isPaired: boolean; isArranged?: boolean },
): OnScreen {
  const { usual, schedule, location, configs, tv } = display;
  const { layout_id: layoutId, theme_id: themeId } = shownAt(usual, schedule, location.time_zone, at);
  const dataOf = (id: number | null) => configs.find((config) => config.id === id)?.config_data;
  const [arranged, look] = [dataOf(layoutId), dataOf(themeId)];
  const layout = arranged || isArranged ? over(DEFAULT_LAYOUT, arranged ?? {}) : firstCategories(shelf);
  return {
    layout: tv === null ? layout : { ...layout, orientation: tv.orientation },
    theme: over(over(DEFAULT_THEME, arranged ?? {}), look ?? {}),
    layoutId,
    themeId,
    dark: darkAt(display, isPaired, at),
  };
}
