// @vitest-environment happy-dom
import { act } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { toCents } from '#domain/money.ts';
import { toMilli } from '#domain/quantity.ts';
import { onPage, serve } from '#testing/served-page.tsx';
import { product } from '#web/entities/catalogue/wire-product.testing.ts';
import { PendingBar } from '../pending/pending-bar.tsx';
import { pendingNow } from '../pending/pending-store.ts';
import { StockGrid } from './stock-grid.tsx';
import { createLister } from './stock-rows.ts';

const [LEDGER, MIST] = ['Banana Ledger', 'Mist'].map((name, index) =>
  product({ id: index + 1, name, category: 'Accessories', priceCents: toCents(1200) }),
);

const rows = createLister().list(
  [LEDGER!, MIST!],
  { listKey: 'all', everything: true, only: null, inStock: () => true },
  '',
);

beforeEach(() => serve(() => null));
afterEach(() => vi.unstubAllGlobals());

it('does not call a change that was entered before a count', async () => {
  const screen = await onPage(
    <>
      <StockGrid rows={rows} adjusting="count" blind={false} byCategory={false} listKey="all" handle={null} />
      <PendingBar mode="audit" onCreateAudit={() => {}} onCreateOrder={() => {}} />
    </>,
  );
  const bar = () => screen.all('[role=toolbar]')[0]?.textContent;
  await act(async () => {
    pendingNow().setChange('1', toMilli(20_000), toMilli(12_000));
    pendingNow().setEntry('count');
  });
  expect(bar()).toContain('1 change not counted');
  expect(screen.text()).toContain('change +20');
  const figure = () => screen.all('[data-figure]')[0] as HTMLInputElement;
  expect(figure().value).toBe('');
  await act(async () => pendingNow().setCount('2', toMilli(3000), toMilli(3000)));
  expect(bar()).toContain('1 item counted, 1 change not counted');
  await screen.type(figure(), '20');
  expect(bar()).toContain('2 items counted');
  expect(screen.text()).not.toContain('change +20');
  await act(async () => void pendingNow().discard('counts'));
  await screen.leave();
});
