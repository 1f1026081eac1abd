import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { DatabaseBackup } from 'lucide-react';
import { backupStateRoute } from '#contract/backups.ts';
import { call } from '#web/api/call/call.ts';
import { queryKeys } from '#web/api/queries/query-keys.ts';
import { useUser } from '#web/api/session/session.ts';
import { displayInstant } from '#web/ui/dates.ts';
import { Tooltip } from '#web/ui/layers/tooltip.tsx';

/** Time passes without an event. */
const EVERY_MS = 15 * 60_000;

/** A link in the sidebar while the newest backup is older than the owner wants it. Rule: running/backups. */
export function BackupWarning({ className }: { className: string }) {
  const { time_zone: timeZone } = useUser();
  const state = useQuery({
    queryKey: [...queryKeys.backups, 'state'],
    queryFn: ({ signal }) => call(backupStateRoute, { signal }),
    refetchInterval: EVERY_MS,
  });
  if (state.data?.overdue !== true) return null;
  const { last_at: at } = state.data;
  const label = at === null ? 'The shop was never backed up' : `Last backup ${displayInstant(at, timeZone)}`;
  return (
    <Tooltip label={label} side="right">
      <Link to="/manage/$page" params={{ page: 'backups' }} aria-label={`${label}: open Backups`} className={className}>
        <DatabaseBackup aria-hidden className="size-5 text-orange" strokeWidth={1.75} />
      </Link>
    </Tooltip>
  );
}
