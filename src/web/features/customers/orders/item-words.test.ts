import { expect, it } from 'vitest';
import { itemCount, itemsSummary } from './item-words.ts';

const line = (name: string, quantity: number) => ({ name, quantity });

it('names two items of an order, and counts the others', () => {
  expect(itemsSummary([])).toBe('No items');
  expect(itemsSummary([line('Papers', 1)])).toBe('1x Papers');
  expect(itemsSummary([line('Blue Dream', 3.5), line('Papers', 2), line('Tip', 1), line('Tray', 1)])).toBe(
    '3.5x Blue Dream, 2x Papers, +2 more',
  );
});

it('shows whole thousands of older tills as what they stand for', () => {
  expect(itemsSummary([line('Papers', 2000), line('Tips', 1500)])).toBe('2x Papers, 1500x Tips');
  expect(itemsSummary([line('Papers', 1000)])).toBe('1x Papers');
});

it('counts items', () => {
  expect([itemCount([]), itemCount([1]), itemCount([1, 2])]).toEqual(['0 items', '1 item', '2 items']);
});
