import type { MenuLayout } from '#domain/menu/menu-config.ts';
import { placedPanels } from '#domain/menu/menu-layout.ts';
import type { Shelf } from '#domain/menu/shelf.ts';

/** A layout for drawing a theme: the present one, or the first category if that is empty. */
export function sampleLayout(layout: MenuLayout, { categories }: Shelf): MenuLayout {
  const [first] = categories;
  if (!first || placedPanels(layout).some(({ panel }) => panel.category !== null)) return layout;
  return { ...layout, isDualMenu: false, singleMenu: { ...layout.singleMenu, category: String(first.id) } };
}
