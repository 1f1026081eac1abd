import { queryOptions, useQuery } from '@tanstack/react-query';
import { cancelTaxRoute, copyTaxesRoute, setTaxRoute, taxesRoute, type TaxSetting } from '#contract/taxes.ts';
import { call } from '#web/api/call/call.ts';
import { queryClient } from '#web/api/queries/query-client.ts';
import { queryKeys } from '#web/api/queries/query-keys.ts';
import { pressedCommand } from '#web/entities/command/pressed-command.ts';
import { formCommand } from '../form/record-form.ts';

const LIST = queryOptions({
  queryKey: [...queryKeys.taxes, 'list'],
  queryFn: ({ signal }) => call(taxesRoute, { signal }),
  staleTime: 0,
});

export const useTaxSettings = () => useQuery(LIST);

/** Shows settings from an answer: each takes the place of the one of its time. */
function show(settings: readonly TaxSetting[]): void {
  queryClient.setQueryData(LIST.queryKey, (present) => {
    if (!present) return present;
    let { data } = present;
    for (const one of settings) {
      const isOfTax = (row: TaxSetting) => row.location_id === one.location_id && row.code === one.code;
      const at = data.findIndex(isOfTax);
      const others = data
        .filter((row) => row.id !== one.id && !(isOfTax(row) && row.state === 'coming' && row.from === one.from))
        .map((row) =>
          isOfTax(row) && row.state === 'present' && one.state === 'present' ? { ...row, state: 'past' as const } : row,
        );
      data = at === -1 ? [...others, one] : others.toSpliced(at, 0, one);
    }
    return { ...present, data };
  });
}

export const setTaxCommand = formCommand('tax-set', setTaxRoute, {
  stale: 'locations',
  done: ({ data }) => `${data.name} is set`,
  show: ({ data }) => show([data]),
});

export const copyTaxesCommand = pressedCommand('taxes-copy', copyTaxesRoute, {
  stale: 'locations',
  done: ({ data }) => (data.length === 1 ? 'The tax is set' : `${data.length} taxes are set`),
  show: ({ data }) => show(data),
});

export const cancelTaxCommand = pressedCommand('tax-cancel', cancelTaxRoute, {
  stale: 'locations',
  done: () => 'The setting is taken back',
});
