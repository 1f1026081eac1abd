import type { ManagedCategory } from '#contract/managed-categories.ts';

/** The target of a move: the parent, and the sibling that follows (null: last). */
export interface Move {
  readonly id: number;
  readonly parentId: number | null;
  readonly beforeId: number | null;
}

export interface PlacedRow {
  readonly category: ManagedCategory;
  /** 0 at the top level. */
  readonly depth: number;
}

type Tree = readonly ManagedCategory[];

function siblingsOf(tree: Tree, parentId: number | null): ManagedCategory[] {
  return tree.filter(({ parent_id: parent }) => parent === parentId);
}

/** The rows of the tree from top to bottom, with their depth. */
export function rowsOf(tree: Tree, parentId: number | null = null, depth = 0): PlacedRow[] {
  return siblingsOf(tree, parentId).flatMap((category) => [
    { category, depth },
    ...rowsOf(tree, category.id, depth + 1),
  ]);
}

/** The ids of the category and all categories below it. */
export function familyOf(tree: Tree, id: number): ReadonlySet<number> {
  return new Set([id, ...rowsOf(tree, id).map(({ category }) => category.id)]);
}

/** The tree after the move. It is unchanged if the category or the target no longer exists. */
export function moved(tree: Tree, { id, parentId, beforeId }: Move): Tree {
  const it = tree.find((category) => category.id === id);
  if (!it || (parentId !== null && familyOf(tree, id).has(parentId))) return tree;
  const others = tree.filter((category) => category.id !== id);
  const place = others.findIndex((category) => category.id === beforeId);
  const there = { ...it, parent_id: parentId };
  return place === -1 ? [...others, there] : others.toSpliced(place, 0, there);
}

/** The move for an arrow key; null if none is possible. */
export function moveByKey(tree: Tree, id: number, key: string): Move | null {
  const it = tree.find((category) => category.id === id);
  if (!it) return null;
  const siblings = siblingsOf(tree, it.parent_id);
  const place = siblings.indexOf(it);
  const before = siblings[place - 1];
  const parentId = it.parent_id;
  switch (key) {
    case 'ArrowUp':
      return before ? { id, parentId, beforeId: before.id } : null;
    case 'ArrowDown':
      return siblings[place + 1] ? { id, parentId, beforeId: siblings[place + 2]?.id ?? null } : null;
    case 'ArrowRight':
      return before ? { id, parentId: before.id, beforeId: null } : null;
    case 'ArrowLeft': {
      const parent = tree.find((category) => category.id === parentId);
      if (!parent) return null;
      const around = siblingsOf(tree, parent.parent_id);
      return { id, parentId: parent.parent_id, beforeId: around[around.indexOf(parent) + 1]?.id ?? null };
    }
    default:
      return null;
  }
}

/**
 * The target of a dragged category.
 * @param gap the number of rows above the pointer, not counting the dragged ones
 * @param wanted the depth that the pointer asks for; the neighbouring rows limit it
 */
export function dropAt(tree: Tree, id: number, gap: number, wanted: number): { move: Move; depth: number } {
  const family = familyOf(tree, id);
  const rows = rowsOf(tree).filter(({ category }) => !family.has(category.id));
  const above = rows[gap - 1];
  const below = rows[gap];
  const depth = Math.min(Math.max(wanted, below?.depth ?? 0), above ? above.depth + 1 : 0);
  const parent = depth === 0 ? null : (rows.slice(0, gap).findLast((row) => row.depth === depth - 1) ?? null);
  const beforeId = below?.depth === depth ? below.category.id : null;
  return { move: { id, parentId: parent?.category.id ?? null, beforeId }, depth };
}

/** The place of a category in words, for people who cannot see it move. */
export function placeInWords(tree: Tree, id: number): string {
  const it = tree.find((category) => category.id === id);
  if (!it) return '';
  const siblings = siblingsOf(tree, it.parent_id);
  const parent = tree.find((category) => category.id === it.parent_id);
  return `${it.name}: ${siblings.indexOf(it) + 1} of ${siblings.length} ${parent ? `below ${parent.name}` : 'at the top'}`;
}
