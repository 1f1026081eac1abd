import { expect, it } from 'vitest';
import { hoursInWords, inOrder, shownSentence, soldOutShare } from './analytics-words.ts';

const product = (name: string, hours: number, sold_out_minutes: number) => ({
  product_id: 1,
  name,
  hours,
  sold_out_minutes,
});
const shown = (tvs: { tv_number: number | null; hours: number }[]) => ({
  location_id: 20,
  start_date: '2026-11-01',
  end_date: '2026-11-20',
  configs: [],
  products: [],
  tvs,
});

it('says short times in minutes and long ones in hours', () => {
  expect([0, 0.05, 0.1, 12.46, 1234].map(hoursInWords)).toEqual(['0 min', '3 min', '0.1 h', '12.5 h', '1,234 h']);
});

it('says what share of its time a product was sold out, and never more than all of it', () => {
  expect(soldOutShare(product('Jar', 10, 150))).toBe('25 %');
  expect(soldOutShare(product('Jar', 10, 0))).toBeNull();
  expect(soldOutShare(product('Jar', 100, 5))).toBe('< 1 %');
  // Hours and minutes are rounded separately, so the minutes can exceed the hours.
  expect(soldOutShare(product('Jar', 0.01, 1))).toBe('100 %');
  expect(soldOutShare(product('Jar', 0, 1))).toBeNull();
});

it('sorts by minutes sold out, then by hours', () => {
  const products = [product('A', 9, 0), product('B', 5, 30), product('C', 7, 30)];
  expect(inOrder(products, 'shown').map(({ name }) => name)).toEqual(['A', 'B', 'C']);
  expect(inOrder(products, 'sold-out').map(({ name }) => name)).toEqual(['C', 'B', 'A']);
});

it('says where menus were shown and for how long', () => {
  expect(shownSentence(shown([]))).toBeNull();
  expect(shownSentence(shown([{ tv_number: 1, hours: 2 }]))).toBe('2 h on 1 TV');
  const three = [
    { tv_number: 1, hours: 2 },
    { tv_number: 2, hours: 1.5 },
    { tv_number: null, hours: 1 },
  ];
  expect(shownSentence(shown(three))).toBe('4.5 h on 2 TVs and in windows without a number');
});
