import { useUser } from '#web/api/session/session.ts';
import { displayInstant } from '#web/ui/dates.ts';
import { Badge, type Tone } from '#web/ui/status/badge.tsx';
import { EmptyPanel, ErrorPanel, LoadingPanel } from '#web/ui/status/panels.tsx';
import { COMMAND_NAMES, useCommandLog } from './screen-queries.ts';

const TONE: Record<'pending' | 'completed' | 'failed', Tone> = { pending: 'yellow', completed: 'green', failed: 'red' };

function latency(ms: number): string {
  return ms < 1000 ? `${ms} ms` : `${(ms / 1000).toFixed(1)} s`;
}

/** The last 50 commands, newest first. */
export function CommandLog() {
  const log = useCommandLog();
  const { time_zone: timeZone } = useUser();
  if (log.isPending) return <LoadingPanel label="Loading command log..." />;
  if (log.data === undefined)
    return <ErrorPanel title="Failed to load the command log" error={log.error} onRetry={() => void log.refetch()} />;
  if (log.data.length === 0)
    return <EmptyPanel title="No commands yet" hint="Commands that were sent to TVs are listed here for 30 days." />;
  return (
    <ul aria-label="Command log" className="divide-y divide-line text-sm">
      {log.data.map((row) => (
        <li key={row.id} className="px-4 py-2.5">
          <p className="flex items-center gap-2">
            <span className="min-w-0 grow truncate font-medium">
              {COMMAND_NAMES[row.command_type]} · {row.device_name}
            </span>
            <Badge tone={TONE[row.status]}>{row.status}</Badge>
          </p>
          <p className="text-ink-3 tabular-nums">
            {displayInstant(row.created_at, timeZone)}
            {row.latency_ms !== null && ` · ${latency(row.latency_ms)}`}
          </p>
          {row.error_message && <p className="text-red">{row.error_message}</p>}
        </li>
      ))}
    </ul>
  );
}
