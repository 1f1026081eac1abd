import type { MenuLayout, MenuPanel, MenuTheme, Quadrant } from '#domain/menu/menu-config.ts';
import { PAGES } from '#contract/pages.ts';

/** The address parameters of a panel: `leftCategory`, `leftCategory2`. */
function panelParams({ category, viewMode, priceLocation, showImages }: MenuPanel, quadrant: Quadrant) {
  const side = quadrant.startsWith('left') ? 'left' : 'right';
  const below = quadrant.endsWith('Bottom') ? '2' : '';
  return {
    ...(category !== null && { [`${side}Category${below}`]: category }),
    [`${side}ViewMode${below}`]: viewMode,
    [`${side}PriceLocation${below}`]: priceLocation,
    [`${side}Images${below}`]: String(showImages),
  };
}

/** The columns of categories that have their own, as `25:name,thca_percentage;26:name`. */
function columnsParam({ categoryColumnConfigs }: MenuLayout): { columns?: string } {
  const each = Object.entries(categoryColumnConfigs).map(([category, names]) => `${category}:${names.join(',')}`);
  return each.length === 0 ? {} : { columns: each.join(';') };
}

function layoutParams(layout: MenuLayout): Record<string, string> {
  const { soldOut, pageSeconds } = layout;
  return { ...panelsParams(layout), soldOut, pageSeconds: String(pageSeconds), ...columnsParam(layout) };
}

function panelsParams({ orientation, isDualMenu, singleMenu, dualMenu }: MenuLayout): Record<string, string> {
  if (!isDualMenu) {
    const { category, viewMode, priceLocation, showImages } = singleMenu;
    return {
      orientation,
      viewMode,
      priceLocation,
      showImages: String(showImages),
      ...(category !== null && { category }),
    };
  }
  const { left, right, leftBottom, rightBottom, enableLeftStacking, enableRightStacking } = dualMenu;
  return {
    orientation,
    dual: 'true',
    ...panelParams(left, 'left'),
    ...panelParams(right, 'right'),
    ...(enableLeftStacking && { enableLeftStacking: 'true', ...panelParams(leftBottom, 'leftBottom') }),
    ...(enableRightStacking && { enableRightStacking: 'true', ...panelParams(rightBottom, 'rightBottom') }),
  };
}

/** The address of the display page with this menu. Rule: menus/display-address. */
export function displayAddress(
  at: { locationId: number; tvNumber: number },
  layout: MenuLayout,
  theme: MenuTheme,
): string {
  const { backgroundColor, fontColor, cardFontColor, containerColor, imageBackgroundColor } = theme;
  const { titleFont, pricingFont, cardFont, leftBelow } = theme;
  const params = new URLSearchParams({
    location_id: String(at.locationId),
    tv_number: String(at.tvNumber),
    ...layoutParams(layout),
    backgroundColor,
    fontColor,
    cardFontColor,
    containerColor,
    imageBackgroundColor,
    titleFont,
    pricingFont,
    cardFont,
    // Zero is sent as well, because the stored theme of the TV may show counts.
    leftBelow: String(leftBelow ?? 0),
  });
  return `${PAGES.menuDisplay}?${params}`;
}

/** The address of a location's customers' menu, as on the QR code. */
export function customersAddress(locationId: number): string {
  return `${PAGES.menuDisplay}?location_id=${locationId}`;
}

/** The address of one TV of the location, which shows its own layout and theme by its schedule. */
export function tvAddress(locationId: number, tvNumber: number): string {
  return `${customersAddress(locationId)}&tv_number=${tvNumber}`;
}
