import { z } from 'zod';
import { parseColor } from '#domain/menu/menu-color.ts';
import { over } from '#domain/menu/on-screen.ts';
import {
  type MenuFont,
  MENU_FONTS,
  type MenuLayout,
  type MenuPanel,
  type MenuTheme,
  ORIENTATIONS,
  PAGE_SECONDS,
  PRICE_LOCATIONS,
  type Quadrant,
  QUADRANTS,
  SOLD_OUT_WAYS,
  VIEW_MODES,
} from '#domain/menu/menu-config.ts';

const id = z
  .string()
  .regex(/^\d{1,9}$/)
  .transform(Number)
  .optional();
const flag = z
  .enum(['true', 'false', '1', '0'])
  .transform((text) => text === 'true' || text === '1')
  .optional();
const category = z.string().min(1).max(100).optional();
const viewMode = z.enum(VIEW_MODES).optional();
const priceLocation = z.enum(PRICE_LOCATIONS).optional();

/** The `#` of a colour may be left out in an address, because it would have to be written as `%23`. */
const color = z
  .string()
  .max(20)
  .transform((text, context): string => {
    const parsed = parseColor(text.startsWith('#') ? text : `#${text}`);
    if (parsed.ok) return parsed.value;
    context.addIssue({ code: 'custom', message: 'is no colour' });
    return z.NEVER;
  })
  .optional();

/** A font by its name in any case. */
const font = z
  .string()
  .transform((text, context): MenuFont => {
    const known = MENU_FONTS.find((name) => name.toLowerCase() === text.trim().toLowerCase());
    if (known) return known;
    context.addIssue({ code: 'custom', message: 'is no font of ours' });
    return z.NEVER;
  })
  .optional();

/** `25:name,thca_percentage;edible:name`: the columns of each category. */
const columns = z
  .string()
  .max(4000)
  .regex(/^[^:;,]{1,100}:[\w,-]*(?:;[^:;,]{1,100}:[\w,-]*)*$/)
  .transform((text) =>
    Object.fromEntries(
      text.split(';').map((one): [string, string[]] => {
        const [named = '', fields = ''] = one.split(':');
        return [named, fields.split(',').filter((field) => field !== '')];
      }),
    ),
  )
  .optional();
const pageSeconds = z
  .string()
  .regex(/^\d{1,3}$/)
  .transform(Number)
  .pipe(z.number().min(PAGE_SECONDS.least).max(PAGE_SECONDS.most))
  .optional();

const COLORS = {
  backgroundColor: color,
  fontColor: color,
  cardFontColor: color,
  containerColor: color,
  imageBackgroundColor: color,
};
const LEFT_BELOW = /^\d{1,3}$/;
const FONTS = { titleFont: font, pricingFont: font, cardFont: font };

/** Every parameter of the display. Rule: menus/display-address. */
const parameters = z.object({
  location_id: id,
  tv_number: id,
  orientation: z.enum(ORIENTATIONS).optional(),
  ...COLORS,
  ...FONTS,
  dual: flag,
  leftBelow: z.string().regex(LEFT_BELOW).transform(Number).optional(),
  soldOut: z.enum(SOLD_OUT_WAYS).optional(),
  pageSeconds,
  columns,
  viewMode,
  priceLocation,
  category,
  showImages: flag,
  leftCategory: category,
  leftViewMode: viewMode,
  leftPriceLocation: priceLocation,
  leftImages: flag,
  rightCategory: category,
  rightViewMode: viewMode,
  rightPriceLocation: priceLocation,
  rightImages: flag,
  leftCategory2: category,
  leftViewMode2: viewMode,
  leftPriceLocation2: priceLocation,
  leftImages2: flag,
  enableLeftStacking: flag,
  rightCategory2: category,
  rightViewMode2: viewMode,
  rightPriceLocation2: priceLocation,
  rightImages2: flag,
  enableRightStacking: flag,
});
type Parameters = z.output<typeof parameters>;

export interface DisplayAddress {
  readonly parameters: Parameters;
  /** Parameters that cannot be used, each in a sentence. The usual values replace them. */
  readonly problems: readonly string[];
}

