import { expect, it } from 'vitest';
import { auditChanges, auditWords } from './audit-changes.ts';

it('tells what was and what is, field by field, and leaves out what stayed', () => {
  expect(
    auditChanges({
      parts: ['addresses'],
      from: { name: 'Ann', billing: { city: 'Monroe', state: 'NC' }, phone: '' },
      to: { name: 'Ann', billing: { city: 'Charlotte', state: 'NC' }, phone: '704' },
      personal_sha256: 'abc',
    }),
  ).toEqual([
    { field: 'billing.city', from: 'Monroe', to: 'Charlotte' },
    { field: 'phone', from: '–', to: '704' },
    { field: 'parts', to: 'addresses' },
  ]);
});

it('reads a change of one value, and one of each field', () => {
  expect(auditChanges({ from: 20, to: 19 })).toEqual([{ field: '', from: '20', to: '19' }]);
  expect(auditChanges({ from: null, to: { name: 'Bar' } })).toEqual([{ field: 'name', from: '–', to: 'Bar' }]);
  expect(auditChanges({ earn_points: { from: 1, to: 2 }, excluded: { from: [], to: [3, 4] } })).toEqual([
    { field: 'earn_points', from: '1', to: '2' },
    { field: 'excluded', from: '–', to: '3, 4' },
  ]);
});

it('tells facts as they are', () => {
  expect(auditChanges({ total_cents: 1299, by_mail: false, tenders: [{ method: 'cash' }], to_: { a: 1 } })).toEqual([
    { field: 'total_cents', to: '$12.99' },
    { field: 'by_mail', to: 'no' },
    { field: 'tenders', to: 'Method cash' },
    { field: 'to_.a', to: '1' },
  ]);
  expect(auditChanges({})).toEqual([]);
});

it('tells the lines of a refund in words, and every amount as money', () => {
  const lines = [
    { line_id: 7, quantity: 2, restock: true, goods_cents: 12_800, tax_cents: null },
    { line_id: 9, quantity: 3.5, restock: false, goods_cents: 0, tax_cents: -5 },
  ];
  expect(auditChanges({ lines, price_cents: { from: 1250, to: 1000 }, from: { cost_cents: 1 }, to: {} })).toEqual([
    { field: 'cost_cents', from: '$0.01', to: '–' },
    {
      field: 'lines',
      to: 'Line id 7, Quantity 2, Restock yes, Goods $128.00, Tax –; Line id 9, Quantity 3.5, Restock no, Goods $0.00, Tax -$0.05',
    },
    { field: 'price_cents', from: '$12.50', to: '$10.00' },
  ]);
  expect(auditWords('goods_cents')).toBe('Goods');
});

it('tells the change of an audit or a transfer by unit, and not the sum of grams and pieces', () => {
  expect(auditChanges({ lines: 2, net_change: -0.75, by_unit: ['-2 pieces', '1.25 g'] })).toEqual([
    { field: 'lines', to: '2' },
    { field: 'by_unit', to: '-2 pieces, 1.25 g' },
  ]);
  expect(auditChanges({ quantity: 3, by_unit: ['3 g'] })).toEqual([{ field: 'by_unit', to: '3 g' }]);
});

it('tells what an import changed item by item, and how many items the row leaves out', () => {
  const items = [
    {
      line: 2,
      name: 'Mr. Mug',
      change: 'update',
      fields: [
        { field: 'regular_price', from: '$10.00', to: '$12.00' },
        { field: 'image', from: '', to: '/mug.webp' },
      ],
      stockMilli: null,
    },
    { line: 7, name: 'Wick', change: 'create', fields: [], stockMilli: 2500 },
  ];
  const lines = [
    { field: 'changed.line 2', to: 'Mr. Mug: Regular price $10.00 → $12.00, Image – → /mug.webp' },
    { field: 'changed.line 7', to: 'Wick: new, Stock 2.5' },
  ];
  expect(auditChanges({ created: 1, updated: 1, changed: items })).toEqual([
    { field: 'created', to: '1' },
    { field: 'updated', to: '1' },
    ...lines,
  ]);
  const told = auditChanges({ created: 1, updated: 1205, changed: items });
  expect(told.slice(2)).toEqual([...lines, { field: 'changed', to: 'and 1,204 more' }]);
});

it('says names as words', () => {
  expect(['customer_note_deleted', 'billing.city', 'lastName', 'THCA', ''].map(auditWords)).toEqual([
    'Customer note deleted',
    'Billing city',
    'Last name',
    'THCA',
    '',
  ]);
});
