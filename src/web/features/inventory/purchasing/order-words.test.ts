import { displayGrouped, fromQuantityNumber } from '#domain/quantity.ts';
import { describe, expect, it } from 'vitest';
import { isNarrowed, FRESH_FILTER, queryOf } from './list/purchase-order-filter.ts';
import { percentReceived, progressOf, progressOfLines, progressWords, timelineOf } from './order-words.ts';
import { sampleOrder } from './sample-order.testing.ts';
import { matchingSuppliers } from './supplier/supplier-search.ts';

describe('how much of an order is here', () => {
  const progress = (unit: string, ordered: number, received: number) => [
    { unit, orderedMilli: fromQuantityNumber(ordered), receivedMilli: fromQuantityNumber(received) },
  ];
  it('is full only when nothing is missing', () => {
    const percent = (...quantities: [ordered: number, received: number][]) =>
      percentReceived(quantities.flatMap(([ordered, received]) => progress('', ordered, received)));
    expect(percent([1000, 999.9])).toBe(99);
    expect(percent([10, 12])).toBe(100);
    expect(percent([0, 0])).toBe(0);
    expect(percent([10, 12], [100, 50])).toBe(75);
  });

  it('is told with thousands apart and no trailing zeros, and never adds grams to pieces', () => {
    expect(progressWords(progress('', 12_000, 1250.5))).toBe('1,250.5 of 12,000');
    expect(progressWords(progress('g', 10, 0))).toBe('0 of 10 g');
    const order = sampleOrder();
    const units = (productId: number) => (productId === 1 ? 'g' : '');
    expect(progressWords(progressOfLines(order, units))).toBe('0 of 10 g, 0 of 4 pcs');
    expect(progressOf({ ...order, by_unit: [{ unit: 'g', ordered: 10, received: 2.5 }] })).toEqual(
      progress('g', 10, 2.5),
    );
    expect(progressOf(order)).toEqual(progress('', 14, 0));
    expect(displayGrouped(fromQuantityNumber(-1234.25))).toBe('-1,234.25');
  });
});

describe('what happened to an order', () => {
  const unitOf = (productId: number) => (productId === 2 ? 'g' : '');
  const receipt = {
    id: 5,
    user_id: 3,
    user_name: 'Sasha Lind',
    is_over_receipt: true,
    note: 'Slip 9',
    created_at: '2026-11-22T14:00:00.000Z',
    items: [
      { item_id: 1, quantity: 10, quantity_over: 0 },
      { item_id: 2, quantity: 5.5, quantity_over: 1.5 },
    ],
  };

  it('is told in the order it happened, with who and why', () => {
    const order = sampleOrder({
      status: 'received',
      ordered_at: '2026-11-20T14:00:00.000Z',
      received_at: receipt.created_at,
      receipts: [receipt],
    });
    expect(timelineOf(order, unitOf).map(({ sentence, by, note }) => [sentence, by, note])).toEqual([
      ['Created', 'Marlow Reyes', ''],
      ['Ordered from Catawba Farms', '', ''],
      ['Received 10 pieces, 5.5 g on 2 lines, 1.5 g more than ordered', 'Sasha Lind', 'Slip 9'],
      ['Everything received', '', ''],
    ]);
  });

  it('ends with its cancellation, also after something came', () => {
    const order = sampleOrder({
      status: 'cancelled',
      ordered_at: '2026-11-20T15:00:00.000Z',
      received_at: null,
      cancelled_at: '2026-11-23T14:00:00.000Z',
      receipts: [{ ...receipt, is_over_receipt: false, items: [{ item_id: 1, quantity: 2, quantity_over: 0 }] }],
    });
    expect(timelineOf(order, unitOf).map(({ sentence }) => sentence)).toEqual([
      'Created',
      'Ordered from Catawba Farms',
      'Received 2 pieces on 1 line',
      'Cancelled',
    ]);
  });
});

describe('the list', () => {
  it('asks for what is chosen and leaves out what is not', () => {
    expect(queryOf(FRESH_FILTER, '  ', 1)).toEqual({ page: '1', per_page: '50' });
    expect(queryOf({ status: 'open', supplierId: 4, from: '2026-01-01', to: '', locationId: 19 }, ' PO-1 ', 3)).toEqual(
      {
        page: '3',
        per_page: '50',
        status: 'open',
        supplier_id: '4',
        date_from: '2026-01-01',
        location_id: '19',
        search: 'PO-1',
      },
    );
  });

  it('is narrowed by anything but the location', () => {
    expect(isNarrowed({ ...FRESH_FILTER, locationId: 19 }, ' ')).toBe(false);
    expect(isNarrowed({ ...FRESH_FILTER, to: '2026-01-01' }, '')).toBe(true);
    expect(isNarrowed(FRESH_FILTER, 'tin')).toBe(true);
  });

  it('finds suppliers by any words of what is known of them', () => {
    const supplier = (id: number, name: string, contact: string, status: 'active' | 'inactive') => ({
      ...{ id, name, contact, status, email: 'a@b.example', phone: '704', address: 'Depot Street' },
      created_at: '2026-11-20T14:00:00.000Z',
      version: 1,
    });
    const both = [
      supplier(1, 'Catawba Farms', 'Ruth Ansley', 'active'),
      supplier(2, 'Old Mill', 'Ruth Bell', 'inactive'),
    ];
    expect(matchingSuppliers(both, 'ruth depot', 'all').map(({ id }) => id)).toEqual([1, 2]);
    expect(matchingSuppliers(both, 'RUTH', 'active').map(({ id }) => id)).toEqual([1]);
    expect(matchingSuppliers(both, 'ruth nobody', 'all')).toEqual([]);
    const brien = [supplier(3, 'O’Brien’s Été', 'Zoë', 'active')];
    expect(matchingSuppliers(brien, 'obriens ete zoe', 'all')).toEqual(brien);
    expect(matchingSuppliers(brien, "o'brien zoë", 'all')).toEqual(brien);
  });
});
