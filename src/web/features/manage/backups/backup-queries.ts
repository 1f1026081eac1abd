import { useQuery } from '@tanstack/react-query';
import { askBackupRoute, backupsRoute, changeBackupSettingsRoute } from '#contract/backups.ts';
import { call } from '#web/api/call/call.ts';
import { queryKeys } from '#web/api/queries/query-keys.ts';
import { pressedCommand } from '#web/entities/command/pressed-command.ts';
import { formCommand } from '../form/record-form.ts';

const WHILE_RUNNING_MS = 2000;

export function useBackups() {
  return useQuery({
    queryKey: [...queryKeys.backups, 'list'],
    queryFn: ({ signal }) => call(backupsRoute, { signal }),
    refetchInterval: ({ state: { data } }) =>
      data?.data.some(({ finished_at: at }) => at === null) === true ? WHILE_RUNNING_MS : false,
    staleTime: 0,
  });
}

export const askBackupCommand = pressedCommand('backup-ask', askBackupRoute, {
  stale: 'backups',
  done: ({ data }) => (data.kind === 'backup' ? 'The shop is being backed up' : 'The restore is being rehearsed'),
});

export const backupSettingsCommand = formCommand('backup-settings', changeBackupSettingsRoute, {
  stale: 'backups',
  done: () => 'The settings of backups are saved',
});
