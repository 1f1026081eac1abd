/** A category as the catalogue names it. */
export interface NamedCategory {
  readonly name: string;
  readonly slug: string;
  /** Its place in the shop's own order; left out if the shop has not ordered its categories. */
  readonly position?: number | undefined;
}

export interface OrderedProduct {
  readonly id: number;
  readonly name: string;
  /** simple, variable, ... */
  readonly type: string;
}

const FIRST = ['flower', 'vape', 'concentrate', 'edible', 'moonwater'];
const LAST = 'uncategorized';

/** Numbers in names are compared as numbers: "2 g" comes before "10 g". */
const inEnglish = new Intl.Collator('en-US', { numeric: true, sensitivity: 'base' });

function rankOf({ name, slug }: NamedCategory): number {
  const words = [slug.toLowerCase(), name.trim().toLowerCase()];
  if (words.includes(LAST)) return FIRST.length + 1;
  const place = FIRST.findIndex((known) => words.includes(known) || words.includes(`${known}s`));
  return place === -1 ? FIRST.length : place;
}

/**
 * In the order that the shop gave its categories. Without one: flower, vape, concentrate, edible, moonwater, the others by
 * name, uncategorized last. Rule: catalogue/category-order.
 */
export function byCategoryOrder(a: NamedCategory, b: NamedCategory): number {
  if (a.position !== b.position) return (a.position ?? Infinity) - (b.position ?? Infinity);
  return rankOf(a) - rankOf(b) || inEnglish.compare(a.name, b.name) || inEnglish.compare(a.slug, b.slug);
}

/** A category as it is stored: its position is among those below the same one. */
export interface StoredCategory {
  readonly id: number;
  readonly name: string;
  readonly slug: string;
  readonly parentId: number | null;
  readonly position: number | null;
}

/**
 * The tree from its top: each category, followed by those below it. A parent that is not in the list counts as none.
 */
export function inTreeOrder<C extends StoredCategory>(categories: readonly C[]): C[] {
  const known = new Set(categories.map(({ id }) => id));
  const below = new Map<number | null, C[]>();
  for (const category of categories) {
    const parent = category.parentId !== null && known.has(category.parentId) ? category.parentId : null;
    below.set(parent, [...(below.get(parent) ?? []), category]);
  }
  const placed: C[] = [];
  function place(parent: number | null): void {
    const siblings = below.get(parent) ?? [];
    const inOrder = siblings.toSorted((a, b) =>
      byCategoryOrder({ ...a, position: a.position ?? undefined }, { ...b, position: b.position ?? undefined }),
    );
    for (const category of inOrder) {
      placed.push(category);
      place(category.id);
    }
  }
  place(null);
  return placed;
}

/** The place of each category in the tree; empty if nobody has ordered them. Rule: catalogue/category-order. */
export function placesOf(categories: readonly StoredCategory[]): ReadonlyMap<number, number> {
  if (categories.every(({ position }) => position === null)) return new Map();
  return new Map(inTreeOrder(categories).map(({ id }, place) => [id, place]));
}

/** Within a category: simple before variable, then by name. Rule: catalogue/product-order. */
export function byProductOrder(a: OrderedProduct, b: OrderedProduct): number {
  const variableLast = Number(a.type === 'variable') - Number(b.type === 'variable');
  return variableLast || inEnglish.compare(a.name, b.name) || a.id - b.id;
}

export interface CategoryGroup<P> {
  readonly category: NamedCategory;
  readonly products: readonly P[];
}

const UNCATEGORIZED: NamedCategory = { name: 'Uncategorized', slug: LAST };

/** Products under the headers of the grid, each once, under the first of its categories. Rule: grid/layout. */
export function groupByCategory<P extends OrderedProduct & { readonly categories: readonly NamedCategory[] }>(
  products: readonly P[],
): CategoryGroup<P>[] {
  const groups = new Map<string, { category: NamedCategory; products: P[] }>();
  for (const product of products) {
    const category = product.categories[0] ?? UNCATEGORIZED;
    const group = groups.get(category.slug);
    if (group) group.products.push(product);
    else groups.set(category.slug, { category, products: [product] });
  }
  return [...groups.values()]
    .map((group) => ({ ...group, products: group.products.sort(byProductOrder) }))
    .sort((a, b) => byCategoryOrder(a.category, b.category));
}
