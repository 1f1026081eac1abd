import type { z } from 'zod';
import type { menuConfigDataIn } from '#contract/menu-config.ts';
import {
  type ConfigType,
  DEFAULT_LAYOUT,
  DEFAULT_THEME,
  inferredType,
  type MenuLayout,
  type MenuTheme,
  type Quadrant,
} from '#domain/menu/menu-config.ts';
import { over, type Said } from '#domain/menu/on-screen.ts';

/** The stored configuration from which a part of the draft was loaded, as it was then. */
export interface Origin<Part> {
  readonly id: number;
  readonly name: string;
  readonly version: number;
  readonly saved: Part;
}

/** The menu in the builder: a layout and a theme, each perhaps loaded from a stored one. */
export interface MenuDraft {
  readonly layout: MenuLayout;
  readonly theme: MenuTheme;
  readonly selected: Quadrant | null;
  readonly layoutFrom: Origin<MenuLayout> | null;
  readonly themeFrom: Origin<MenuTheme> | null;
}

type SentData = z.input<typeof menuConfigDataIn>;

export function layoutOf(data: Said): MenuLayout {
  return over(DEFAULT_LAYOUT, data);
}

export function themeOf(data: Said): MenuTheme {
  return over(DEFAULT_THEME, data);
}

function saysAny(data: Said, base: object): boolean {
  return Object.keys(base).some((name) => data[name as keyof Said] !== undefined);
}

/** The parts that a configuration has. A layout may include colors, and a theme may include a layout. */
export function partsOf(data: Said): { hasLayout: boolean; hasTheme: boolean } {
  return { hasLayout: saysAny(data, DEFAULT_LAYOUT), hasTheme: saysAny(data, DEFAULT_THEME) };
}

/** The type of a configuration, guessed from its content if it names none. Rule: menus/config-type. */
export function typeOf({
  config_type: said,
  config_data: data,
}: {
  config_type?: ConfigType;
  config_data: Said;
}): ConfigType {
  const { singleMenu, dualMenu } = data;
  return said ?? inferredType({ ...(singleMenu && { singleMenu }), ...(dualMenu && { dualMenu }) });
}

/** The configuration as a request sends it, with mutable lists. */
export function wireOf(part: MenuLayout | MenuTheme): SentData {
  if (!('categoryColumnConfigs' in part)) return part;
  const columns = Object.entries(part.categoryColumnConfigs).map(([category, names]) => [category, [...names]]);
  return { ...part, categoryColumnConfigs: Object.fromEntries(columns) as Record<string, string[]> };
}
