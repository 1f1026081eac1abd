import { beforeEach, describe, expect, it } from 'vitest';
import { useViewMemory } from './view-memory.ts';

const memory = () => useViewMemory.getState();

describe('what a view remembers', () => {
  beforeEach(() => useViewMemory.setState({ views: {} }));

  it('is kept while other views are shown', () => {
    memory().update('products', { search: 'blue dream', categoryId: 25 });
    memory().update('adjustments', { search: 'jar' });
    expect(memory().views.products).toMatchObject({ search: 'blue dream', categoryId: 25 });
    expect(memory().views.orders?.search ?? '').toBe('');
  });

  it('keeps the restock mode of the Inventory Manager, which starts with none chosen', () => {
    expect(memory().views.adjustments?.stockMode ?? null).toBeNull();
    memory().update('adjustments', { stockMode: 'restock', search: 'jar' });
    memory().update('history', { search: 'jar' });
    expect(memory().views.adjustments).toMatchObject({ stockMode: 'restock', search: 'jar' });
  });
});
