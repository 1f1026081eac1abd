import {
  assignCategory,
  type ConfigType,
  DEFAULT_LAYOUT,
  DEFAULT_THEME,
  type MenuConfigData,
  type MenuLayout,
  type MenuPanel,
  type MenuTheme,
  type Quadrant,
} from './menu-config.ts';

/** A layout or theme to begin with. */
export interface MenuTemplate {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly config_type: ConfigType;
  readonly config_data: MenuConfigData;
}

function single(panel: Partial<MenuPanel>, more: Partial<MenuLayout> = {}): MenuLayout {
  return { ...DEFAULT_LAYOUT, ...more, singleMenu: { ...DEFAULT_LAYOUT.singleMenu, ...panel } };
}

function dual(panels: Partial<Record<Quadrant, Partial<MenuPanel>>>, more: Partial<MenuLayout> = {}): MenuLayout {
  const empty: MenuLayout = { ...DEFAULT_LAYOUT, ...more, isDualMenu: true };
  return (Object.keys(panels) as Quadrant[]).reduce((layout, quadrant) => {
    const placed = assignCategory(layout, quadrant, panels[quadrant]?.category ?? null);
    const panel = { ...placed.dualMenu[quadrant], ...panels[quadrant] };
    return { ...placed, dualMenu: { ...placed.dualMenu, [quadrant]: panel } };
  }, empty);
}

const theme = (colors: Partial<MenuTheme>): MenuTheme => ({ ...DEFAULT_THEME, ...colors });
const FLOWER_COLUMNS = { flower: ['name', 'strain_type', 'thca_percentage', 'effect'] };

/**
 * Six pairs of a layout and a theme that go together. Categories are those of a dispensary by their slugs; a shop without one
 * sees an empty panel and chooses another. Rule: menus/templates.
 */
export const MENU_TEMPLATES: readonly MenuTemplate[] = [
  {
    id: 'flower-wall',
    name: 'Flower wall',
    description: 'Every flower in one table, prices once in the title',
    config_type: 'layout',
    config_data: single(
      { category: 'flower', viewMode: 'table', showImages: false, priceLocation: 'header' },
      { categoryColumnConfigs: FLOWER_COLUMNS, soldOut: 'end' },
    ),
  },
  {
    id: 'flower-and-pre-rolls',
    name: 'Flower and pre-rolls',
    description: 'Flower on the left, what is rolled on the right',
    config_type: 'layout',
    config_data: dual(
      {
        left: { category: 'flower', viewMode: 'table', showImages: false, priceLocation: 'header' },
        right: { category: 'pre-roll', viewMode: 'table', showImages: false, priceLocation: 'inline' },
      },
      { categoryColumnConfigs: { flower: ['name', 'strain_type', 'thca_percentage'] } },
    ),
  },
  {
    id: 'edible-gallery',
    name: 'Edible gallery',
    description: 'Cards with pictures',
    config_type: 'layout',
    config_data: single({ category: 'edible', viewMode: 'card', showImages: true, priceLocation: 'inline' }),
  },
  {
    id: 'whole-shop',
    name: 'Whole shop',
    description: 'Four categories, one in each quarter',
    config_type: 'layout',
    config_data: dual({
      left: { category: 'flower', viewMode: 'table', showImages: false, priceLocation: 'header' },
      right: { category: 'vape', viewMode: 'table', showImages: false, priceLocation: 'inline' },
      leftBottom: { category: 'concentrate', viewMode: 'table', showImages: false, priceLocation: 'header' },
      rightBottom: { category: 'edible', viewMode: 'table', showImages: false, priceLocation: 'inline' },
    }),
  },
  {
    id: 'window',
    name: 'Window',
    description: 'Upright, with pictures, for a window or a pillar',
    config_type: 'layout',
    config_data: single(
      { category: 'flower', viewMode: 'card', showImages: true, priceLocation: 'header' },
      { orientation: 'vertical', soldOut: 'hide' },
    ),
  },
  {
    id: 'drinks-and-sweets',
    name: 'Drinks and sweets',
    description: 'Moonwater beside edibles, with pictures',
    config_type: 'layout',
    config_data: dual({
      left: { category: 'moonwater', viewMode: 'card', showImages: true, priceLocation: 'inline' },
      right: { category: 'edible', viewMode: 'card', showImages: true, priceLocation: 'inline' },
    }),
  },
  {
    id: 'midnight',
    name: 'Midnight',
    description: 'Warm white on black',
    config_type: 'theme',
    config_data: theme({
      backgroundColor: '#0b0b0d',
      fontColor: '#f6f1e7',
      cardFontColor: '#f6f1e7',
      containerColor: '#18181c',
      imageBackgroundColor: '#101013',
      titleFont: 'Tiempos',
      pricingFont: 'DM Sans',
      cardFont: 'DM Sans',
    }),
  },
  {
    id: 'chalkboard',
    name: 'Chalkboard',
    description: 'Chalk on slate',
    config_type: 'theme',
    config_data: theme({
      backgroundColor: '#22302c',
      fontColor: '#f4f6ef',
      cardFontColor: '#eef2e8',
      containerColor: '#2b3b36',
      imageBackgroundColor: '#1c2824',
      titleFont: 'Oswald',
      pricingFont: 'Oswald',
      cardFont: 'Roboto Slab',
    }),
  },
  {
    id: 'botanical',
    name: 'Botanical',
    description: 'Cream on deep green',
    config_type: 'theme',
    config_data: theme({
      backgroundColor: '#10261b',
      fontColor: '#f3ead2',
      cardFontColor: '#f3ead2',
      containerColor: '#183526',
      imageBackgroundColor: '#0d1f16',
      titleFont: 'Fraunces',
      pricingFont: 'Fraunces',
      cardFont: 'Inter',
    }),
  },
  {
    id: 'daylight',
    name: 'Daylight',
    description: 'Ink on paper, for a bright window',
    config_type: 'theme',
    config_data: theme({
      backgroundColor: '#f7f4ec',
      fontColor: '#1d1b18',
      cardFontColor: '#24211d',
      containerColor: '#ffffff',
      imageBackgroundColor: '#ece7da',
      titleFont: 'Playfair Display',
      pricingFont: 'Lora',
      cardFont: 'Lora',
    }),
  },
  {
    id: 'amber',
    name: 'Amber',
    description: 'Amber on dark brown',
    config_type: 'theme',
    config_data: theme({
      backgroundColor: '#1c120a',
      fontColor: '#ffc56b',
      cardFontColor: '#ffe3b8',
      containerColor: '#2a1c11',
      imageBackgroundColor: '#150d07',
      titleFont: 'Newsreader',
      pricingFont: 'Montserrat',
      cardFont: 'Montserrat',
    }),
  },
  {
    id: 'harbour',
    name: 'Harbour',
    description: 'White and sky on navy',
    config_type: 'theme',
    config_data: theme({
      backgroundColor: '#0b1a2e',
      fontColor: '#ffffff',
      cardFontColor: '#d8ecff',
      containerColor: '#13294a',
      imageBackgroundColor: '#0a1526',
      titleFont: 'Montserrat',
      pricingFont: 'Inter',
      cardFont: 'Inter',
    }),
  },
];
