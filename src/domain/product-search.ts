import { type CodeHit, indexCodes, lookupCode } from './barcode.ts';
import { folded, foldedWords, wordsIn } from './fold.ts';

export interface FindableVariant {
  readonly name: string;
  readonly sku: string | null;
  readonly barcode: string | null;
}

export interface FindableProduct {
  readonly name: string;
  readonly sku: string | null;
  readonly barcode: string | null;
  readonly categories: readonly { readonly name: string }[];
  /** Values of its fields that searches read. Left out for none. */
  readonly searchTerms?: readonly string[];
  readonly variants: readonly FindableVariant[];
}

/** The number of suggestions that a popup lists. Rule: search/suggestions. */
export const SUGGESTION_LIMIT = { mixed: 8, productOnly: 20 } as const;

interface Entry<P> {
  readonly product: P;
  readonly name: string;
  /** The words by which it is found, folded, each after a space. */
  readonly text: string;
}

export interface ProductIndex<P extends FindableProduct> {
  /** In order of name, so that entries of equal rank are found in the order in which they are shown. */
  readonly entries: readonly Entry<P>[];
  readonly byCode: ReadonlyMap<string, CodeHit<P, P['variants'][number]>>;
}

/** Made once for a list of products, some ms per thousand; a search over it costs well under 5 ms at 10,000. */
export function indexProducts<P extends FindableProduct>(products: readonly P[]): ProductIndex<P> {
  const entries = products.map((product) => {
    const found = [product, ...product.variants];
    const text = found.flatMap(({ name, sku, barcode }) => [name, sku ?? '', barcode ?? '']);
    const categories = product.categories.map((category) => category.name);
    // Dashes and brackets separate words as spaces do: "Dream" starts a word of "Blue-Dream (Indica)". Folding has
    // removed apostrophes: "O'Brien" is one word.
    const plain = wordsIn([...text, ...categories, ...(product.searchTerms ?? [])].join(' ')).join(' ');
    const split = plain.replace(/[^\p{L}\p{N}\s]+/gu, ' ');
    return { product, name: folded(product.name).trim(), text: split === plain ? ` ${plain}` : ` ${plain} ${split}` };
  });
  entries.sort((a, b) => (a.name < b.name ? -1 : Number(a.name > b.name)));
  return { entries, byCode: indexCodes(products, ({ variants }) => variants) };
}

/** Finds the product or variant whose whole SKU or barcode was scanned or typed. */
export function findByCode<P extends FindableProduct>(
  index: ProductIndex<P>,
  code: string,
): CodeHit<P, P['variants'][number]> | null {
  return index.byCode.get(lookupCode(code)) ?? null;
}

function hasAll(text: string, parts: readonly string[]): boolean {
  for (const part of parts) if (!text.includes(part)) return false;
  return true;
}

/**
 * The best matches of the typed text, at most `limit`. Every word must occur in the name, SKU, barcode, category or
 * searchable field of the product or its variants. The product with that SKU or barcode is first, then come names that start with the text,
 * then products where every word starts a word, then the others; each group by name. An empty text finds nothing.
 */
export function searchProducts<P extends FindableProduct>(index: ProductIndex<P>, search: string, limit: number): P[] {
  const wanted = foldedWords(search);
  if (wanted.length === 0) return [];
  const phrase = wordsIn(search).join(' ');
  const starts = wanted.map((word) => ` ${word}`);
  const exact = findByCode(index, search)?.product;
  const byName: P[] = [];
  const byWord: P[] = [];
  const others: P[] = [];
  for (const { product, name, text } of index.entries) {
    if (!hasAll(text, wanted) || product === exact) continue;
    if (name.startsWith(phrase)) byName.push(product);
    else if (hasAll(text, starts)) byWord.push(product);
    else others.push(product);
    if (byName.length >= limit) break;
  }
  return [...(exact ? [exact] : []), ...byName, ...byWord, ...others].slice(0, limit);
}

/** True if every typed word starts a word of the product. Matches inside words are seldom meant. */
export function startsWords<P extends FindableProduct>(index: ProductIndex<P>, product: P, search: string): boolean {
  const text = index.entries.find((entry) => entry.product === product)?.text ?? '';
  return hasAll(
    text,
    foldedWords(search).map((word) => ` ${word}`),
  );
}
