import { expect, it } from 'vitest';
import { addressOfRows } from './open-card.ts';

it('leads to the same filter in the view that the rows belong to', () => {
  const week = { date_from: '2026-11-16', date_to: '2026-11-22' };
  expect(addressOfRows('orders', { ...week, location_id: '20' }, 'orders')).toEqual({
    view: 'orders',
    search: { from: '2026-11-16', to: '2026-11-22', location: '20' },
  });
  expect(addressOfRows('orders', week, 'sales_summary').search).toEqual({
    from: '2026-11-16',
    to: '2026-11-22',
    location: 'all',
    summary: 'yes',
  });
  expect(addressOfRows('adjustments', { attention: 'low' }, 'low_stock')).toEqual({
    view: 'adjustments',
    search: { tab: 'attention', attention: 'low' },
  });
  expect(addressOfRows('purchasing', { order: '12' })).toEqual({
    view: 'adjustments',
    search: { tab: 'purchase-orders', order: '12' },
  });
});
