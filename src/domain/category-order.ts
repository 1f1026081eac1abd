/** A category as the catalogue names it. */
export interface NamedCategory {
  readonly name: string;
  readonly slug: string;
}

export interface OrderedProduct {
  readonly id: number;
  readonly name: string;
  /** simple, variable, ... */
  readonly type: string;
}

const FIRST = ['flower', 'vape', 'concentrate', 'edible', 'moonwater'];
const LAST = 'uncategorized';

/** Numbers in names count as numbers: "2 g" stands before "10 g". */
const inEnglish = new Intl.Collator('en-US', { numeric: true, sensitivity: 'base' });

function rankOf({ name, slug }: NamedCategory): number {
  const words = [slug.toLowerCase(), name.trim().toLowerCase()];
  if (words.includes(LAST)) return FIRST.length + 1;
  const place = FIRST.findIndex((known) => words.includes(known) || words.includes(`${known}s`));
  return place === -1 ? FIRST.length : place;
}

/**
 * Flower, vape, concentrate, edible, moonwater, the others by name, uncategorized last. Rule: catalogue/category-order.
 */
export function byCategoryOrder(a: NamedCategory, b: NamedCategory): number {
  return rankOf(a) - rankOf(b) || inEnglish.compare(a.name, b.name) || inEnglish.compare(a.slug, b.slug);
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
