/** Items of a list that is only ever written whole, with their place as the key. */
export function inPlace<Item>(items: readonly Item[]): { place: number; item: Item }[] {
  return items.map((item, place) => ({ place, item }));
}
