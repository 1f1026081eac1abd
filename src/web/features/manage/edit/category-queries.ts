import { useQuery } from '@tanstack/react-query';
import type { z } from 'zod';
import { categoriesRoute } from '#contract/catalogue.ts';
import { call } from '#web/api/call/call.ts';
import { queryKeys } from '#web/api/queries/query-keys.ts';

export type Category = z.output<typeof categoriesRoute.reply>['data'][number];

export function useCategories() {
  return useQuery({
    queryKey: queryKeys.categories,
    queryFn: ({ signal }) => call(categoriesRoute, { signal }),
    select: ({ data }): readonly Category[] => data,
  });
}
