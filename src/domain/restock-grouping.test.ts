import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { groupHistory, type HistoryLine, type HistoryRow } from './restock-grouping.ts';

const NOW = Date.UTC(2026, 4, 4, 12);
const MINUTE = 60_000;
const entry = (id: number, minutesAgo: number, part: Partial<HistoryLine> = {}): HistoryLine => ({
  id,
  productId: id,
  variationId: null,
  action: 'inventory_update',
  quantityChange: 2,
  isByStaff: true,
  batchId: null,
  purchaseOrderId: null,
  receiptId: null,
  orderId: null,
  transferId: null,
  reason: '',
  details: null,
  userName: 'Sam',
  atMs: NOW - minutesAgo * MINUTE,
  ...part,
});
const idsOf = (row: HistoryRow<HistoryLine>) =>
  row.kind === 'entry' ? [row.entry.id] : row.entries.map(({ id }) => id);
const shape = (rows: HistoryRow<HistoryLine>[]) =>
  rows.map((row) => [row.kind === 'entry' ? 'entry' : row.key, ...idsOf(row)]);

describe('history in groups', () => {
  it('puts the lines of an audit together where its newest stands', () => {
    const rows = groupHistory(
      [
        entry(9, 1, { action: 'order_deduction', quantityChange: -1 }),
        entry(8, 2, { batchId: 5, quantityChange: -1 }),
        entry(7, 3, { action: 'order_deduction', quantityChange: -1 }),
        entry(6, 4, { batchId: 5, quantityChange: 3.5 }),
      ],
      { nowMs: NOW },
    );
    expect(shape(rows)).toEqual([
      ['entry', 9],
      ['audit-5', 8, 6],
      ['entry', 7],
    ]);
    expect(rows[1]).toMatchObject({ kind: 'audit', batchId: 5, totalProducts: 2, netChange: 2.5, userName: 'Sam' });
  });

  it('puts the lines that an order moved at once together, and leaves a single line alone', () => {
    const sale = { action: 'order_deduction', quantityChange: -1, orderId: 40 };
    const rows = groupHistory(
      [
        entry(9, 1, { ...sale, action: 'order_refund', quantityChange: 1 }),
        entry(8, 2, sale),
        entry(7, 2, { ...sale, quantityChange: -3.5, productId: 8 }),
        entry(6, 2, { ...sale, orderId: 39 }),
        entry(5, 2, { ...sale, quantityChange: -2 }),
      ],
      { nowMs: NOW },
    );
    expect(shape(rows)).toEqual([
      ['entry', 9],
      [`order-40-order_deduction-${NOW - 2 * MINUTE}`, 8, 7, 5],
      ['entry', 6],
    ]);
    expect(rows[1]).toMatchObject({ kind: 'move', totalProducts: 2, netChange: -6.5 });
  });

  it('puts the lines of a transfer together, and leaves a single line alone', () => {
    const sent = { action: 'stock_transfer', quantityChange: -1 };
    const rows = groupHistory(
      [
        entry(9, 1, { ...sent, transferId: 4 }),
        entry(8, 1, { ...sent, transferId: 3 }),
        entry(7, 1, { ...sent, transferId: 4, quantityChange: -2.5 }),
      ],
      { nowMs: NOW },
    );
    expect(shape(rows)).toEqual([
      ['transfer-4', 9, 7],
      ['entry', 8],
    ]);
    expect(rows[0]).toMatchObject({ kind: 'move', totalProducts: 2, netChange: -3.5 });
  });

  it('goes by the real receipt before anything else, however far apart', () => {
    const rows = groupHistory(
      [
        entry(4, 1, { action: 'restock', purchaseOrderId: 12, receiptId: 3 }),
        entry(3, 1, { action: 'restock' }),
        entry(2, 600, { action: 'restock', purchaseOrderId: 12, receiptId: 3 }),
        entry(1, 700, { action: 'restock', purchaseOrderId: 12, receiptId: 2 }),
        entry(0, 800, { action: 'purchase_order', purchaseOrderId: 11 }),
      ],
      { nowMs: NOW, localRestocks: [{ poNumber: 'PO-X', atMs: NOW, userName: 'Kim', productIds: [4] }] },
    );
    expect(shape(rows)).toEqual([
      ['receipt-3', 4, 2],
      ['entry', 3],
      ['receipt-2', 1],
      ['po-11', 0],
    ]);
    expect(rows[0]).toMatchObject({ purchaseOrderId: 12, receiptId: 3, poNumber: null });
  });

  it('takes a local record within ten minutes for what has no batch', () => {
    const localRestocks = [
      { poNumber: 'PO-1', atMs: NOW - 20 * MINUTE, userName: 'Kim', productIds: [1, 2] },
      { poNumber: 'PO-2', atMs: NOW - 12 * MINUTE, userName: '', productIds: [] },
    ];
    const rows = groupHistory([entry(3, 3), entry(2, 15), entry(1, 29), entry(0, 31)], { nowMs: NOW, localRestocks });
    expect(shape(rows)).toEqual([
      ['local-PO-2', 3, 2],
      ['local-PO-1', 1],
      ['entry', 0],
    ]);
    expect(rows[1]).toMatchObject({ poNumber: 'PO-1', userName: 'Kim' });
    expect(rows[0]).toMatchObject({ poNumber: 'PO-2', userName: 'Sam' });
  });

  it('clusters what else came in within two minutes of each other, two or more, of the last day', () => {
    const rows = groupHistory([entry(6, 1), entry(5, 3), entry(4, 4), entry(3, 10), entry(2, 1441), entry(1, 1441)], {
      nowMs: NOW,
    });
    expect(shape(rows)).toEqual([
      ['RESTOCK-4', 6, 5, 4],
      ['entry', 3],
      ['entry', 2],
      ['entry', 1],
    ]);
    expect(rows[0]).toMatchObject({ poNumber: 'RESTOCK-4' });
  });

  it('does not take sales, transfers, returns or manual changes for restocks', () => {
    const rows = groupHistory(
      [
        entry(5, 1, { action: 'stock_transfer' }),
        entry(4, 1, { action: 'manual_adjustment' }),
        entry(3, 1, { action: 'order_reversal' }),
        entry(2, 1, { quantityChange: -2 }),
        entry(1, 1),
      ],
      { nowMs: NOW },
    );
    expect(rows.every(({ kind }) => kind === 'entry')).toBe(true);
  });

  it('shows every entry exactly once', () => {
    const one = fc.record({
      minutes: fc.integer({ min: 0, max: 1500 }),
      batchId: fc.option(fc.integer({ min: 1, max: 2 }), { freq: 3 }),
      receiptId: fc.option(fc.integer({ min: 1, max: 2 }), { freq: 3 }),
      quantityChange: fc.integer({ min: -2, max: 2 }),
      action: fc.constantFrom('restock', 'inventory_update', 'order_deduction'),
    });
    fc.assert(
      fc.property(fc.array(one, { maxLength: 30 }), (parts) => {
        const entries = parts
          .map(({ minutes, ...part }, id) => entry(id, minutes, part))
          .sort((a, b) => b.atMs - a.atMs || b.id - a.id);
        const localRestocks = [{ poNumber: 'PO-1', atMs: NOW - 30 * MINUTE, userName: '', productIds: [] }];
        const shown = groupHistory(entries, { nowMs: NOW, localRestocks }).flatMap(idsOf);
        expect(shown.toSorted((a, b) => a - b)).toEqual(entries.map(({ id }) => id).toSorted((a, b) => a - b));
      }),
    );
  });
});
