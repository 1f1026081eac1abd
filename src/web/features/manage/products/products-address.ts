import { managedView } from '#contract/pages.ts';
import { PRODUCT_STATUSES, type ProductStatus } from '#contract/managed-products.ts';
import { MAX_SEARCH_LENGTH } from '#contract/wire.ts';
import { addressed } from '#web/api/address/address.ts';
import { flag, oneOf, recordId, words, wordsOrNone } from '#web/api/address/params.ts';

/** `listed`: every product that is not archived. */
export type StatusFilter = ProductStatus | 'listed';

interface ProductsAddress {
  search: string;
  status: StatusFilter;
  category: number | null;
  blueprint: number | null;
  priceClass: string | null;
  /** True for products whose margin is below the floor of the shop. */
  lowMargin: boolean;
  /** The open product. */
  open: number | null;
  /** True while a new product is being made. */
  adding: boolean;
}

/** The address of the Products page: its filters and the open product. */
export const productsAddress = addressed<ProductsAddress>(managedView('products'), {
  search: words('search', MAX_SEARCH_LENGTH),
  status: oneOf<StatusFilter>('status', ['listed', ...PRODUCT_STATUSES], 'listed'),
  category: recordId('category'),
  blueprint: recordId('blueprint'),
  priceClass: wordsOrNone('class', 100),
  lowMargin: flag('low_margin'),
  open: recordId('product'),
  adding: flag('new'),
});

export const openProduct = (id: number) => productsAddress.change({ open: id, adding: false }, 'push');
export const addProduct = () => productsAddress.change({ open: null, adding: true }, 'push');
export const closeProduct = () => productsAddress.change({ open: null, adding: false }, 'push');
