import { expect, it } from 'vitest';
import { hasFilters } from '../unified-search/view-search.ts';
import { searchPlaceholder, VIEW_IDS, VIEWS } from './views.ts';

it('has the views in their order, and a side panel where they have one', () => {
  expect(VIEW_IDS.map((id) => [VIEWS[id].title, VIEWS[id].sidePanel])).toEqual([
    ['Products', 'Cart'],
    ['Blueprint Fields', 'Print Controls'],
    ['Inventory Manager', undefined],
    ['Adjustment History', undefined],
    ['Customers', undefined],
    ['Orders', undefined],
    ['TV Menu Display', undefined],
    ['AI Canvas View', 'Chat'],
  ]);
});

it('says in the search box what is searched', () => {
  const words = (view: (typeof VIEW_IDS)[number], stockTab: 'stock' | 'purchase-orders' | 'suppliers' = 'stock') =>
    searchPlaceholder(view, { stockTab });
  expect(words('orders')).toBe('Search orders, customers...');
  expect(words('customers')).toBe('Search Customers...');
  expect(words('adjustments')).toBe('Search Inventory Manager...');
  expect(words('adjustments', 'purchase-orders')).toBe('Search purchase orders...');
  expect(words('adjustments', 'suppliers')).toBe('Search suppliers...');
});

it('offers categories only where they narrow the list', () => {
  expect(VIEW_IDS.filter((view) => hasFilters(view, { stockTab: 'stock' }))).toEqual([
    'products',
    'blueprint-fields',
    'adjustments',
  ]);
  expect(hasFilters('adjustments', { stockTab: 'suppliers' })).toBe(false);
});
