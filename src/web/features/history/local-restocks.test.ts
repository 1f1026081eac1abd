import { expect, it } from 'vitest';
import { parseLocalRestocks } from './local-restocks.ts';

const record = {
  po_number: ' PO-1 ',
  timestamp: '2026-05-04T12:00:00Z',
  user_id: 1,
  user_name: 'Kim',
  location_id: 20,
  products: [{ product_id: 5, quantity: 2 }, { id: '6' }, { product_id: 'x' }, null],
};
const read = (stored: unknown, locationId = 20) => parseLocalRestocks(JSON.stringify(stored), locationId);

it('reads what an older system left behind', () => {
  expect(read([record])).toMatchObject([
    { poNumber: 'PO-1', atMs: Date.UTC(2026, 4, 4, 12), userName: 'Kim', productIds: [5, 6] },
  ]);
  expect(read([{ ...record, timestamp: 1000, products: undefined, user_name: 7 }])).toMatchObject([
    { atMs: 1000, userName: '', productIds: [] },
  ]);
});

it('leaves out another location’s, and what is no record', () => {
  expect(read([record], 19)).toEqual([]);
  expect(read([null, 7, 'x', {}, { ...record, timestamp: 'yesterday' }, { ...record, po_number: 7 }])).toEqual([]);
  expect(read({})).toEqual([]);
  expect(parseLocalRestocks('{', 20)).toEqual([]);
  expect(parseLocalRestocks(null, 20)).toEqual([]);
});
