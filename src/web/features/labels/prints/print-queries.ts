import { useQuery } from '@tanstack/react-query';
import { labelPrintsRoute, type PrintMethod, type PrintSent, recordLabelPrintsRoute } from '#contract/label-prints.ts';
import type { LabelTemplate } from '#domain/labels/template.ts';
import { call } from '#web/api/call/call.ts';
import { newUuid } from '#web/api/call/new-uuid.ts';
import { commands } from '#web/api/commands/commands.ts';
import { queryKeys } from '#web/api/queries/query-keys.ts';
import { useUser } from '#web/api/session/session.ts';
import { pressedCommand } from '#web/entities/command/pressed-command.ts';

/** The last prints of the location, and its newest labels with prices. */
export function usePrints() {
  const { location_id: locationId } = useUser();
  return useQuery({
    queryKey: [...queryKeys.labels, 'prints', { locationId }],
    queryFn: ({ signal }) => call(labelPrintsRoute, { signal }),
    enabled: locationId !== null,
  });
}

export const recordPrintsCommand = pressedCommand('label-prints', recordLabelPrintsRoute, { stale: 'labels' });

/** Records a print in the background. The print never waits for it. Rule: labels/recorded-prints. */
export function recordPrint(
  template: LabelTemplate,
  labels: readonly PrintSent[],
  method: Exclude<PrintMethod, 'printer'>,
): void {
  if (labels.length === 0) return;
  void commands.send(recordPrintsCommand, {
    // A subject of its own for each print, because one subject allows one open command at a time, in all windows and
    // after a reload.
    subject: `label print ${newUuid()}`,
    title: `Record of printed labels (${template.name})`,
    memo: null,
    body: { template: template.name, method, labels: [...labels] },
  });
}
