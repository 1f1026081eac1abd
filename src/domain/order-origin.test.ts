import { describe, expect, it } from 'vitest';
import { orderLocationName, orderSourceName } from './order-origin.ts';

const SHOPS = [
  { id: 20, name: 'Charlotte Central' },
  { id: 40, name: 'Asheville' },
];

function order(createdVia: string, meta: Record<string, unknown> = {}) {
  return { created_via: createdVia, meta_data: Object.entries(meta).map(([key, value]) => ({ key, value })) };
}

describe('the location of an order', () => {
  it.each([
    ['the name of the shop with its number', order('pos', { _pos_location_id: 40 }), 'Asheville'],
    ['the number an older system gave it', order('', { _store_id: '23' }), 'Warehouse'],
    ['the first number there is', order('', { _flora_location_id: 25, _store_id: 20 }), 'Main Location'],
    ['the number when nobody knows it', order('pos', { _pos_location_id: 77 }), 'Location ID: 77'],
    ['the name it carries when it has no number', order('pos', { _pos_location: 'Pop-up' }), 'Pop-up'],
    ['a legacy till when it has neither', order('posv1'), 'POS (Legacy)'],
    ['a legacy till by its mark', order('', { _created_via: 'pos' }), 'POS (Legacy)'],
    ['online otherwise', order('checkout'), 'Online'],
  ])('is %s', (_, one, name) => {
    expect(orderLocationName(one, SHOPS)).toBe(name);
  });
});

describe('the source of an order', () => {
  it.each([
    ['what it says outright', order('pos', { _order_source: 'Weedmaps' }), 'Weedmaps'],
    ['a till that says so', order('rest-api', { _order_source: 'pos' }), 'POS'],
    ['the source system', order('pos', { _order_source_system: 'kiosk' }), 'kiosk'],
    ['the first till program', order('posv1'), 'POS V1'],
    ['the till', order('pos'), 'POS'],
    ['somebody in the office', order('admin'), 'WooCommerce Admin'],
    ['a till over the API', order('rest-api', { _pos_order: '1' }), 'POS (API)'],
    ['a program', order('rest-api'), 'REST API'],
    ['the online store', order('checkout'), 'Online Store'],
    ['anything else as it is', order('subscription'), 'subscription'],
    ['a till of which nothing else is known', order('', { _pos_order: true }), 'POS (Unknown)'],
    ['the online store when nothing is known', order(''), 'Online Store'],
  ])('is %s', (_, one, name) => {
    expect(orderSourceName(one)).toBe(name);
  });
});
