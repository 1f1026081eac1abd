import { expect, it } from 'vitest';
import { refundedItems, refundTenders } from './refund-words.ts';

const line = { line_id: 1, goods: '0.00', tax: '0.00', stock_quantity: 0 };

it('says what came back, and what of it is not sold again', () => {
  const lines = [
    { ...line, name: 'Walnut Grinder', quantity: 1, restock: false },
    { ...line, name: 'Blue Ridge Mist', quantity: 3.5, restock: true },
  ];
  expect(refundedItems({ lines })).toBe('1 x Walnut Grinder (not back to stock), 3.5 x Blue Ridge Mist');
});

it('says by which ways the money went back', () => {
  const tenders = [
    { method: 'cash', amount: '10.77' },
    { method: 'card', amount: '12.07' },
  ] as const;
  expect(refundTenders({ tenders: [...tenders] })).toBe('Cash $10.77, Card $12.07');
});
