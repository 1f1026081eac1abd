import { useQuery } from '@tanstack/react-query';
import { cancelTaxRoute, setTaxRoute, taxesRoute } from '#contract/taxes.ts';
import { call } from '#web/api/call/call.ts';
import { queryKeys } from '#web/api/queries/query-keys.ts';
import { pressedCommand } from '#web/entities/command/pressed-command.ts';
import { formCommand } from '../form/record-form.ts';

export function useTaxSettings() {
  return useQuery({
    queryKey: [...queryKeys.taxes, 'list'],
    queryFn: ({ signal }) => call(taxesRoute, { signal }),
    staleTime: 0,
  });
}

export const setTaxCommand = formCommand('tax-set', setTaxRoute, {
  stale: 'locations',
  done: ({ data }) => `${data.name} is set`,
});

export const cancelTaxCommand = pressedCommand('tax-cancel', cancelTaxRoute, {
  stale: 'locations',
  done: () => 'The setting is taken back',
});
