import { beforeEach, describe, expect, it } from 'vitest';
import { useViewMemory } from './view-memory.ts';

const memory = () => useViewMemory.getState();

describe('what a view remembers', () => {
  beforeEach(() => useViewMemory.setState({ userId: null, views: {} }));

  it('is kept while other views are shown', () => {
    memory().enter('products', 1);
    memory().update('products', { search: 'blue dream', categoryId: 25 });
    memory().enter('orders', 1);
    memory().enter('products', 1);
    expect(memory().views.products).toMatchObject({ search: 'blue dream', categoryId: 25 });
    expect(memory().views.orders?.search ?? '').toBe('');
  });

  it('puts the Inventory Manager in audit mode each time it is opened', () => {
    memory().enter('adjustments', 1);
    memory().update('adjustments', { stockMode: 'restock', search: 'jar' });
    memory().enter('history', 1);
    memory().enter('adjustments', 1);
    expect(memory().views.adjustments).toMatchObject({ stockMode: 'audit', search: 'jar' });
  });

  it('survives an ended session of the same person and is not shown to the next', () => {
    memory().enter('products', 1);
    memory().update('products', { search: 'gummies' });
    memory().enter('products', 1);
    expect(memory().views.products?.search).toBe('gummies');
    memory().enter('products', 2);
    expect(memory().views.products).toBeUndefined();
  });
});
