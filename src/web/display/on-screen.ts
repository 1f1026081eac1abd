import {
  DEFAULT_LAYOUT,
  DEFAULT_THEME,
  type MenuConfigData,
  type MenuLayout,
  type MenuTheme,
} from '#domain/menu/menu-config.ts';
import { shownAt } from '#domain/menu/menu-schedule.ts';
import { productsOf, type Shelf } from '#domain/menu/shelf.ts';
import { isOpenAt } from '#domain/opening-hours.ts';
import { type DisplayAddress, saysWhat, withLayoutOf, withThemeOf } from './address.ts';
import type { KnownMenu } from './store.ts';

/** What a screen shows at an instant. */
export interface OnScreen {
  readonly layout: MenuLayout;
  readonly theme: MenuTheme;
  /** Of the stored layout and theme; null where none is stored. */
  readonly layoutId: number | null;
  readonly themeId: number | null;
  /** The screen is switched off, or the shop is closed. */
  readonly isDark: boolean;
}

/** The parts of a configuration that belong to the one or the other. */
function partsOf<Whole extends object>(whole: Whole, data: MenuConfigData | undefined): Whole {
  const own = Object.entries(data ?? {}).filter(([name, value]) => name in whole && value !== undefined);
  return { ...whole, ...Object.fromEntries(own) };
}

/** For a location that has not arranged a menu yet: its first categories, so that no screen stays empty. */
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

/** Only a paired screen goes dark: a window that somebody opened, or a phone, shows the menu at any time. */
function isDarkAt({ display: { device, tv, location } }: KnownMenu, at: Date): boolean {
  if (tv !== null && !tv.enabled) return true;
  if (device === null) return false;
  const { opening_hours: hours, closed_days: closedDays, time_zone: timeZone } = location;
  return !isOpenAt({ hours, closedDays, timeZone }, at);
}

/** Follows the schedule by itself, so that it does so without a server too. */
export function onScreenAt(menu: KnownMenu, shelf: Shelf, { parameters }: DisplayAddress, at: Date): OnScreen {
  const { usual, schedule, location, configs, tv } = menu.display;
  const shown = shownAt(usual, schedule, location.time_zone, at);
  const dataOf = (id: number | null) => configs.find((config) => config.id === id)?.config_data;
  const [arranged, look] = [dataOf(shown.layout_id), dataOf(shown.theme_id)];
  const stored = arranged || saysWhat(parameters) ? partsOf(DEFAULT_LAYOUT, arranged) : firstCategories(shelf);
  const hung = tv === null ? stored : { ...stored, orientation: tv.orientation };
  return {
    layout: withLayoutOf(parameters, hung),
    theme: withThemeOf(parameters, partsOf(partsOf(DEFAULT_THEME, arranged), look)),
    layoutId: saysWhat(parameters) ? null : shown.layout_id,
    themeId: shown.theme_id,
    isDark: isDarkAt(menu, at),
  };
}
