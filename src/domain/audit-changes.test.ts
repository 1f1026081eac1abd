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
    { field: 'total_cents', to: '1299' },
    { field: 'by_mail', to: 'no' },
    { field: 'tenders', to: '[{"method":"cash"}]' },
    { field: 'to_.a', to: '1' },
  ]);
  expect(auditChanges({})).toEqual([]);
});

it('says names as words', () => {
  expect(['customer_note_deleted', 'billing.city', ''].map(auditWords)).toEqual([
    'Customer note deleted',
    'Billing city',
    '',
  ]);
});
