import type { MenuPanel } from '#domain/menu/menu-config.ts';
import type { Place } from '#domain/menu/menu-layout.ts';
import type { CountedCategory } from '#web/entities/catalogue/catalogue.ts';

const PLACE_NAMES: Record<Place, string> = {
  single: 'Menu',
  left: 'Left Top',
  right: 'Right Top',
  leftBottom: 'Left Bottom',
  rightBottom: 'Right Bottom',
};

export function placeName(place: Place): string {
  return PLACE_NAMES[place];
}

/** Finds the category of a configuration, which names it by id or slug. */
export function categoryOf(
  categories: readonly CountedCategory[],
  named: MenuPanel['category'],
): CountedCategory | undefined {
  return categories.find(({ id, slug }) => named === String(id) || named === slug);
}

/** The content of a panel in words: the name of its category. */
export function panelLabel(categories: readonly CountedCategory[], { category }: MenuPanel): string {
  if (category === null) return 'No Category Selected';
  return categoryOf(categories, category)?.name ?? category;
}
