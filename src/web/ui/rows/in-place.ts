/** Pairs each item with its index, for use as a React key. Only for lists that are replaced as a whole. */
export function inPlace<Item>(items: readonly Item[]): { place: number; item: Item }[] {
  return items.map((item, place) => ({ place, item }));
}
