import { describe, expect, it } from 'vitest';
import { orderOptions } from './purchase-order-options.ts';

const NAMES = ['Catawba Farms', 'Counter & Case Supply', 'Default supplier', 'Piedmont Extracts'];

describe('who a purchase order may go to', () => {
  it('lists all suppliers before anything is typed, and takes none of them on Enter', () => {
    expect(orderOptions(NAMES, '')).toEqual({ names: NAMES, exact: null, sole: null });
  });

  it('finds a supplier by any words of its name, and takes the only one', () => {
    expect(orderOptions(NAMES, 'farm')).toEqual({ names: ['Catawba Farms'], exact: null, sole: 0 });
    expect(orderOptions(NAMES, 'suppl c').names).toEqual(['Counter & Case Supply']);
  });

  it('does not mind accents and apostrophes, but takes only the very name for the same', () => {
    const names = ['O’Brien’s Été', 'Old Mill'];
    expect(orderOptions(names, "o'brien ete")).toEqual({ names: ['O’Brien’s Été'], exact: null, sole: 0 });
    expect(orderOptions(names, "o'brien's été").exact).toBeNull();
    expect(orderOptions(['Old Mill'], "'").sole).toBeNull();
  });

  it('takes nothing on Enter behind a whole name: whether the goods are here is for the person to say', () => {
    expect(orderOptions(NAMES, 'catawba farms')).toEqual({
      names: ['Catawba Farms'],
      exact: 'Catawba Farms',
      sole: null,
    });
  });

  it('lists nobody for a new supplier', () => {
    expect(orderOptions(NAMES, 'New Leaf')).toEqual({ names: [], exact: null, sole: null });
  });
});
