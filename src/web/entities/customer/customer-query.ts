import { queryOptions } from '@tanstack/react-query';
import { customerRoute } from '#contract/customers.ts';
import { call } from '#web/api/call/call.ts';
import { ONE_CUSTOMER } from '#web/api/queries/query-keys.ts';

/** One customer, whole. */
export const customerQuery = (id: number) =>
  queryOptions({
    queryKey: [...ONE_CUSTOMER, id],
    queryFn: ({ signal }) => call(customerRoute, { params: { id }, signal }),
  });
