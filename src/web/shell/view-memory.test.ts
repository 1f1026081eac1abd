import { beforeEach, describe, expect, it } from 'vitest';
import { useViewMemory } from './view-memory.ts';

const memory = () => useViewMemory.getState();

describe('what a view remembers', () => {
  beforeEach(() => useViewMemory.setState({ userId: null, views: {} }));

  it('is kept while other views are shown', () => {
    memory().enter(1);
    memory().update('products', { search: 'blue dream', categoryId: 25 });
    memory().enter(1);
    memory().enter(1);
    expect(memory().views.products).toMatchObject({ search: 'blue dream', categoryId: 25 });
    expect(memory().views.orders?.search ?? '').toBe('');
  });

  it('keeps the restock mode of the Inventory Manager, which starts with none chosen', () => {
    memory().enter(1);
    expect(memory().views.adjustments?.stockMode ?? null).toBeNull();
    memory().update('adjustments', { stockMode: 'restock', search: 'jar' });
    memory().enter(1);
    expect(memory().views.adjustments).toMatchObject({ stockMode: 'restock', search: 'jar' });
  });

  it('survives an ended session of the same person and is not shown to the next', () => {
    memory().enter(1);
    memory().update('products', { search: 'gummies' });
    memory().enter(1);
    expect(memory().views.products?.search).toBe('gummies');
    memory().enter(2);
    expect(memory().views.products).toBeUndefined();
  });
});
