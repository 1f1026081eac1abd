import { describe, expect, it } from 'vitest';
import { CLOSED, meant, moved, opened, typed, withField, withPane } from './search-state.ts';

describe('the modes of the search', () => {
  it('exclude each other: what was typed in one is gone in the next', () => {
    const filtering = withField(typed(opened(CLOSED, 'filter'), 'ind'), 'strain_type');
    expect(opened(filtering, 'customer')).toEqual({ ...CLOSED, mode: 'customer' });
  });

  it('stay as they are when asked for again', () => {
    const looking = typed(opened(CLOSED, 'customer'), 'mar');
    expect(opened(looking, 'customer')).toBe(looking);
  });

  it('show panes in customer mode and fields in filter mode only', () => {
    const products = opened(CLOSED, 'product');
    expect(withPane(products, 'new-customer')).toBe(products);
    expect(withField(products, 'effect')).toBe(products);
    expect(withPane(opened(CLOSED, 'customer'), 'new-customer').pane).toBe('new-customer');
  });

  it('forget the words for another field when one is chosen', () => {
    expect(withField(typed(opened(CLOSED, 'filter'), 'sat'), 'effect')).toMatchObject({ field: 'effect', query: '' });
  });
});

describe('the keys in the search', () => {
  const at = (highlighted: number | null) => ({ ...opened(CLOSED, 'product'), highlighted });

  it('enter the list from above and from below, and go around', () => {
    expect(moved(at(null), 1, 3).highlighted).toBe(0);
    expect(moved(at(null), -1, 3).highlighted).toBe(2);
    expect(moved(at(2), 1, 3).highlighted).toBe(0);
    expect(moved(at(0), -1, 3).highlighted).toBe(2);
  });

  it('come back into a list that has become shorter', () => {
    expect(moved(at(7), 1, 3).highlighted).toBe(0);
    expect(moved(at(7), -1, 3).highlighted).toBe(2);
    expect(moved(at(1), 1, 0).highlighted).toBeNull();
  });

  it('let Enter take the highlighted option, else the only match, else nothing', () => {
    expect(meant(at(1), 3, null)).toBe(1);
    expect(meant(at(null), 1, 0)).toBe(0);
    expect(meant(at(null), 3, null)).toBeNull();
    expect(meant(at(5), 3, null)).toBeNull();
  });

  it('lose the highlight when something else is typed', () => {
    expect(typed(at(1), 'x').highlighted).toBeNull();
  });
});
