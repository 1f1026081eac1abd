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

/** A product as searches compare it. Made once for each state of a product. */
interface SearchText {
  readonly name: string;
  /** The words by which it is found, folded, each after a space. */
  readonly text: string;
}

interface Entry<P> extends SearchText {
  readonly product: P;
}

export interface ProductIndex<P extends FindableProduct> {
  /** In order of name, so that entries of equal rank are found in the order in which they are shown. */
  readonly entries: readonly Entry<P>[];
  readonly byCode: ReadonlyMap<string, CodeHit<P, P['variants'][number]>>;
}

/** @param texts all texts by which the product is found, its name among them */
function searchText(name: string, texts: readonly string[]): SearchText {
  // Dashes and brackets separate words as spaces do: "Dream" starts a word of "Blue-Dream (Indica)". Folding has
  // removed apostrophes: "O'Brien" is one word.
  const plain = wordsIn(texts.join(' ')).join(' ');
  const split = plain.replace(/[^\p{L}\p{N}\s]+/gu, ' ');
  return { name: folded(name).trim(), text: split === plain ? ` ${plain}` : ` ${plain} ${split}` };
}

/** Made once for a list of products, some ms per thousand; a search over it costs well under 5 ms at 10,000. */
export function indexProducts<P extends FindableProduct>(products: readonly P[]): ProductIndex<P> {
  const entries = products.map((product) => {
    const found = [product, ...product.variants];
    const text = found.flatMap(({ name, sku, barcode }) => [name, sku ?? '', barcode ?? '']);
    const categories = product.categories.map((category) => category.name);
    return { product, ...searchText(product.name, [...text, ...categories, ...(product.searchTerms ?? [])]) };
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

/** The groups in which matches are listed, the best first. Rule: search/suggestions. */
const RANKS = ['name', 'word', 'other'] as const;
type Rank = (typeof RANKS)[number];

/** One or two letters stand inside too many words to be meant there: "og" in Dogwalker. Digits are parts of codes. */
const TOO_SHORT_INSIDE = /^[a-z]{1,2}$/;

/**
 * Ranks products for a typed text: `name` for names that start with it, `word` where every word starts a word, `other` where a word
 * is found inside one only. Null where a word is missing, where one of one or two letters starts no word, and for an empty text.
 */
function rankFor(search: string): (product: SearchText) => Rank | null {
  const wanted = foldedWords(search);
  const phrase = wordsIn(search).join(' ');
  const starts = wanted.map((word) => ` ${word}`);
  const needed = wanted.map((word) => (TOO_SHORT_INSIDE.test(word) ? ` ${word}` : word));
  return ({ name, text }) => {
    if (wanted.length === 0 || !hasAll(text, needed)) return null;
    if (name.startsWith(phrase)) return 'name';
    return hasAll(text, starts) ? 'word' : 'other';
  };
}

/** The rows that match, best first; rows of equal rank stay in their order. `most` of the best are enough. */
export function ranked<T>(rows: Iterable<T>, rankOf: (row: T) => Rank | null, most = Infinity): T[] {
  const groups = { name: [] as T[], word: [] as T[], other: [] as T[] };
  for (const row of rows) {
    const rank = rankOf(row);
    if (rank !== null) groups[rank].push(row);
    if (groups.name.length >= most) break;
  }
  return RANKS.flatMap((rank) => groups[rank]);
}

/**
 * The best matches of the typed text, at most `limit`. Every word must occur in the name, SKU, barcode, category or
 * searchable field of the product or its variants, and start a word there if it has only one or two letters. The product with that SKU or barcode is first, then come names that start with the text,
 * then products where every word starts a word, then the others; each group by name. An empty text finds nothing.
 */
export function searchProducts<P extends FindableProduct>(index: ProductIndex<P>, search: string, limit: number): P[] {
  const exact = findByCode(index, search)?.product;
  const rankOf = rankFor(search);
  const found = ranked(index.entries, (entry) => (entry.product === exact ? null : rankOf(entry)), limit);
  return [...(exact ? [exact] : []), ...found.map(({ product }) => product)].slice(0, limit);
}

/** True if every typed word starts a word of the product. Matches inside words are seldom meant. */
export function startsWords<P extends FindableProduct>(index: ProductIndex<P>, product: P, search: string): boolean {
  const text = index.entries.find((entry) => entry.product === product)?.text ?? '';
  return hasAll(
    text,
    foldedWords(search).map((word) => ` ${word}`),
  );
}
