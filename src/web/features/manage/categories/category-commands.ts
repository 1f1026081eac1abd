import { queryOptions, useQuery } from '@tanstack/react-query';
import {
  changeCategoryRoute,
  createCategoryRoute,
  deleteCategoryRoute,
  type ManagedCategory,
  managedCategoriesRoute,
  mergeCategoryRoute,
  moveCategoryRoute,
} from '#contract/managed-categories.ts';
import { call } from '#web/api/call/call.ts';
import { queryClient } from '#web/api/queries/query-client.ts';
import { queryKeys } from '#web/api/queries/query-keys.ts';
import { pressedCommand } from '#web/entities/command/pressed-command.ts';
import { formCommand } from '../form/record-form.ts';

const LIST = queryOptions({
  queryKey: [...queryKeys.categories, 'managed'],
  queryFn: async ({ signal }): Promise<readonly ManagedCategory[]> =>
    (await call(managedCategoriesRoute, { signal })).data,
  // Fetched again each time they are opened, because they are edited here.
  staleTime: 0,
});

export const useManagedCategories = () => useQuery(LIST);

function showAll({ data }: { data: readonly ManagedCategory[] }): void {
  queryClient.setQueryData(LIST.queryKey, data);
}

/** Shows a category from an answer. */
function show({ data: category }: { data: ManagedCategory }): void {
  queryClient.setQueryData(LIST.queryKey, (present) =>
    present?.some(({ id }) => id === category.id)
      ? present.map((one) => (one.id === category.id && one.version <= category.version ? category : one))
      : present && [...present, category],
  );
}

export const NEW_CATEGORY = 'category new';
export const categorySubject = (id: number, part = 'details') => `category ${id} ${part}`;

export const createCategoryCommand = formCommand('category-create', createCategoryRoute, {
  stale: 'categories',
  done: ({ data }) => `${data.name} added`,
  show,
});

/** Rule: catalogue/managed-categories. */
export const changeCategoryCommand = formCommand('category-change', changeCategoryRoute, {
  stale: 'categories',
  done: ({ data }) => `${data.name} saved`,
  show,
});

export const moveCategoryCommand = pressedCommand('category-move', moveCategoryRoute, {
  stale: 'categories',
  show: showAll,
});

export const mergeCategoryCommand = pressedCommand('category-merge', mergeCategoryRoute, {
  stale: 'categories',
  done: ({ moved, taxes = [] }) =>
    `Merged; ${moved === 1 ? '1 product' : `${moved.toLocaleString('en-US')} products`} moved${
      taxes.length > 0 ? `, and taxed with ${[...new Set(taxes.map(({ name }) => name))].join(' and ')}` : ''
    }`,
  show: showAll,
});

export const deleteCategoryCommand = pressedCommand('category-delete', deleteCategoryRoute, {
  stale: 'categories',
  done: () => 'Category deleted',
  show: ({ id: gone }) =>
    void queryClient.setQueryData(LIST.queryKey, (present) => present?.filter(({ id }) => id !== gone)),
});
