import { beforeEach, describe, expect, it } from 'vitest';
import { connectAddress, useAddress } from '#web/api/address/address.ts';
import { goTo, purchasingAddress } from './purchasing-state.ts';

const said = () => useAddress.getState().searches['adjustments'] ?? {};
let how: string[] = [];

describe('the purchase order that an address opens', () => {
  beforeEach(() => {
    useAddress.setState({ view: 'adjustments', searches: {}, heard: 0 });
    how = [];
    connectAddress((_view, _search, step) => how.push(step) > 0);
  });

  it.each([
    ['12', { kind: 'order', id: 12 }],
    ['12.edit', { kind: 'edit', id: 12 }],
    ['12.receive', { kind: 'receive', id: 12 }],
    ['new', { kind: 'new' }],
    ['12.unknown', { kind: 'order', id: 12 }],
    ['twelve', { kind: 'list' }],
    ['', { kind: 'list' }],
  ])('is read from %s', (text, place) => {
    expect(purchasingAddress.read({ order: text }).orders).toEqual(place);
  });

  it('is written with what is done with it', () => {
    goTo('orders', { kind: 'order', id: 12 });
    expect(said()).toEqual({ order: '12' });
    goTo('orders', { kind: 'receive', id: 12 });
    expect(said()).toEqual({ order: '12.receive' });
    goTo('orders', { kind: 'list' });
    expect(said()).toEqual({});
  });

  it('pushes the address when it opens, and replaces it when it, or its form, is done with', () => {
    goTo('orders', { kind: 'order', id: 12 });
    goTo('orders', { kind: 'edit', id: 12 });
    goTo('orders', { kind: 'order', id: 12 });
    goTo('orders', { kind: 'list' });
    expect(how).toEqual(['push', 'push', 'replace', 'replace']);
  });

  it('stands apart in the tab of the suppliers', () => {
    goTo('suppliers', { kind: 'order', id: 12 });
    expect(purchasingAddress.get()).toMatchObject({ orders: { kind: 'list' }, suppliers: { kind: 'order', id: 12 } });
  });
});
