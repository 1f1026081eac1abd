import { beforeEach, describe, expect, it } from 'vitest';
import { useViewMemory } from './view-memory.ts';

const memory = () => useViewMemory.getState();

describe('what a view remembers', () => {
  beforeEach(() => useViewMemory.setState({ views: {} }));

  it('is kept while other views are shown', () => {
    memory().enter('products');
    memory().update('products', { search: 'blue dream', categoryId: 25 });
    memory().enter('orders');
    memory().enter('products');
    expect(memory().views.products).toMatchObject({ search: 'blue dream', categoryId: 25 });
    expect(memory().views.orders?.search ?? '').toBe('');
  });

  it('puts the Inventory Manager in audit mode each time it is opened', () => {
    memory().enter('adjustments');
    memory().update('adjustments', { stockMode: 'restock', search: 'jar' });
    memory().enter('history');
    memory().enter('adjustments');
    expect(memory().views.adjustments).toMatchObject({ stockMode: 'audit', search: 'jar' });
  });
});