/**
 * Reads `?location_id=20&category=flower`. Unknown parameters and unreadable values are left out and become `problems`.
 */
export function readAddress(search: string): DisplayAddress {
  const given = new Map([...new URLSearchParams(search)].map(([name, text]) => [name, text.trim()] as const));
  for (const [name, text] of given) if (text === '') given.delete(name);
  const problems: string[] = [];
  for (const name of given.keys())
    if (!(name in parameters.shape)) problems.push(`The address says ${name.slice(0, 40)}, which no screen knows.`);
  for (;;) {
    const parsed = parameters.safeParse(Object.fromEntries(given));
    if (parsed.success) return { parameters: parsed.data, problems };
    const bad = new Set(parsed.error.issues.map(({ path }) => String(path[0])));
    for (const name of bad) {
      problems.push(`The address says ${name}=${given.get(name)?.slice(0, 40) ?? ''}, which cannot be used.`);
      given.delete(name);
    }
  }
}

interface PanelParameters {
  readonly category: string | undefined;
  readonly viewMode: MenuPanel['viewMode'] | undefined;
  readonly priceLocation: MenuPanel['priceLocation'] | undefined;
  readonly images: boolean | undefined;
}

function panelParameters(given: Parameters, quadrant: Quadrant): PanelParameters {
  const side = quadrant.startsWith('left') ? 'left' : 'right';
  const below = quadrant.endsWith('Bottom') ? '2' : '';
  return {
    category: given[`${side}Category${below}`],
    viewMode: given[`${side}ViewMode${below}`],
    priceLocation: given[`${side}PriceLocation${below}`],
    images: given[`${side}Images${below}`],
  };
}

/** An address that names a category describes its whole panel, so pictures are shown only if it says so. */
function panelOf(panel: MenuPanel, { category: named, viewMode: mode, priceLocation: where, images }: PanelParameters) {
  return {
    category: named ?? panel.category,
    viewMode: mode ?? panel.viewMode,
    priceLocation: where ?? panel.priceLocation,
    showImages: images ?? (named === undefined ? panel.showImages : false),
  };
}

/** The stored layout, with the values that the address gives. */
export function withLayoutOf(given: Parameters, stored: MenuLayout): MenuLayout {
  const { dual, orientation } = given;
  const bottom = { left: given.leftCategory2, right: given.rightCategory2 };
  const dualMenu = {
    ...stored.dualMenu,
    ...Object.fromEntries(
      QUADRANTS.map((quadrant) => [quadrant, panelOf(stored.dualMenu[quadrant], panelParameters(given, quadrant))]),
    ),
    enableLeftStacking: given.enableLeftStacking ?? (bottom.left !== undefined || stored.dualMenu.enableLeftStacking),
    enableRightStacking:
      given.enableRightStacking ?? (bottom.right !== undefined || stored.dualMenu.enableRightStacking),
  };
  const { viewMode: mode, priceLocation: where, category: named, showImages: images } = given;
  return {
    ...stored,
    orientation: orientation ?? stored.orientation,
    isDualMenu: dual ?? (named === undefined && stored.isDualMenu),
    soldOut: given.soldOut ?? stored.soldOut,
    pageSeconds: given.pageSeconds ?? stored.pageSeconds,
    categoryColumnConfigs: { ...stored.categoryColumnConfigs, ...given.columns },
    singleMenu: panelOf(stored.singleMenu, { category: named, viewMode: mode, priceLocation: where, images }),
    dualMenu,
  };
}

/** The stored theme, with the values that the address gives. */
export function withThemeOf(given: Parameters, stored: MenuTheme): MenuTheme {
  const names = [...Object.keys({ ...COLORS, ...FONTS }), 'leftBelow'] as (keyof MenuTheme)[];
  return over(stored, Object.fromEntries(names.map((name) => [name, given[name]])));
}

/** True if the address itself names the category or categories to show, or a dual menu. */
export function saysWhat({ category: named, dual, leftCategory, rightCategory }: Parameters): boolean {
  return named !== undefined || dual !== undefined || leftCategory !== undefined || rightCategory !== undefined;
}
