import { useMemo } from 'react';
import { blueprintLabel, FILTER_FIELDS } from '#domain/blueprint-fields.ts';
import type { RegisterProduct, useCatalogue } from '#web/entities/catalogue/catalogue.ts';
import { updateView, useViewState } from '#web/shell/views/view-memory.ts';
import type { ViewId } from '#web/shell/views/views.ts';
import { anyValueOptions, categoryOptions, fieldCounts, valueOptions } from '#web/entities/catalogue/filter-options.ts';
import { useUnifiedSearch } from '../use-unified-search.ts';

const FOUND_VALUES = 12;

/** One line of the filter popup. */
export interface Entry {
  key: string;
  group: string;
  name: string;
  /** Shown before the name of a value that was found by typing: its field. */
  prefix?: string;
  count: number;
  selected?: boolean;
  /** Matches the typed text. Other entries are always listed. */
  found?: boolean;
  /** Opens the values of a field, or goes back to the fields. */
  leads?: 'in' | 'out';
  pick: () => void;
}

/**
 * The list of the popup: categories and fields, the values of one field, or the matches of the typed text. Counts are
 * within the chosen category.
 */
export function useEntries(
  view: ViewId,
  query: string,
  products: readonly RegisterProduct[],
  categories: ReturnType<typeof useCatalogue>['categories'],
): Entry[] {
  const { categoryId, blueprintField, blueprintValue } = useViewState(view);
  const { field, close, showField } = useUnifiedSearch();
  return useMemo(() => {
    const within = inCategory(products, categoryId);
    const choose = (change: Parameters<typeof updateView>[1]) => () => {
      updateView(view, change);
      close();
    };
    const value = (name: string, option: { value: string; count: number }, group: string, prefix?: string): Entry => {
      const selected = blueprintField === name && blueprintValue === option.value;
      return {
        key: `${name}=${option.value}`,
        group,
        name: option.value,
        ...(prefix ? { prefix } : {}),
        count: option.count,
        selected,
        found: query.trim() !== '',
        pick: choose({ blueprintField: selected ? null : name, blueprintValue: selected ? null : option.value }),
      };
    };
    const found: Entry[] = categoryOptions(categories, field === null ? query : '').map(({ id, name, count }) => ({
      key: `category ${id}`,
      group: 'Categories',
      name,
      count,
      selected: id === categoryId,
      found: field === null && query.trim() !== '',
      pick: choose({ categoryId: id === categoryId ? null : id }),
    }));
    if (field !== null) {
      const group = blueprintLabel(field);
      const back: Entry = {
        key: 'back',
        group,
        name: 'All fields',
        count: 0,
        leads: 'out',
        pick: () => showField(null),
      };
      const values = valueOptions(within, field, query).map((option) => value(field, option, group));
      return [...found, back, ...values];
    }
    if (query.trim() !== '') {
      const values = anyValueOptions(within, query, FOUND_VALUES);
      return [...found, ...values.map((option) => value(option.field, option, 'Values', blueprintLabel(option.field)))];
    }
    const counts = fieldCounts(within);
    const fields = FILTER_FIELDS.map((name) => ({
      key: name,
      group: 'Fields',
      name: blueprintLabel(name),
      count: counts.get(name) ?? 0,
      selected: blueprintField === name,
      leads: 'in' as const,
      pick: () => showField(name),
    }));
    return [...found, ...fields];
  }, [view, query, products, categories, categoryId, blueprintField, blueprintValue, field, close, showField]);
}

function inCategory(products: readonly RegisterProduct[], categoryId: number | null): readonly RegisterProduct[] {
  if (categoryId === null) return products;
  return products.filter(({ categories }) => categories.some(({ id }) => id === categoryId));
}
