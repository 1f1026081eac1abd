import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { addToCart, type Cart } from '#domain/cart.ts';
import { toCents } from '#domain/money.ts';
import { toMilli } from '#domain/quantity.ts';
import { SHOP } from './shop.ts';

/** A meta list as the wire has it. */
export const meta = (values: Record<string, unknown>) => Object.entries(values).map(([key, value]) => ({ key, value }));
export const grinder = { product_id: SHOP.grinder, quantity: 1 };
/** 3.5 g of flower by its tier. */
export const eighth = {
  product_id: SHOP.blueDream,
  quantity: 3.5,
  meta_data: meta({ _pricing_tier_label: '3.5 g', _pricing_tier_price: 40, _pricing_tier_quantity: 3.5 }),
};
export const preRoll = {
  product_id: SHOP.blueDream,
  quantity: 1,
  meta_data: meta({ _pricing_tier_label: '1 pre-roll', _pricing_tier_rule_name: 'Pre-rolls' }),
};

/** The body of a register sale, paid by card unless `more` says otherwise. */
export const sale = (lines: unknown[], more: Record<string, unknown> = {}) => ({
  payment_method: 'card',
  status: 'processing',
  pos_order: true,
  set_paid: true,
  line_items: lines,
  ...more,
});

/** Two grinders, as a till keeps a cart. */
export const aCart: Cart = addToCart([], {
  productId: SHOP.grinder,
  variationId: null,
  name: 'Grinder',
  sku: null,
  image: null,
  category: null,
  taxable: true,
  sold: { kind: 'unit', priceCents: toCents(2390), quantityMilli: toMilli(2000) },
});

/** Sends as a till does: again, under the same key, while the server has too much to do. */
export async function untilAnswered<Reply extends { headers: object }>(
  send: (key: Record<string, string>) => Promise<Reply>,
): Promise<Reply> {
  const key = { 'idempotency-key': randomUUID() };
  for (;;) {
    const reply = await send(key);
    if (!('retry-after' in reply.headers)) return reply;
    await sleep(100);
  }
}
