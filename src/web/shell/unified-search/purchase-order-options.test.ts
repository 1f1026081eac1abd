import { describe, expect, it } from 'vitest';
import { orderOptions } from './purchase-order-options.ts';

const NAMES = ['Catawba Farms', 'Counter & Case Supply', 'Default supplier', 'Piedmont Extracts'];

describe('who a purchase order may go to', () => {
  it('lists all suppliers before anything is typed, and takes none of them on Enter', () => {
    expect(orderOptions(NAMES, '', true)).toEqual({ names: NAMES, exact: null, sole: null });
  });

  it('finds a supplier by any words of its name, and takes the only one', () => {
    expect(orderOptions(NAMES, 'farm', true)).toEqual({ names: ['Catawba Farms'], exact: null, sole: 0 });
    expect(orderOptions(NAMES, 'suppl c', true).names).toEqual(['Counter & Case Supply']);
  });

  it('does not mind accents and apostrophes, but takes only the very name for the same', () => {
    const names = ['O’Brien’s Été', 'Old Mill'];
    expect(orderOptions(names, "o'brien ete", true)).toEqual({ names: ['O’Brien’s Été'], exact: null, sole: 0 });
    expect(orderOptions(names, "o'brien's été", true).exact).toBeNull();
    expect(orderOptions(['Old Mill'], "'", true).sole).toBeNull();
  });

  it('creates on Enter behind a whole name, whatever its case, while something is pending', () => {
    expect(orderOptions(NAMES, 'catawba farms', true)).toEqual({
      names: ['Catawba Farms'],
      exact: 'Catawba Farms',
      sole: 1,
    });
    expect(orderOptions(NAMES, 'catawba farms', false).sole).toBeNull();
  });

  it('lists nobody for a new supplier', () => {
    expect(orderOptions(NAMES, 'New Leaf', true)).toEqual({ names: [], exact: null, sole: null });
  });
});
