import {
  findByCode,
  type ProductIndex,
  searchProducts,
  startsWords,
  SUGGESTION_LIMIT,
} from '#domain/product-search.ts';
import type { Findable } from '#web/entities/catalogue/grid-filter.ts';

export interface Suggestion {
  readonly productId: number;
  /** The variant whose SKU or barcode was typed. */
  readonly variationId: number | null;
}

export interface Suggestions {
  readonly list: readonly Suggestion[];
  /**
   * Index of the product that Enter takes without a highlight: the only match, or the one whose whole code was typed.
   */
  readonly sole: number | null;
  /** Index of the row that is highlighted at first; null where the best match is only inside a word. */
  readonly first: number | null;
}

/** The contents of the product popups. Rule: search/suggestions. */
export function suggestProducts(index: ProductIndex<Findable>, text: string, only: boolean): Suggestions {
  const limit = only ? SUGGESTION_LIMIT.productOnly : SUGGESTION_LIMIT.mixed;
  const found = searchProducts(index, text, limit);
  const code = text.trim() === '' ? null : findByCode(index, text);
  const list = found.map(({ id }) => ({
    productId: id,
    variationId: code?.product.id === id ? (code.variant?.id ?? null) : null,
  }));
  const coded = code === null ? -1 : list.findIndex(({ productId }) => productId === code.product.id);
  if (coded !== -1) return { list, sole: coded, first: coded };
  const best = found[0];
  const first = best && startsWords(index, best, text) ? 0 : null;
  return { list, sole: list.length === 1 ? 0 : null, first };
}
