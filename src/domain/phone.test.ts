import { expect, it } from 'vitest';
import { phoneSearched, readPhone } from './phone.ts';

it.each([
  ['7045550101', '704-555-0101'],
  ['(704) 555-0101', '704-555-0101'],
  [' 704.555.0101 ', '704-555-0101'],
  ['+1 704 555 0101', '704-555-0101'],
  ['1-704-555-0101', '704-555-0101'],
  ['5550101', '555-0101'],
  ['704-555-0101 ext. 12', '704-555-0101 x12'],
  ['+44 20 7946 0958', '+442079460958'],
])('keeps %s as %s', (typed, kept) => {
  expect(readPhone(typed)).toEqual({ ok: true, value: kept });
  expect(readPhone(kept)).toEqual({ ok: true, value: kept });
});

it.each([
  '',
  '12',
  '555',
  '704555010',
  '70455501011',
  '+44 20',
  'call me',
  '704-555-01o1',
  '+1 704 555',
  `+${'9'.repeat(16)}`,
])('does not take "%s" for a whole number', (typed) => {
  expect(readPhone(typed)).toEqual({ ok: false, refused: { code: 'phone_not_valid' } });
});

it('knows a number that is searched for from a name, an id and the end of a number', () => {
  expect(phoneSearched('(704) 555-0101')).toBe('7045550101');
  expect(phoneSearched('+1 704 555 0101')).toBe('7045550101');
  expect(phoneSearched('555 0101')).toBe('5550101');
  expect(['0101', '42', 'ann 7045550101', '', '555-01'].map(phoneSearched)).toEqual([null, null, null, null, null]);
});
