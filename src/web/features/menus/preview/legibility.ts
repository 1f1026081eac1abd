import { blended, contrastOf, LEAST_CONTRAST } from '#domain/menu/menu-color.ts';
import type { MenuTheme } from '#domain/menu/menu-config.ts';
import type { PlannedPanel } from '#domain/menu/menu-plan.ts';
import { nameSizes } from '#web/menu/names.ts';
import { smallestText } from '#web/menu/sizes.ts';
import { placeName } from '../quadrants.ts';

export type MenuColor = 'backgroundColor' | 'fontColor' | 'containerColor' | 'cardFontColor' | 'imageBackgroundColor';

/** The colors, in the order in which the builder offers them. */
export const COLORS: readonly { readonly name: MenuColor; readonly label: string }[] = [
  { name: 'backgroundColor', label: 'Background' },
  { name: 'fontColor', label: 'Font' },
  { name: 'containerColor', label: 'Container' },
  { name: 'cardFontColor', label: 'Card font' },
  { name: 'imageBackgroundColor', label: 'Image background' },
];

/** Texts and their backgrounds. Every other row of a table uses the background color. */
const PAIRS: readonly { text: MenuColor; ground: MenuColor; what: string }[] = [
  { text: 'fontColor', ground: 'backgroundColor', what: 'The font on the background' },
  { text: 'cardFontColor', ground: 'containerColor', what: 'The card font on the container' },
  { text: 'cardFontColor', ground: 'backgroundColor', what: 'The card font on the background' },
];

/** The stylesheet of menus draws details and labels with this opacity, or a little more. */
const DETAILS_OPACITY = 0.75;

/** Color pairs with too little contrast, each in a sentence. Rule: menus/legible. */
export function faintPairs(theme: Pick<MenuTheme, MenuColor>): string[] {
  return PAIRS.flatMap(({ text, ground, what }) => {
    const contrast = contrastOf(theme[text], theme[ground]);
    const faint = contrastOf(blended(theme[text], theme[ground], DETAILS_OPACITY), theme[ground]);
    if (faint >= LEAST_CONTRAST) return [];
    // Rounded down: 4.46 must not read as 4.5.
    const shown = (Math.floor((contrast < LEAST_CONTRAST ? contrast : faint) * 10) / 10).toFixed(1);
    const whose = contrast < LEAST_CONTRAST ? what : `${what}, where details and labels are dimmed,`;
    return [`${whose} has a contrast of ${shown}:1. Below ${LEAST_CONTRAST}:1 it is hard to read.`];
  });
}

/**
 * Pixels on the grid of 1920 x 1080. On a 60-inch screen, capitals of this size are 11.6 mm high. From four metres that
 * is 10 minutes of arc, which an eye of 20/40 can read: the least that drivers need. Rule: menus/legible.
 */
const LEAST_TEXT_PX = 24;

const list = new Intl.ListFormat('en-US');

function tooSmall(what: string, panels: readonly PlannedPanel[], advice: string): string[] {
  if (panels.length === 0) return [];
  const where = panels.flatMap(({ place }) => (place === 'single' ? [] : [placeName(place)]));
  const on = where.length === 0 ? '' : ` on ${list.format(where)}`;
  return [`${what}${on} are too small to read from four metres. ${advice}`];
}

/** At most three sentences about panels and names that are too small to read from four metres. Rule: menus/legible. */
export function smallTexts(plan: readonly PlannedPanel[], nowMs: number): string[] {
  const filled = plan.filter(({ products }) => products > 0);
  const sized = filled.map((panel) => ({ panel, ...smallestText(panel, nowMs) }));
  const small = sized.filter(({ main }) => main < LEAST_TEXT_PX);
  const faint = sized.filter(
    ({ panel, main, details }) => main >= LEAST_TEXT_PX && panel.fields.length > 0 && details < LEAST_TEXT_PX,
  );
  const readable = sized.filter(({ main }) => main >= LEAST_TEXT_PX).map(({ panel }) => panel);
  const long = readable.flatMap((panel) => nameSizes(panel, nowMs)).filter((size) => size < LEAST_TEXT_PX).length;
  return [
    ...tooSmall(
      'Names and prices',
      small.map(({ panel }) => panel),
      'Use fewer panels, or cards.',
    ),
    ...tooSmall(
      'Details',
      faint.map(({ panel }) => panel),
      'Choose fewer columns, or cards.',
    ),
    ...(long === 0
      ? []
      : [
          `${long === 1 ? '1 name is' : `${long} names are`} too long to be read from four metres. Shorten ${long === 1 ? 'it' : 'them'}, or use fewer panels.`,
        ]),
  ];
}
