// @vitest-environment happy-dom
import { expect, it } from 'vitest';
import type { WireOrder } from '#contract/orders.ts';
import { onScreen } from '#testing/on-screen.tsx';
import { ItemsTab } from './tab-items.tsx';

it('gives each quantity of measured goods with its unit', async () => {
  const line = {
    id: 1,
    name: 'Dream Bloom',
    sku: 'DB',
    quantity: 3.5,
    refunded_quantity: 1.5,
    shortfall: 0.5,
    price: '10.00',
    total: '35.00',
    refunded: '15.00',
    meta_data: [{ key: '_unit', value: 'g' }],
  };
  const order = {
    currency: 'USD',
    line_items: [line],
    tax_lines: [],
    shipping_lines: [],
    shipping_total: '0.00',
    subtotal: '35.00',
    total: '35.00',
    refunded: '15.00',
  };
  const screen = await onScreen(<ItemsTab order={order as unknown as WireOrder} />);
  for (const words of ['0.5 g sold beyond what was in stock', '3.5 g', '1.5 g refunded'])
    expect(screen.text()).toContain(words);
  await screen.leave();
});
