import { describe, expect, it } from 'vitest';
import type { ManagedCategory } from '#contract/managed-categories.ts';
import { dropAt, type Move, moveByKey, moved, placeInWords, rowsOf } from './category-tree.ts';

const category = (id: number, name: string, parent: number | null = null): ManagedCategory => {
  return {
    id,
    name,
    slug: name.toLowerCase(),
    parent_id: parent,
    blueprint_id: null,
    image: null,
    products: 0,
    version: 1,
  };
};
/** Flower; Gear, with Glass and Papers below it; Vape. */
const TREE = [
  category(1, 'Flower'),
  category(2, 'Gear'),
  category(3, 'Glass', 2),
  category(4, 'Papers', 2),
  category(5, 'Vape'),
];
const inWords = (tree: readonly ManagedCategory[]) =>
  rowsOf(tree).map(({ category: { name }, depth }) => `${'-'.repeat(depth)}${name}`);
const after = (move: Move | null) => move && inWords(moved(TREE, move));

describe('the tree of categories by keys', () => {
  it('moves among those beside it', () => {
    expect(after(moveByKey(TREE, 5, 'ArrowUp'))).toEqual(['Flower', 'Vape', 'Gear', '-Glass', '-Papers']);
    expect(after(moveByKey(TREE, 1, 'ArrowDown'))).toEqual(['Gear', '-Glass', '-Papers', 'Flower', 'Vape']);
    expect(after(moveByKey(TREE, 2, 'ArrowDown'))).toEqual(['Flower', 'Vape', 'Gear', '-Glass', '-Papers']);
    expect([moveByKey(TREE, 1, 'ArrowUp'), moveByKey(TREE, 5, 'ArrowDown')]).toEqual([null, null]);
  });

  it('goes below the one above it, and comes out again', () => {
    expect(after(moveByKey(TREE, 5, 'ArrowRight'))).toEqual(['Flower', 'Gear', '-Glass', '-Papers', '-Vape']);
    expect(after(moveByKey(TREE, 3, 'ArrowLeft'))).toEqual(['Flower', 'Gear', '-Papers', 'Glass', 'Vape']);
    expect([moveByKey(TREE, 1, 'ArrowLeft'), moveByKey(TREE, 3, 'ArrowRight')]).toEqual([null, null]);
  });

  it('says where it stands', () => {
    expect(placeInWords(TREE, 4)).toBe('Papers: 2 of 2 below Gear');
    expect(placeInWords(TREE, 5)).toBe('Vape: 3 of 3 at the top');
  });
});

describe('the tree of categories by dragging', () => {
  it('drops a category between others, as deep as they allow', () => {
    expect(after(dropAt(TREE, 5, 0, 3).move)).toEqual(['Vape', 'Flower', 'Gear', '-Glass', '-Papers']);
    expect(after(dropAt(TREE, 5, 2, 0).move)).toEqual(['Flower', 'Gear', '-Vape', '-Glass', '-Papers']);
    expect(after(dropAt(TREE, 5, 4, 0).move)).toEqual(inWords(TREE));
    expect(after(dropAt(TREE, 5, 4, 1).move)).toEqual(['Flower', 'Gear', '-Glass', '-Papers', '-Vape']);
    expect(after(dropAt(TREE, 5, 3, 2).move)).toEqual(['Flower', 'Gear', '-Glass', '--Vape', '-Papers']);
  });

  it('takes those below it along, and never goes below itself', () => {
    expect(after(dropAt(TREE, 2, 1, 9).move)).toEqual(['Flower', '-Gear', '--Glass', '--Papers', 'Vape']);
    expect(moved(TREE, { id: 2, parentId: 3, beforeId: null })).toBe(TREE);
    expect(moved(TREE, { id: 99, parentId: null, beforeId: null })).toBe(TREE);
  });
});
