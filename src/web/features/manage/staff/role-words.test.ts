import { expect, it } from 'vitest';
import { PERMISSIONS, permissionsOf } from '#domain/permissions.ts';
import { roleSentence } from './role-words.ts';

const usual = { granted: [], withheld: [] };
const of = (role: 'staff' | 'manager', changes: { granted?: string[]; withheld?: string[] } = {}, mostRefund = '') =>
  roleSentence({
    permissions: permissionsOf(role, { ...usual, ...changes }),
    most_refund: mostRefund === '' ? null : mostRefund,
  });

it('tells what a role may do in this shop, and where', () => {
  expect(of('staff')).toBe('Sells, counts stock, sees orders and refunds, at their own location.');
  expect(of('staff', { withheld: ['adjust-stock', 'change-orders'] })).toBe(
    'Sells and sees orders, at their own location.',
  );
  expect(of('staff', { withheld: PERMISSIONS.filter((one) => one !== 'sell'), granted: ['switch-location'] })).toBe(
    'Sells, at every location.',
  );
  expect(of('manager')).toContain('deletes orders, adjusts points, edits products and sees costs, at every location.');
});

it('names the most that a role refunds', () => {
  expect(of('staff', {}, '50.00')).toContain('refunds up to $50.00');
});

it('has words for a role without any of them', () => {
  expect(of('staff', { withheld: [...PERMISSIONS] })).toBe('Neither sells nor changes anything.');
});
