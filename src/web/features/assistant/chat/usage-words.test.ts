import { expect, it } from 'vitest';
import { dayWords, limitWords } from './usage-words.ts';

it('says the limit of the day that is nearer its end, and both with every figure', () => {
  const day = {
    person_today: 12_345,
    person_limit: 200_000,
    shop_today: 90_000,
    shop_limit: 2_000_000,
    person_cost: null,
    shop_cost: null,
  };
  expect(dayWords(day)).toBe('12.3K of 200K tokens today');
  expect(dayWords({ ...day, shop_today: 1_900_000 })).toBe('1.9M of 2M tokens of the shop today');
  expect(limitWords(day)).toEqual(['You: 12,345 of 200,000', 'The whole shop: 90,000 of 2,000,000']);
  // Where prices are entered, it says what the day has cost.
  const paid = { ...day, person_cost: '0.0412', shop_cost: '1.2050' };
  expect(dayWords(paid)).toBe('12.3K of 200K tokens today · $0.0412');
  expect(dayWords({ ...paid, shop_today: 1_900_000 })).toBe('1.9M of 2M tokens of the shop today · $1.2050');
  expect(limitWords(paid)).toEqual([
    'You: 12,345 of 200,000 · $0.0412',
    'The whole shop: 90,000 of 2,000,000 · $1.2050',
  ]);
});
