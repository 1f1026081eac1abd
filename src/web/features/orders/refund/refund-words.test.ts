import { expect, it } from 'vitest';
import { refundedBy, refundedItems, refundTenders } from './refund-words.ts';

const line = { line_id: 1, goods: '0.00', tax: '0.00', stock_quantity: 0 };

it('says what came back, and what of it is not sold again', () => {
  const lines = [
    { ...line, name: 'Walnut Grinder', quantity: 1, restock: false },
    { ...line, line_id: 2, name: 'Blue Ridge Mist', quantity: 3.5, restock: true },
  ];
  expect(refundedItems({ lines }, (id) => (id === 2 ? 'g' : ''))).toBe(
    '1 x Walnut Grinder (not back to stock), 3.5 g of Blue Ridge Mist',
  );
});

it('says who gave it back, and at which till', () => {
  expect(refundedBy({ by: 'Rowan Hale', till: null })).toBe('Rowan Hale');
  expect(refundedBy({ by: 'Rowan Hale', till: { id: 't', name: 'Front' } })).toBe('Rowan Hale at Front');
  expect(refundedBy({ by: 'Rowan Hale', till: { id: 't', name: null } })).toBe('Rowan Hale');
});

it('says by which ways the money went back', () => {
  const tenders = [
    { method: 'cash', amount: '10.77' },
    { method: 'card', amount: '12.07' },
  ] as const;
  expect(refundTenders({ tenders: [...tenders] })).toBe('Cash $10.77, Card $12.07');
});
