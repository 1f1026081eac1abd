import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toCents } from './money.ts';
import {
  canDelete,
  canEditCosts,
  canEditItems,
  canReceive,
  moveTo,
  nextStatuses,
  PO_STATUSES,
  parsePercent,
  percentBehind,
  poTotals,
  receive,
  statusAfterReceipt,
} from './purchase-order.ts';
import { toMilli } from './quantity.ts';

const line = (id: number, ordered: number, received = 0) => ({
  id,
  orderedMilli: toMilli(ordered),
  receivedMilli: toMilli(received),
});
const came = (id: number, quantity: number, expected?: number) => ({
  id,
  quantityMilli: toMilli(quantity),
  ...(expected !== undefined && { expectedReceivedMilli: toMilli(expected) }),
});

describe('a purchase order moves', () => {
  it.each([
    ['draft', ['ordered', 'cancelled']],
    ['ordered', ['cancelled']],
    ['partially_received', ['cancelled']],
    ['received', []],
    ['cancelled', []],
  ] as const)('from %s to %j by hand, and nowhere else', (from, to) => {
    expect(nextStatuses(from)).toEqual(to);
    for (const status of PO_STATUSES) {
      const isAllowed = status === from || (to as readonly string[]).includes(status);
      expect(moveTo(from, status)).toEqual(
        isAllowed ? { ok: true, value: status } : { ok: false, refused: { code: 'status_conflict' } },
      );
    }
  });

  it('takes goods once it is ordered, new lines before, costs until something came', () => {
    expect(PO_STATUSES.filter(canReceive)).toEqual(['ordered', 'partially_received']);
    expect(PO_STATUSES.filter(canEditItems)).toEqual(['draft']);
    expect(PO_STATUSES.filter(canEditCosts)).toEqual(['draft', 'ordered']);
  });

  it('is deleted before any receipt only', () => {
    expect(PO_STATUSES.filter((status) => canDelete({ status, receipts: 0 }))).toEqual([
      'draft',
      'ordered',
      'cancelled',
    ]);
    expect(PO_STATUSES.filter((status) => canDelete({ status, receipts: 1 }))).toEqual([]);
  });
});

describe('totals', () => {
  it('are lines, tax on the subtotal to the cent, and shipping', () => {
    const lines = [
      { orderedMilli: toMilli(3500), unitCostCents: toCents(333) },
      { orderedMilli: toMilli(10_000), unitCostCents: toCents(125) },
      { orderedMilli: toMilli(1000), unitCostCents: toCents(0) },
    ];
    expect(poTotals(lines, 875, toCents(1500))).toEqual({
      lineTotals: [1166, 1250, 0],
      subtotalCents: 2416,
      taxCents: 211,
      totalCents: 4127,
    });
  });

  it.each([
    ['8.75', 875],
    [0, 0],
    [100, 10_000],
    ['7', 700],
  ])('read %j percent', (input, basisPoints) => {
    expect(parsePercent(input)).toEqual({ ok: true, value: basisPoints });
  });

  it('finds the percent behind a tax, where there is one', () => {
    expect(percentBehind(toCents(2416), toCents(211))).toBe(873);
    expect(percentBehind(toCents(10_000), toCents(875))).toBe(875);
    expect(percentBehind(toCents(0), toCents(0))).toBe(0);
    expect(percentBehind(toCents(0), toCents(1))).toBeNull();
    expect(percentBehind(toCents(10), toCents(11))).toBeNull();
    expect(percentBehind(toCents(1_000_000_000), toCents(12_345_678))).toBeNull();
  });

  it.each(['-1', 100.01, '8.755', 'a', '', Number.NaN])('do not read %j as percent', (input) => {
    expect(parsePercent(input).ok).toBe(false);
  });
});

describe('receiving', () => {
  it('takes a part, and then the rest', () => {
    expect(receive([line(1, 10_000)], [came(1, 4000, 0)], false)).toEqual({
      ok: true,
      value: [{ id: 1, quantityMilli: 4000, overMilli: 0 }],
    });
    expect(receive([line(1, 10_000, 4000)], [came(1, 6000, 4000)], false).ok).toBe(true);
  });

  it('tells the second of two people who unpack one box that the first was quicker', () => {
    expect(receive([line(1, 10_000, 4000), line(2, 5000)], [came(2, 1000, 0), came(1, 4000, 0)], true)).toEqual({
      ok: false,
      refused: { code: 'receipt_changed', lineIds: [1] },
    });
  });

  it('takes more than was ordered only when that is confirmed, and says how much more', () => {
    const arrived = [came(1, 7000), came(2, 1000)];
    const lines = [line(1, 10_000, 4000), line(2, 5000)];
    expect(receive(lines, arrived, false)).toEqual({
      ok: false,
      refused: { code: 'receipt_exceeds_order', lineIds: [1] },
    });
    expect(receive(lines, arrived, true)).toEqual({
      ok: true,
      value: [
        { id: 1, quantityMilli: 7000, overMilli: 1000 },
        { id: 2, quantityMilli: 1000, overMilli: 0 },
      ],
    });
  });

  it('adds up a line that is named twice', () => {
    expect(receive([line(1, 10_000)], [came(1, 6000), came(1, 6000)], false).ok).toBe(false);
  });

  it.each([
    ['nothing', [], 'receipt_empty'],
    ['zero of everything', [came(1, 0)], 'receipt_empty'],
    ['less than nothing', [came(1, -1000)], 'receipt_quantity_not_valid'],
    ['a line of another order', [came(9, 1000)], 'receipt_line_unknown'],
  ])('refuses %s', (_what, arrived, code) => {
    expect(receive([line(1, 10_000)], arrived, true)).toMatchObject({ ok: false, refused: { code } });
  });

  it('never goes beyond what was ordered unconfirmed, however it arrives', () => {
    const parts = fc.array(fc.tuple(fc.integer({ min: 0, max: 2 }), fc.integer({ min: 0, max: 9000 })), {
      maxLength: 12,
    });
    fc.assert(
      fc.property(parts, (deliveries) => {
        let lines = [line(0, 5000), line(1, 12_000), line(2, 1)];
        for (const [id, quantity] of deliveries) {
          const result = receive(lines, [came(id, quantity)], false);
          if (!result.ok) continue;
          lines = lines.map((open) => {
            const more = result.value.find((part) => part.id === open.id)?.quantityMilli ?? 0;
            return { ...open, receivedMilli: toMilli(open.receivedMilli + more) };
          });
          for (const open of lines) expect(open.receivedMilli).toBeLessThanOrEqual(open.orderedMilli);
        }
        const all = lines.every((open) => open.receivedMilli === open.orderedMilli);
        expect(statusAfterReceipt(lines) === 'received').toBe(all);
      }),
    );
  });

  it('leaves an order ordered, partially received or received', () => {
    expect(statusAfterReceipt([line(1, 10), line(2, 10)])).toBe('ordered');
    expect(statusAfterReceipt([line(1, 10, 12), line(2, 10)])).toBe('partially_received');
    expect(statusAfterReceipt([line(1, 10, 12), line(2, 10, 10)])).toBe('received');
  });
});
