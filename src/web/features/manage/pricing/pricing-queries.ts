import { useQuery } from '@tanstack/react-query';
import { type PricingRule, pricingRulesRoute } from '#contract/pricing-rules.ts';
import { call } from '#web/api/call/call.ts';
import { queryClient } from '#web/api/queries/query-client.ts';
import { queryKeys } from '#web/api/queries/query-keys.ts';

const RULES = [...queryKeys.pricing, 'rules'];

export function usePricingRules() {
  return useQuery({
    queryKey: RULES,
    queryFn: async ({ signal }): Promise<readonly PricingRule[]> => (await call(pricingRulesRoute, { signal })).data,
    // Fetched again each time they are opened, because they are edited here.
    staleTime: 0,
  });
}

/** Shows a newer state of a rule from an answer. */
export function showRule(rule: PricingRule): void {
  queryClient.setQueryData<readonly PricingRule[]>(RULES, (present) =>
    present?.map((one) => (one.id === rule.id && one.version < rule.version ? rule : one)),
  );
}

export function rulesChanged(): void {
  void queryClient.invalidateQueries({ queryKey: RULES });
}
