import { expect, it } from 'vitest';
import { askedWords, chartOf, rowsFound } from './cell-words.ts';

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

it('tells the time of a search, and none of what searched for nothing', () => {
  const found = { total: 1, ms: 12, error: '', draft: null };
  expect(rowsFound(found)).toBe('1 row · 12 ms');
  expect(rowsFound({ ...found, total: 4112, ms: 1240 })).toBe('4,112 rows · 1.2 s');
  expect(rowsFound({ ...found, ms: 0, error: 'There is no such item.' })).toBe('not done');
  expect(rowsFound({ ...found, ms: 0, draft: { kind: 'price_change' } })).toBe('draft');
});

it('draws figures, and no numbers of records', () => {
  const name = { key: 'name', label: 'Supplier', kind: 'text' } as const;
  const id = { key: 'supplier_id', label: 'Id', kind: 'number' } as const;
  const orders = { key: 'orders', label: 'Orders', kind: 'number' } as const;
  const card = { title: 'Suppliers', rows: [{}, {}] };
  expect(chartOf({ ...card, columns: [id, name] })).toBeNull();
  expect(JSON.parse(chartOf({ ...card, columns: [id, name, orders] }) ?? '{}')).toMatchObject({
    x: 'name',
    series: [{ field: 'orders' }],
  });
});
