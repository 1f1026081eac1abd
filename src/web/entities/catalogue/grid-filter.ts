import type { ProductIndex } from '#domain/product-search.ts';
import { searchProducts } from '#domain/product-search.ts';
import type { RegisterProduct, RegisterVariant } from './wire-products.ts';

/** In place of a category's id: the favourites of the location. */
export const FAVOURITES = 0;

/** The filter of the catalogue. All parts that are set must match. */
export interface GridFilter {
  readonly search: string;
  readonly categoryId: number | null;
  readonly blueprintField: string | null;
  /** Null for any value of the field. */
  readonly blueprintValue: string | null;
}

/** A product in the form that the domain's search takes. */
export interface Findable {
  readonly id: number;
  readonly name: string;
  readonly sku: string | null;
  readonly barcode: string | null;
  readonly categories: RegisterProduct['categories'];
  readonly searchTerms?: readonly string[];
  readonly variants: readonly RegisterVariant[];
}

export function toFindable({
  id,
  name,
  sku,
  barcode,
  categories,
  searchTerms = [],
  variants,
}: RegisterProduct): Findable {
  return { id, name, sku, barcode, categories, searchTerms, variants: variants ?? [] };
}

export function isFiltered({ search, categoryId, blueprintField }: GridFilter): boolean {
  return search.trim() !== '' || categoryId !== null || blueprintField !== null;
}

function hasValue({ blueprint }: RegisterProduct, field: string, value: string | null): boolean {
  const present = blueprint[field];
  return value === null ? present !== undefined && present !== '' : present === value;
}

/**
 * The matching products, in display order.
 * @param index called only when there is a search text
 */
export function filterProducts(
  products: readonly RegisterProduct[],
  { search, categoryId, blueprintField, blueprintValue }: GridFilter,
  index: () => ProductIndex<Findable>,
): readonly RegisterProduct[] {
  const text = search.trim();
  const found = text === '' ? null : new Set(searchProducts(index(), text, Infinity).map(({ id }) => id));
  if (found === null && categoryId === null && blueprintField === null) return products;
  return products.filter(
    (product) =>
      (found === null || found.has(product.id)) &&
      (categoryId === null || product.categories.some(({ id }) => id === categoryId)) &&
      (blueprintField === null || hasValue(product, blueprintField, blueprintValue)),
  );
}
