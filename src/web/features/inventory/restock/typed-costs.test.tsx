// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from 'vitest';
import { toMilli } from '#domain/quantity.ts';
import { done, onPage, serve, until } from '#testing/served-page.tsx';
import { queryClient } from '#web/api/queries/query-client.ts';
import { useLastCosts } from '../purchasing/purchasing-queries.ts';
import { readCosts, withLastCosts } from './typed-costs.ts';

const RESTOCKS = new Map([
  ['7', toMilli(2000)],
  ['8-81', toMilli(1000)],
  ['9', toMilli(1000)],
]);
const TYPED = new Map([['8-81', '']]);

function Costs() {
  const { data } = useLastCosts();
  return (
    <p>{[...withLastCosts(RESTOCKS, TYPED, data)].map(([key, text]) => `${key}: ${text || 'none'}`).join(', ')}</p>
  );
}

afterEach(() => {
  queryClient.clear();
  vi.unstubAllGlobals();
});

it('begins with the last cost of each item, and leaves empty what somebody emptied', async () => {
  serve(() =>
    done({
      data: [
        { product_id: 7, variation_id: null, unit_cost: '9.50' },
        { product_id: 8, variation_id: 81, unit_cost: '4.00' },
      ],
    }),
  );
  const screen = await onPage(<Costs />, ['see-costs']);
  await until(() => expect(screen.text()).toBe('7: 9.50, 8-81: none, 9: none'));
  await screen.leave();
  expect([...readCosts(withLastCosts(RESTOCKS, TYPED, new Map([['7', '9.50']]))).costs]).toEqual([['7', 950]]);
});

it('asks for no costs for somebody who may not see them', async () => {
  const asked = vi.fn(() => null);
  serve(asked);
  const screen = await onPage(<Costs />, ['see-stock']);
  expect(screen.text()).toBe('7: none, 8-81: none, 9: none');
  expect(asked).not.toHaveBeenCalled();
  await screen.leave();
});
