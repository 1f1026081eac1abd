import type { StockItem } from '#domain/stock.ts';
import { variantLineName } from '#domain/variant-name.ts';
import { type RegisterProduct, type RegisterVariant, stockUnitOf } from '#web/entities/catalogue/wire-products.ts';
import { itemOfKey } from '../pending/pending.ts';

export interface PendingItem extends StockItem {
  readonly key: string;
  /** "parent - variant". */
  readonly name: string;
  readonly sku: string | null;
  readonly category: string | null;
  readonly unit: string;
  readonly product: RegisterProduct | null;
  readonly variant: RegisterVariant | null;
}

/**
 * The item behind a key of the pending maps. An item that is no longer in the catalogue is shown by its number.
 * Rule: inventory/pending-counts.
 */
export function pendingItem(key: string, byId: ReadonlyMap<number, RegisterProduct>): PendingItem {
  const item = itemOfKey(key);
  const product = byId.get(item.productId) ?? null;
  const variant = product?.variants?.find(({ id }) => id === item.variationId) ?? null;
  const missing = product === null || (item.variationId !== null && variant === null);
  const name =
    missing || !product
      ? `[Missing] Product #${key}`
      : variant
        ? variantLineName(product.name, variant.name)
        : product.name;
  const sku = variant ? variant.sku : (product?.sku ?? null);
  const unit = product ? stockUnitOf(product) : '';
  return { ...item, key, name, sku, category: product?.category ?? null, unit, product, variant };
}
