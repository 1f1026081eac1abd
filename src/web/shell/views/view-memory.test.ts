import { beforeEach, describe, expect, it } from 'vitest';
import { connectAddress, flushAddress, hearAddress, type Search, useAddress } from '#web/api/address/address.ts';
import { updateView, viewState } from './view-memory.ts';

describe('what a view remembers', () => {
  beforeEach(() => useAddress.setState({ view: 'products', searches: {}, heard: 0 }));

  it('is kept while other views are shown', () => {
    updateView('products', { search: 'blue dream', categoryId: 25 });
    updateView('adjustments', { search: 'jar' });
    expect(viewState('products')).toMatchObject({ search: 'blue dream', categoryId: 25 });
    expect(viewState('orders').search).toBe('');
  });

  it('keeps the restock mode of the Inventory Manager, which starts with none chosen', () => {
    expect(viewState('adjustments').stockMode).toBeNull();
    updateView('adjustments', { stockMode: 'restock', search: 'jar' });
    updateView('history', { search: 'jar' });
    expect(viewState('adjustments')).toMatchObject({ stockMode: 'restock', search: 'jar' });
  });

  it('keeps the search of each tab of the Inventory Manager, and takes none into another tab', () => {
    updateView('adjustments', { search: 'jar' });
    updateView('adjustments', { stockTab: 'purchase-orders' });
    expect(viewState('adjustments')).toMatchObject({ stockTab: 'purchase-orders', search: '' });
    updateView('adjustments', { search: 'PO-7' });
    updateView('adjustments', { stockTab: 'suppliers' });
    expect(viewState('adjustments').search).toBe('');
    updateView('adjustments', { stockTab: 'stock' });
    expect(viewState('adjustments').search).toBe('jar');
    // A link that names a search has that one.
    updateView('adjustments', { stockTab: 'purchase-orders', search: 'PO-9' });
    expect(viewState('adjustments').search).toBe('PO-9');
    updateView('adjustments', { stockTab: 'stock' });
    expect(viewState('adjustments').search).toBe('jar');
  });

  it('is read from the address of the view', () => {
    hearAddress('adjustments', { mode: 'restock', tab: 'suppliers', search: 'jar', category: '25' });
    expect(viewState('adjustments')).toMatchObject({
      stockMode: 'restock',
      stockTab: 'suppliers',
      search: 'jar',
      categoryId: 25,
    });
  });

  it('keeps a birth date that is searched for out of the address, and remembers it', () => {
    const went: Search[] = [];
    flushAddress();
    connectAddress((_, search) => went.push(search) > 0);
    hearAddress('customers', {});
    for (const search of ['3/14/1985', '1985-03-14', 'Ada', '03-14-1985']) {
      updateView('customers', { search });
      flushAddress();
      expect(viewState('customers').search).toBe(search);
    }
    expect(went).toEqual([{ search: 'Ada' }, {}]);
    // Opening somebody who was found goes on with the search.
    hearAddress('customers', { customer: '7' });
    expect(viewState('customers').search).toBe('03-14-1985');
    connectAddress(() => false);
  });

  it('does not bring the register into audit mode by an address', () => {
    hearAddress('products', { mode: 'audit', '.mode': 'audit' });
    expect(viewState('products').stockMode).toBeNull();
  });

  it('knows the name of a customer who was chosen here, and the number of any other', () => {
    updateView('orders', { customer: { id: 3, name: 'Ada Byron' } });
    expect(viewState('orders').customer).toEqual({ id: 3, name: 'Ada Byron' });
    hearAddress('orders', { customer: '4' });
    expect(viewState('orders').customer).toEqual({ id: 4, name: '' });
  });

  it('begins another search of the customers at the first page, and lets Back have the former one as it was', () => {
    hearAddress('customers', { page: '3', customer: '12.rewards', group: 'VIP', search: 'dana' });
    updateView('customers', { search: 'jar' });
    expect(useAddress.getState().searches['customers']).toEqual({ search: 'jar', group: 'VIP' });
    hearAddress('customers', { page: '3', customer: '12.rewards', group: 'VIP', search: 'dana' });
    expect(viewState('customers').search).toBe('dana');
    expect(useAddress.getState().searches['customers']).toMatchObject({ page: '3', customer: '12.rewards' });
  });

  it('opens a customer who is chosen, and nobody else', () => {
    hearAddress('customers', { page: '3', customer: '12.rewards' });
    updateView('customers', { customer: { id: 7, name: 'Ann' } });
    expect(useAddress.getState().searches['customers']).toEqual({ customer: '7' });
  });

  it('begins another search of the orders at the first page, with none of them open', () => {
    hearAddress('orders', { page: '3', order: '12', status: 'completed' });
    updateView('orders', { search: 'jar' });
    expect(useAddress.getState().searches['orders']).toEqual({ search: 'jar', status: 'completed' });
  });
});
