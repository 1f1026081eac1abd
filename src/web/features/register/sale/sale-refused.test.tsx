// @vitest-environment happy-dom
import { expect, it } from 'vitest';
import { addToCart } from '#domain/cart.ts';
import type { Sold } from '#domain/line-price.ts';
import { toCents } from '#domain/money.ts';
import { toMilli } from '#domain/quantity.ts';
import { onPage } from '#testing/served-page.tsx';
import { grinder } from '../cart/state/cart.testing.ts';
import { SaleRefused } from './sale-refused.tsx';

it('says how much of measured goods is needed, left and kept, each with the unit', async () => {
  const byTheGram: Sold = {
    kind: 'unit',
    priceCents: toCents(1000),
    quantityMilli: toMilli(2500),
    unit: 'g',
    stepMilli: toMilli(500),
  };
  const lines = addToCart([], { ...grinder, sold: byTheGram });
  const short = { position: 0, name: 'Grinder', requestedMilli: toMilli(2500), availableMilli: toMilli(1000) };
  const screen = await onPage(
    <SaleRefused
      refusal={{ kind: 'out-of-stock', lines: [short] }}
      lines={lines}
      onSellAnyway={() => undefined}
      onClosed={() => undefined}
    />,
  );
  const cells = [...document.querySelectorAll('[role=dialog] tbody td')].map((cell) => cell.textContent);
  expect(cells).toEqual(['Grinder', '2.5 g', '1 g', '2.5 g → 1 g']);
  await screen.leave();
});
