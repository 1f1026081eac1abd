import { expect, it } from 'vitest';
import { isCostKey, withoutCosts } from './product-costs.ts';

it.each(['_blueprint_cost', '_blueprint_cost_price', 'Cost', '_wc_cog_cost', '_alg_wc_cogs', 'margin-percent'])(
  'takes %s for what the shop paid',
  (key) => {
    expect(isCostKey(key)).toBe(true);
  },
);

it.each(['_blueprint_supplier', '_costume', 'costa_rica', '_blueprint_effect', '_price'])('leaves %s alone', (key) => {
  expect(isCostKey(key)).toBe(false);
});

it('takes the costs out and keeps the rest in order', () => {
  const rest = [{ key: '_blueprint_nose' }, { key: '_blueprint_lineage' }];
  expect(withoutCosts(rest)).toBe(rest);
  expect(withoutCosts([{ key: '_blueprint_nose' }, { key: '_blueprint_cost' }, { key: '_blueprint_lineage' }])).toEqual(
    rest,
  );
});
