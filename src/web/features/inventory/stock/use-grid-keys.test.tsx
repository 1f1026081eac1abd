// @vitest-environment happy-dom
import { act } from 'react';
import { expect, it } from 'vitest';
import { toCents } from '#domain/money.ts';
import { onPage } from '#testing/served-page.tsx';
import { product } from '#web/entities/catalogue/wire-product.testing.ts';
import type { RegisterProduct } from '#web/entities/catalogue/wire-products.ts';
import { StockGrid } from './stock-grid.tsx';
import { createLister } from './stock-rows.ts';

const accessory = (id: number, name: string, variants: RegisterProduct['variants'] = null) => {
  const type = variants ? 'variable' : 'simple';
  return product({ id, name, type, category: 'Accessories', priceCents: toCents(1200), variants });
};

const rows = createLister().list(
  [
    accessory(1, 'Banana Ledger'),
    accessory(2, 'Corduroy Cap', [{ id: 21, name: 'Navy', sku: null, barcode: null, priceCents: toCents(2000) }]),
  ],
  { listKey: 'all', everything: true, only: null, inStock: () => true },
  '',
);

it('leads by Tab from the figure of an item to that of the next one, and out of the list at its ends', async () => {
  const screen = await onPage(
    <StockGrid rows={rows} adjusting="count" blind={false} byCategory={false} listKey="all" handle={null} />,
  );
  const focused = () => document.activeElement?.getAttribute('aria-label');
  /** Returns whether the grid moved the focus; otherwise the browser does. */
  async function tab(shiftKey = false): Promise<boolean> {
    const press = new KeyboardEvent('keydown', { key: 'Tab', shiftKey, bubbles: true, cancelable: true });
    await act(async () => document.activeElement?.dispatchEvent(press));
    return press.defaultPrevented;
  }
  const [first] = screen.all('[data-figure]') as HTMLElement[];
  await act(async () => first?.focus());
  // The row of the product that has variants has no figure.
  expect([await tab(), focused()]).toEqual([true, 'Counted: Corduroy Cap - Navy']);
  expect([await tab(), focused()]).toEqual([false, 'Counted: Corduroy Cap - Navy']);
  expect([await tab(true), focused()]).toEqual([true, 'Counted: Banana Ledger']);
  expect(await tab(true)).toBe(false);
  await screen.leave();
});
