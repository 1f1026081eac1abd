import { expect, it } from 'vitest';
import { askedWords } from './cell-words.ts';

it('says what a tool was asked', () => {
  expect(
    askedWords({
      parameters: { period: 'last_week', group_by: 'category', location_id: 20, search: 'blue_dream', quick: null },
    }),
  ).toBe('period: last week · group by: category · search: “blue_dream”');
  expect(askedWords({ parameters: { in_stock: true, product_ids: [1, 2], at_most: 0 } })).toBe(
    'in stock: yes · product ids: 1, 2 · at most: 0',
  );
  expect(askedWords({ parameters: {} })).toBe('');
});
