import { expect, it } from 'vitest';
import { isChosen, namesLike } from './supplier-field.tsx';

const NAMES = ['Catawba Farms', 'Piedmont Extracts', 'Sugar Creek Kitchen'];

it('offers the suppliers that what is typed may mean, and none once it is one of them', () => {
  expect(namesLike(NAMES, '')).toEqual(NAMES);
  expect(namesLike(NAMES, ' CREEK ')).toEqual(['Sugar Creek Kitchen']);
  expect(namesLike(NAMES, 'piedmont extracts')).toEqual([]);
  expect(namesLike(NAMES, 'New River')).toEqual([]);
  expect(namesLike(['O’Brien’s Été'], "o'brien's e")).toEqual(['O’Brien’s Été']);
  // The search ignores accents; whether two names are the same is decided elsewhere.
  expect(namesLike(['O’Brien’s Été'], "o'brien's ete")).toEqual(['O’Brien’s Été']);
  expect(namesLike(['O’Brien’s Été'], 'o’brien’s ÉTÉ')).toEqual([]);
});

it('offers first what begins as it is typed', () => {
  const names = ['Old Catawba Mill', 'Best of Catawbaland', 'The Precatawba', 'Catawba Farms'];
  expect(namesLike(names, 'catawba')).toEqual([
    'Catawba Farms',
    'Old Catawba Mill',
    'Best of Catawbaland',
    'The Precatawba',
  ]);
});

it('takes half a name for nobody’s until it is chosen to be a new supplier’s', () => {
  expect(isChosen({ name: 'Catawba', isNew: false }, NAMES)).toBe(false);
  expect(isChosen({ name: 'Catawba', isNew: true }, NAMES)).toBe(true);
  expect(isChosen({ name: ' catawba farms ', isNew: false }, NAMES)).toBe(true);
});
