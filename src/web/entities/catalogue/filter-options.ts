import { FILTER_FIELDS } from '#domain/blueprint-fields.ts';
import { folded } from '#domain/fold.ts';
import type { CountedCategory, RegisterProduct } from './catalogue.ts';

/** Rule: search/filter-categories. */
const CATEGORY_LIMIT = 8;

export interface CountedValue {
  readonly value: string;
  readonly count: number;
}

const collator = new Intl.Collator('en-US', { numeric: true, sensitivity: 'base' });

function includes(text: string, query: string): boolean {
  return folded(text).includes(folded(query).trim());
}

/** Categories that have products: the first 8, or all that match the typed text. */
export function categoryOptions(categories: readonly CountedCategory[], query: string): CountedCategory[] {
  const present = categories.filter(({ count }) => count > 0);
  if (query.trim() === '') return present.slice(0, CATEGORY_LIMIT);
  return present.filter(({ name }) => includes(name, query));
}

/** The fields that products have, each with the number of products. */
export function fieldCounts(products: readonly RegisterProduct[]): Map<string, number> {
  const counts = new Map<string, number>(FILTER_FIELDS.map((name) => [name, 0]));
  for (const { blueprint } of products) {
    for (const name of FILTER_FIELDS) if (blueprint[name]) counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return counts;
}

/** The values of a field, each with the number of products; numbers are sorted as numbers. */
export function valueOptions(products: readonly RegisterProduct[], field: string, query: string): CountedValue[] {
  const counts = new Map<string, number>();
  for (const { blueprint } of products) {
    const value = blueprint[field];
    if (value && includes(value, query)) counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  return [...counts].map(([value, count]) => ({ value, count })).sort((a, b) => collator.compare(a.value, b.value));
}

export interface FieldValue extends CountedValue {
  readonly field: string;
}

/** Values of any field that match the typed text, the most common first. */
export function anyValueOptions(products: readonly RegisterProduct[], query: string, limit: number): FieldValue[] {
  if (query.trim() === '') return [];
  return FILTER_FIELDS.flatMap((field) => valueOptions(products, field, query).map((value) => ({ ...value, field })))
    .sort((a, b) => b.count - a.count)
    .slice(0, limit);
}
