import type { SaleReply } from '#contract/orders.ts';
import type { NewCartLine } from '#domain/cart.ts';
import { toCents } from '#domain/money.ts';
import { toMilli } from '#domain/quantity.ts';
import type { SaleBody } from './cart-record.ts';

export const grinder: NewCartLine = {
  productId: 502,
  variationId: null,
  name: 'Grinder',
  sku: 'AC-GR',
  image: null,
  category: 'Accessories',
  taxable: true,
  sold: { kind: 'unit', priceCents: toCents(2390), quantityMilli: toMilli(1000) },
};
export const papers: NewCartLine = { ...grinder, productId: 504, name: 'Papers' };
export const SASHA = { userId: 3, locationId: 20 };
export const body: SaleBody = { payment_method: 'card', line_items: [{ product_id: 502, quantity: 1 }] };
export const total = toCents(2599);
export const reply = { success: true, id: 1 } as SaleReply;

/** What a browser keeps, shared by its windows. */
export class Kept {
  readonly items = new Map<string, string>();
  full = false;
  getItem(key: string) {
    return this.items.get(key) ?? null;
  }
  setItem(key: string, value: string) {
    if (this.full) throw new DOMException('full', 'QuotaExceededError');
    this.items.set(key, value);
  }
  removeItem(key: string) {
    this.items.delete(key);
  }
}
