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

/** A configuration names a category by its id or its slug. */
export function categoryOf(
  categories: readonly CountedCategory[],
  named: MenuPanel['category'],
): CountedCategory | undefined {
  return categories.find(({ id, slug }) => named === String(id) || named === slug);
}

/** What a panel shows, in a word: the name of its category. */
export function panelLabel(categories: readonly CountedCategory[], { category }: MenuPanel): string {
  if (category === null) return 'No Category Selected';
  return categoryOf(categories, category)?.name ?? category;
}
