import { beforeEach, describe, expect, it } from 'vitest';
import { connectAddress, hearAddress, useAddress } from '#web/api/address/address.ts';
import { expand, goToPage, ordersAddress, showTab } from './orders-address.ts';

const said = () => useAddress.getState().searches['orders'] ?? {};

describe('the orders that an address opens', () => {
  beforeEach(() => {
    // The first address after a change of person is dropped, and an earlier test may have changed the person.
    hearAddress('register', {});
    useAddress.setState({ view: 'orders', searches: {}, heard: 0 });
  });

  it('are named by their ids, with the tab of each', () => {
    hearAddress('orders', { order: '12.notes-15' });
    expect([...ordersAddress.get().open]).toEqual([
      [12, 'notes'],
      [15, 'items'],
    ]);
  });

  it('are none where no id can be read, and show their items where the tab is unknown', () => {
    expect(ordersAddress.read({ order: 'x.notes--0' }).open.size).toBe(0);
    expect([...ordersAddress.read({ order: '12.nothing' }).open]).toEqual([[12, 'items']]);
  });

  it('are written as they are read', () => {
    expand(12, true);
    expand(15, true);
    showTab(12, 'notes');
    expect(said()).toEqual({ order: '12.notes-15' });
    expand(12, false);
    expand(15, false);
    expect(said()).toEqual({});
  });

  it('push the address when they are opened, and replace it when they are closed', () => {
    const how: string[] = [];
    connectAddress((_view, _search, step) => how.push(step) > 0);
    expand(12, true);
    showTab(12, 'payment');
    expand(12, false);
    expect(how).toEqual(['push', 'replace', 'replace']);
  });

  it('are closed by another page', () => {
    expand(12, true);
    goToPage(2);
    expect(said()).toEqual({ page: '2' });
  });

  it('are twenty at most', () => {
    for (let id = 1; id <= 25; id += 1) expand(id, true);
    expect([...ordersAddress.get().open.keys()][0]).toBe(6);
    expect(ordersAddress.get().open.size).toBe(20);
  });
});
