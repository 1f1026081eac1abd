import type { MAPPED_HEADERS } from '#contract/catalogue-files.ts';
import { nameOf } from './header-name.ts';

type Mapped = (typeof MAPPED_HEADERS)[number];

/**
 * Names that the columns have in files of other tills and shops and in lists made by hand, the most certain first.
 * Used only when the file has no column of the name that WooCommerce gives it.
 */
const OTHER_NAMES: Readonly<Partial<Record<Mapped, readonly string[]>>> = {
  Name: ['product name', 'item name', 'product title', 'product', 'item', 'title'],
  SKU: [
    ...['sku code', 'sku number', 'sku #', 'variant sku', 'item code', 'product code', 'stock code', 'code'],
    ...['item number', 'item no', 'item no.', 'item #', 'article number', 'part number', 'plu'],
  ],
  'GTIN, UPC, EAN, or ISBN': [
    'bar code',
    'barcode number',
    'upc code',
    'upc/ean',
    'ean/upc',
    'gtin/upc',
    'variant barcode',
  ],
  'Regular price': [
    ...['price', 'retail price', 'retail', 'price each', 'each', 'unit price', 'selling price', 'sell price'],
    ...['sales price', 'list price', 'item price', 'variant price', 'msrp', 'rrp'],
  ],
  'Sale price': ['special price', 'promo price', 'discount price', 'discounted price', 'reduced price'],
  Stock: [
    ...['on hand', 'qty on hand', 'quantity on hand', 'stock on hand', 'in stock', 'stock quantity', 'stock qty'],
    ...['stock level', 'current stock', 'current quantity', 'variant inventory qty', 'inventory', 'qty', 'quantity'],
  ],
  Categories: ['category', 'product category', 'category name', 'reporting category', 'department', 'product type'],
  Description: ['product description', 'item description', 'long description', 'body (html)'],
};

/** Says the column of a file that stands for a header, if its name tells. */
export function columnCalledLike(to: Mapped, header: readonly string[]): string | undefined {
  for (const name of OTHER_NAMES[to] ?? []) {
    const found = header.find((text) => nameOf(text) === name);
    if (found !== undefined) return found;
  }
  return undefined;
}

const ALL = new Set(Object.values(OTHER_NAMES).flat());

export const isOtherName = (header: string): boolean => ALL.has(nameOf(header));
