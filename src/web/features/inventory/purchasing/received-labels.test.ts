import { expect, it } from 'vitest';
import { labelsOfReceipts, type PoReceipt } from './received-labels.ts';
import { sampleOrder } from './sample-order.testing.ts';

const receipt = (id: number, items: PoReceipt['items']): PoReceipt => ({
  id,
  user_id: 2,
  user_name: 'Marlow Reyes',
  is_over_receipt: false,
  note: '',
  created_at: '2026-11-21T14:00:00.000Z',
  items,
});

it('asks for labels of one delivery, or of all of them', () => {
  const first = receipt(1, [{ item_id: 1, quantity: 7, quantity_over: 0 }]);
  const second = receipt(2, [
    { item_id: 2, quantity: 4, quantity_over: 0 },
    { item_id: 1, quantity: 3, quantity_over: 0 },
  ]);
  const order = sampleOrder({ receipts: [first, second] });
  const tin = { productId: 1, variationId: null };
  const tee = { productId: 2, variationId: 21 };
  expect(labelsOfReceipts(order, [second])).toEqual([
    { ...tin, quantityMilli: 3000 },
    { ...tee, quantityMilli: 4000 },
  ]);
  expect(labelsOfReceipts(order, order.receipts)).toEqual([
    { ...tin, quantityMilli: 10_000 },
    { ...tee, quantityMilli: 4000 },
  ]);
});
