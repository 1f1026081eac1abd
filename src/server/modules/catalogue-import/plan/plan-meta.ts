import type { Json, MetaPatch } from '../read/items.ts';

/** An item's meta after the import: keys of the file replace those of the item, the others stay. */
export function planMeta(stored: Readonly<Record<string, Json>>, patch: MetaPatch): Readonly<Record<string, Json>> {
  const meta = new Map(Object.entries(stored));
  for (const [key, value] of patch) {
    if (value === null) meta.delete(key);
    else meta.set(key, value);
  }
  return Object.fromEntries(meta);
}

/** Equality of JSON values, whatever the order of their keys: the database keeps its own. */
export function sameJson(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const left = Object.entries(a);
  const right = new Map<string, unknown>(Object.entries(b));
  return left.length === right.size && left.every(([key, value]) => right.has(key) && sameJson(value, right.get(key)));
}
