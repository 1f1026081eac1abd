import { z } from 'zod';
import { parseColor } from '#domain/menu/menu-color.ts';
import {
  CONFIG_TYPES,
  MENU_FONTS,
  ORIENTATIONS,
  PAGE_SECONDS,
  PRICE_LOCATIONS,
  SOLD_OUT_WAYS,
  VIEW_MODES,
} from '#domain/menu/menu-config.ts';
import { id, text } from './wire.ts';

/** Contents of a menu configuration in requests and answers. Rule: menus/colours. */

const NOT_A_COLOR = 'is not a colour like #1a2b3c';

/** A colour of a request: `#rgb` or `#rrggbb`, stored as `#rrggbb`. */
const colorIn = z
  .string()
  .max(20)
  .transform((written, context): string => {
    const parsed = parseColor(written);
    if (parsed.ok) return parsed.value;
    context.addIssue({ code: 'custom', message: NOT_A_COLOR });
    return z.NEVER;
  })
  .meta({ description: 'A colour, `#rgb` or `#rrggbb`.', examples: ['#1a2b3c'] });

const color = z
  .string()
  .regex(/^#[\da-f]{6}$/)
  .meta({ description: 'A colour, `#rrggbb`.', examples: ['#1a2b3c'] });

const categoryText = text(100).meta({ description: 'Id or slug of a category.', examples: ['flower'] });
const category = categoryText.nullable().describe('Id or slug of the category, as it was given; null for none.');
const categoryIn = z
  .union([categoryText, id.transform(String)])
  .nullable()
  .describe('Id or slug of the category; null for none.');

const viewMode = z.enum(VIEW_MODES).describe('`auto`: cards for 20 products or fewer.');
const showImages = z.boolean().describe('True if pictures are shown.');
const priceLocation = z.enum(PRICE_LOCATIONS).describe('Position of prices.');

const panel = z
  .object({ category, viewMode, showImages, priceLocation })
  .meta({ id: 'MenuPanel', description: 'One list of products.' });
const panelIn = z
  .object({
    category: categoryIn.default(null),
    viewMode: viewMode.default('auto'),
    showImages: showImages.default(true),
    priceLocation: priceLocation.default('inline'),
  })
  .describe('One list of products.');

function dualOf<Panel extends z.ZodType>(of: Panel, stacking: z.ZodType<boolean, boolean | undefined>) {
  return z.object({
    left: of,
    right: of,
    leftBottom: of,
    rightBottom: of,
    enableLeftStacking: stacking.describe('Two panels on the left.'),
    enableRightStacking: stacking.describe('Two panels on the right.'),
  });
}

const emptyPanel = { category: null, viewMode: 'auto', showImages: true, priceLocation: 'inline' } as const;

const columns = z
  .array(text(100))
  .max(20)
  .describe('Columns of a table, and fields of a card: `name`, `price`, or names of blueprint fields.');
const fontName = z.enum(MENU_FONTS);
const font = fontName.describe('Name of a font.');

/** Fields that are the same in requests and answers. */
const SHARED = {
  orientation: z.enum(ORIENTATIONS).optional().describe('Orientation of the screen.'),
  isDualMenu: z.boolean().optional().describe('Two sides instead of one menu.'),
  categoryColumnConfigs: z
    .record(text(100), columns)
    .refine((all) => Object.keys(all).length <= 100, 'has more than 100 categories')
    .optional()
    .describe('Columns by the category as it was given.'),
  soldOut: z.enum(SOLD_OUT_WAYS).optional().describe('Display of sold-out products.'),
  pageSeconds: z
    .number()
    .min(PAGE_SECONDS.least)
    .max(PAGE_SECONDS.most)
    .optional()
    .meta({ description: 'Duration of a page, in seconds.', examples: [12] }),
  titleFont: font.optional(),
  pricingFont: font.optional(),
  cardFont: font.optional(),
  leftBelow: z
    .number()
    .min(0)
    .max(1000)
    .nullable()
    .optional()
    .meta({ description: 'Shows "3 left" below this many; null shows no counts.', examples: [5] }),
};

const colorsOf = <Color extends z.ZodType>(of: Color) => ({
  backgroundColor: of.optional(),
  fontColor: of.optional(),
  cardFontColor: of.optional(),
  containerColor: of.optional(),
  imageBackgroundColor: of.optional(),
});

export const menuConfigData = z
  .object({
    ...SHARED,
    ...colorsOf(color),
    singleMenu: panel.optional(),
    dualMenu: dualOf(panel, z.boolean()).optional().describe('The panels of two sides.'),
  })
  .meta({ id: 'MenuConfigData', description: 'Contents and appearance of a menu. Fields may be left out.' });

export const menuConfigDataIn = z
  .object({
    ...SHARED,
    ...colorsOf(colorIn),
    singleMenu: panelIn.optional(),
    dualMenu: dualOf(panelIn.default(emptyPanel), z.boolean().default(false))
      .optional()
      .describe('The panels of two sides.'),
  })
  .describe('Contents and appearance of a menu. Fields may be left out.');

export const configType = z
  .enum(CONFIG_TYPES)
  .describe('`layout`: contents and their arrangement; `theme`: colors and fonts.');
export const configName = text(100)
  .refine((name) => name.trim() !== '', 'is empty')
  .meta({ description: 'Name.', examples: ['Friday'] });
export const configId = z.int().meta({ description: 'Id of the configuration.', examples: [1] });
/** The version that the caller saw, in requests. */
export const versionSeen = z
  .int()
  .optional()
  .describe('The version that the caller saw. If it has changed, 409 `changed_meanwhile` answers the `current` one.');
export const rowVersion = z.int().describe('Counts its changes.');
