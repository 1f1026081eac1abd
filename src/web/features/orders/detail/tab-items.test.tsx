// @vitest-environment happy-dom
import { expect, it } from 'vitest';
import type { WireOrder } from '#contract/orders.ts';
import { onScreen } from '#testing/on-screen.tsx';
import { ItemsTab } from './tab-items.tsx';

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

it('gives each quantity of measured goods with its unit', async () => {
  const screen = await onScreen(<ItemsTab order={order as unknown as WireOrder} />);
  for (const words of ['0.5 g sold beyond what was in stock', '3.5 g', '1.5 g refunded'])
    expect(screen.text()).toContain(words);
  await screen.leave();
});

it('says which refunded amount has its tax in it', async () => {
  const tax = { rate_code: 'T', rate_percent: 8, label: 'Sales Tax', tax_total: '2.80' };
  const taxed = { ...order, tax_lines: [tax], total: '37.80', refunded: '16.20' };
  const screen = await onScreen(<ItemsTab order={taxed as unknown as WireOrder} />);
  expect(screen.text()).toContain('$15.00 refunded before tax');
  expect(screen.text()).toContain('Refunded with tax-$16.20');
  await screen.leave();
  const untaxed = await onScreen(<ItemsTab order={order as unknown as WireOrder} />);
  expect(untaxed.text()).not.toContain(' tax');
  await untaxed.leave();
});

it('says what shipping cost, and nothing of it for what was carried out of the shop', async () => {
  const counter = await onScreen(<ItemsTab order={order as unknown as WireOrder} />);
  expect(counter.text()).not.toContain('Shipping');
  await counter.leave();
  const posted = { ...order, shipping_lines: [{ method_title: 'Flat rate', total: '0.00' }] };
  const screen = await onScreen(<ItemsTab order={posted as unknown as WireOrder} />);
  expect(screen.text()).toContain('Shipping (Flat rate)$0.00');
  await screen.leave();
});
