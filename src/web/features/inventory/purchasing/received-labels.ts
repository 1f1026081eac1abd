import type { PurchaseOrder } from '#contract/purchasing.ts';
import { milliOfWire } from '#web/entities/catalogue/wire-products.ts';
import type { WishedLabels } from '#web/entities/labels/label-wish.ts';

export type PoReceipt = PurchaseOrder['receipts'][number];

/**
 * The items of some receipts of an order with the quantities that came, in the order of its lines. A later receipt does not
 * print the labels of an earlier one again. Rule: labels/from-elsewhere.
 */
export function labelsOfReceipts(order: PurchaseOrder, receipts: readonly PoReceipt[]): WishedLabels[] {
  return order.items.flatMap(({ id, product_id: productId, variation_id: variationId }) => {
    const came = receipts.flatMap(({ items }) => items.filter((item) => item.item_id === id));
    const quantity = came.reduce((sum, item) => sum + item.quantity, 0);
    return quantity > 0 ? [{ productId, variationId, quantityMilli: milliOfWire(quantity) }] : [];
  });
}
