import type { Cents } from '../money.ts';
import type { Milli } from '../quantity.ts';
import { quantityWords } from '../unit.ts';
import type { SoldOutWay } from './menu-config.ts';

/** In the order in which a menu offers them. */
export interface ShelfCategory {
  readonly id: number;
  readonly name: string;
  readonly slug: string;
  /** Ids and slugs that named it before: it was renamed, or others were merged into it. */
  readonly former?: readonly string[] | undefined;
}

/** One way to buy a product: a tier, a variation, or one piece. */
export interface ShelfPrice {
  /** The tier's or the variation's ("3.5 g"); null for a product with one price. */
  readonly label: string | null;
  readonly cents: Cents;
  /** The regular price while a reduced one holds, which is shown struck out; null otherwise. */
  readonly wasCents: Cents | null;
  /** The stock does not cover this tier or variation. */
  readonly isShort: boolean;
}

/** The prices from an instant on. A screen changes to them even if no server answers. */
export interface ShelfPriceChange {
  /** Milliseconds since 1970. */
  readonly fromMs: number;
  readonly prices: readonly ShelfPrice[];
}

/**
 * A published product as everybody may see it: no cost, no supplier, no count.
 * Rule: menus/nothing-leaks.
 */
export interface MenuProduct {
  readonly id: number;
  readonly name: string;
  /** With the categories above each. */
  readonly categoryIds: readonly number[];
  /** Address of the picture on this server; null without one. */
  readonly image: string | null;
  readonly inStock: boolean;
  /** Stock in thousandths, only if the theme shows low stock and there is less than its limit; null otherwise. */
  readonly leftMilli: Milli | null;
  /** The unit that the stock is counted in: "g"; '' for pieces. */
  readonly unit: string;
  /** Smallest first. Empty for a product without a price. */
  readonly prices: readonly ShelfPrice[];
  /** By instant; empty when no change is planned. */
  readonly changes: readonly ShelfPriceChange[];
  /** Values by the name of the field ("strain_type", "thca_percentage"), without `_blueprint_`. */
  readonly fields: Readonly<Record<string, string>>;
}

/** "3.5 g left". */
export function leftWords(leftMilli: Milli, { unit }: Pick<MenuProduct, 'unit'>): string {
  return `${quantityWords(leftMilli, unit)} left`;
}

/** The products that a location offers, in the order of the catalogue: all that a menu draws. */
export interface Shelf {
  readonly categories: readonly ShelfCategory[];
  readonly products: readonly MenuProduct[];
}

export const EMPTY_SHELF: Shelf = { categories: [], products: [] };

/**
 * The category that a layout names by its id or its slug, present or former; null if there is none.
 * Rule: menus/named-categories.
 */
export function namedCategory({ categories }: Shelf, named: string | null): ShelfCategory | null {
  if (named === null) return null;
  return (
    categories.find(({ id, slug }) => slug === named || `${id}` === named) ??
    categories.find(({ former }) => former?.includes(named)) ??
    null
  );
}

/** In the order of the shelf. */
export function productsOf({ products }: Shelf, category: ShelfCategory): MenuProduct[] {
  return products.filter(({ categoryIds }) => categoryIds.includes(category.id));
}

/** Hides what is sold out, leaves it in its place, or moves it to the end. Rule: menus/sold-out. */
export function arranged<Product extends { readonly inStock: boolean }>(
  products: readonly Product[],
  way: SoldOutWay,
): Product[] {
  if (way === 'hide') return products.filter(({ inStock }) => inStock);
  if (way === 'grey') return [...products];
  return [...products.filter(({ inStock }) => inStock), ...products.filter(({ inStock }) => !inStock)];
}

/** The prices that hold at an instant. Rule: menus/planned-prices. */
export function pricesAt({ prices, changes }: MenuProduct, nowMs: number): readonly ShelfPrice[] {
  return changes.findLast(({ fromMs }) => fromMs <= nowMs)?.prices ?? prices;
}

/**
 * The shelf with the counts that a theme shows: those below `leftBelow` pieces or grams, none for null.
 * Rule: menus/nothing-leaks.
 */
export function countedFor(shelf: Shelf, leftBelow: number | null): Shelf {
  const isShown = (leftMilli: Milli | null): boolean =>
    leftMilli !== null && leftBelow !== null && leftMilli < leftBelow * 1000;
  return {
    ...shelf,
    products: shelf.products.map((one) => (isShown(one.leftMilli) ? one : { ...one, leftMilli: null })),
  };
}
