import { useQuery } from '@tanstack/react-query';
import {
  type LabelPrinter,
  labelPrintersRoute,
  labelQueueRoute,
  printLabelsRoute,
  settleLabelJobRoute,
} from '#contract/label-printers.ts';
import { call } from '#web/api/call/call.ts';
import { queryKeys } from '#web/api/queries/query-keys.ts';
import { useUser } from '#web/api/session/session.ts';
import { pressedCommand } from '#web/entities/command/pressed-command.ts';

export const printersKey = (locationId: number | null) => [...queryKeys.labels, 'printers', { locationId }];

/** The label printers of the location. */
export function usePrinters() {
  const { location_id: locationId } = useUser();
  return useQuery({
    queryKey: printersKey(locationId),
    queryFn: async ({ signal }): Promise<LabelPrinter[]> => (await call(labelPrintersRoute, { signal })).data,
    enabled: locationId !== null,
  });
}

/** Labels that wait for the printers of the location, and those that were printed last. */
export function usePrintQueue() {
  const { location_id: locationId } = useUser();
  return useQuery({
    queryKey: [...queryKeys.labelQueue, { locationId }],
    queryFn: async ({ signal }) => (await call(labelQueueRoute, { signal })).data,
    enabled: locationId !== null,
    staleTime: 0,
  });
}

export const printLabelsCommand = pressedCommand('label-printer-print', printLabelsRoute, {
  stale: 'label-queue',
  done: ({ data }) =>
    `${data.copies === 1 ? '1 label' : `${data.copies.toLocaleString('en-US')} labels`} sent to ${data.printer}`,
});

export const settleJobCommand = pressedCommand('label-job-settle', settleLabelJobRoute, { stale: 'label-queue' });
