import type { StaffMember } from '#contract/staff.ts';
import { useCommand } from '#web/api/commands/commands.ts';
import { useUser } from '#web/api/session/session.ts';
import { Checking } from '#web/entities/command/checking.tsx';
import { tellElsewhere } from '#web/entities/command/tell-outcome.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { displayInstant } from '#web/ui/dates.ts';
import { Badge } from '#web/ui/status/badge.tsx';
import { ErrorPanel } from '#web/ui/status/panels.tsx';
import { Skeleton } from '#web/ui/status/skeleton.tsx';
import { toast } from '#web/ui/status/toast.tsx';
import { endSessionsCommand, staffSubject } from './staff-commands.ts';
import { useStaffSessions } from './staff-queries.ts';
import { browserName } from './staff-words.ts';

/** The sessions of an account, with a way to end them. */
export function StaffSessions({ member: { id, name } }: { member: StaffMember }) {
  const { time_zone: timeZone } = useUser();
  const sessions = useStaffSessions(id);
  const command = useCommand(endSessionsCommand, staffSubject(id, 'sessions'), (outcome) => {
    if (outcome.kind === 'elsewhere') tellElsewhere(outcome.state);
    if (outcome.kind === 'refused') toast.error(outcome.error.message);
  });
  const busy = command.open !== null;

  function end(sessionId: string | null): void {
    const title = `End ${sessionId === null ? 'all sessions' : 'a session'} of ${name}`;
    const body = sessionId === null ? {} : { session_id: sessionId };
    void command.send({ title, memo: null, params: { id: String(id) }, body });
  }

  if (sessions.isPending) return <Skeleton className="h-12" />;
  if (!sessions.data)
    return <ErrorPanel title="Error Loading Sessions" error={sessions.error} onRetry={() => sessions.refetch()} />;
  const others = sessions.data.filter(({ current }) => !current);
  return (
    <>
      {sessions.data.length === 0 ? (
        <p className="text-sm text-ink-3">Not signed in anywhere.</p>
      ) : (
        <ul aria-label="Sessions" className="divide-y divide-line border-y border-line text-sm">
          {sessions.data.map((session) => (
            <li key={session.id} className="flex items-center gap-3 py-2">
              <div className="min-w-0 grow">
                <p className="flex items-center gap-2">
                  <span className="truncate" title={session.user_agent}>
                    {browserName(session.user_agent)}
                  </span>
                  {session.current && <Badge tone="blue">This window</Badge>}
                </p>
                <p className="text-xs text-ink-3">
                  {session.location ?? 'No location'}, since {displayInstant(session.created_at, timeZone)}, last used{' '}
                  {displayInstant(session.last_seen_at, timeZone)}
                </p>
              </div>
              {!session.current && (
                <Button size="sm" busy={busy} onClick={() => end(session.id)}>
                  End
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      <Checking what="change" command={command.open} />
      {others.length > 1 && (
        <Button size="sm" busy={busy} onClick={() => end(null)} className="mt-2">
          End all
        </Button>
      )}
    </>
  );
}
