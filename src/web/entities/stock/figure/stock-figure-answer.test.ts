import { expect, it } from 'vitest';
import type { HistoryEntry } from '#contract/history.ts';
import { stockAnswer } from './stock-figure-answer.ts';

const ZONE = { unit: 'g', timeZone: 'America/New_York', isWhole: false };

/** Movements as they happened, oldest first, from a stock; answers them newest first. */
function movementsFrom(start: number, changes: readonly (readonly [action: string, change: number])[]): HistoryEntry[] {
  let stock = start;
  return changes
    .map(([action, change], index): HistoryEntry => {
      const before = stock;
      stock = Math.round((stock + change) * 1000) / 1000;
      return {
        id: index,
        location_id: 20,
        product_id: 1,
        variation_id: null,
        product_name: 'Cold Creek',
        sku: null,
        action,
        quantity_change: change,
        old_stock: before,
        new_stock: stock,
        reason: '',
        user_id: 1,
        user_name: 'Rowan Hale',
        created_at: `2026-11-0${index + 1}T17:00:00Z`,
        details: null,
        batch_id: action === 'audit' ? 7 : null,
        purchase_order_id: null,
        receipt_id: null,
        transfer_id: null,
        conversion_id: null,
        order_id: null,
        reference: null,
      };
    })
    .toReversed();
}

it('leads with the last count, and what moved since', () => {
  const movements = movementsFrom(300, [
    ['order_deduction', -7],
    ['audit', 27],
    ['order_deduction', -10.5],
    ['order_deduction', -1.5],
  ]);
  expect(stockAnswer(movements, ZONE)).toBe(
    'After the count of Nov 2, 2026: 320 g. Since then 12 sold, 0 received: expect 308 g.',
  );
});

it('names all other movements with their sign, so that the sentence adds up', () => {
  const movements = movementsFrom(0, [
    ['audit', 10],
    ['restock', 100],
    ['order_refund', 1],
    ['stock_transfer', -20],
    ['manual_adjustment', -0.5],
  ]);
  expect(stockAnswer(movements, ZONE)).toBe(
    'After the count of Nov 1, 2026: 10 g. Since then 0 sold, 100 received, +1 returned, −20 by transfer, −0.5 by hand: expect 90.5 g.',
  );
});

it('says when nothing moved, and begins with the first movement when no count changed anything', () => {
  expect(stockAnswer(movementsFrom(0, [['audit', 4]]), { ...ZONE, unit: undefined })).toBe(
    'After the count of Nov 1, 2026: 4. Nothing moved since.',
  );
  const never = movementsFrom(0, [
    ['restock', 5],
    ['order_deduction', -2],
  ]);
  expect(stockAnswer(never, { ...ZONE, isWhole: true })).toBe(
    'Began with 0 g. Since then 2 sold, 5 received: expect 3 g.',
  );
});

it('says nothing while the count is further back than the movements that are here', () => {
  expect(stockAnswer(movementsFrom(9, [['order_deduction', -1]]), ZONE)).toBeNull();
  expect(stockAnswer([], { ...ZONE, isWhole: true })).toBeNull();
});

it('does not call the stock received that was there at the beginning', () => {
  const movements = movementsFrom(0, [
    ['opening_stock', 133],
    ['restock', 364],
    ['order_deduction', -185],
  ]);
  expect(stockAnswer(movements, { ...ZONE, isWhole: true })).toBe(
    'Opening stock: 133 g. Since then 185 sold, 364 received: expect 312 g.',
  );
});
