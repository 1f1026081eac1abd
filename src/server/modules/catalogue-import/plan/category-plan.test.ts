import { describe, expect, it } from 'vitest';
import { CategoryPlan, withAncestors } from './category-plan.ts';

const FLOWER = { id: 25, name: 'Flower', slug: 'flower', parent_id: null };
const PRE_ROLL = { id: 30, name: 'Pre-Roll', slug: 'pre-roll', parent_id: null };
const CONCENTRATE = { id: 27, name: 'Concentrate', slug: 'concentrate', parent_id: null };

function idOf(plan: CategoryPlan, ...path: string[]): number | null | string {
  const found = plan.resolve(path);
  return found.ok ? found.value.id : found.refused.reason;
}

describe('the categories of a file', () => {
  it('are those of the shop, whatever their case, their number or their hyphens', () => {
    const plan = new CategoryPlan([FLOWER, PRE_ROLL]);
    for (const name of ['Flower', 'FLOWERS', ' flower ']) expect(idOf(plan, name)).toBe(25);
    for (const name of ['pre-roll', 'Prerolls', 'Pre Rolls']) expect(idOf(plan, name)).toBe(30);
    expect(plan.created).toEqual([]);
  });

  it('share a kind of goods of the shop that the file keeps under another one', () => {
    const plan = new CategoryPlan([FLOWER, PRE_ROLL]);
    expect(idOf(plan, 'Flowers', 'Pre-Roll')).toBe(30);
  });

  it('stand under their parent even when a top category has the same name', () => {
    const plan = new CategoryPlan([CONCENTRATE, { id: 40, name: 'Topical', slug: 'topical', parent_id: null }]);
    expect(idOf(plan, 'Concentrate', 'Topical')).toBeNull();
    expect(plan.created).toMatchObject([{ name: 'Topical', slug: 'concentrate-topical', parent: { id: 27 } }]);
  });

  it('are made once, parents first', () => {
    const plan = new CategoryPlan([]);
    for (const path of [['Clothing', 'Hoodies'], ['clothing', 'hoodies'], ['Clothing']]) plan.resolve(path);
    expect(plan.created.map(({ name, slug }) => [name, slug])).toEqual([
      ['Clothing', 'clothing'],
      ['Hoodies', 'hoodies'],
    ]);
  });

  it('get a slug of their own in any script', () => {
    const plan = new CategoryPlan([]);
    for (const name of ['Crème & Öl', '花', '!!!', '???']) plan.resolve([name]);
    expect(plan.created.map(({ slug }) => slug)).toEqual(['creme-ol', '花', 'category', 'category-2']);
  });

  it('are not guessed when two of the shop have the name', () => {
    const plan = new CategoryPlan([FLOWER, { ...FLOWER, id: 99, slug: 'flower-2' }]);
    expect(idOf(plan, 'Flower')).toBe('"Flower" may be any of 2 categories');
  });

  it('come with those above them, the named ones first', () => {
    const plan = new CategoryPlan([FLOWER, { id: 50, name: 'Kief', slug: 'kief', parent_id: 25 }, PRE_ROLL]);
    const named = [['Flower', 'Kief'], ['Pre-Roll']].flatMap((path) => {
      const found = plan.resolve(path);
      return found.ok ? [found.value] : [];
    });
    expect(withAncestors(named).map(({ id }) => id)).toEqual([50, 30, 25]);
  });
});
