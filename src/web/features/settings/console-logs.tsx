import { useState } from 'react';
import { type LogEntry, logEntries } from '#web/api/reports/console-log.ts';
import { keptErrors } from '#web/api/reports/error-reports.ts';
import { useUser } from '#web/api/session/session.ts';
import { Badge, type Tone } from '#web/ui/status/badge.tsx';

const TONE: Partial<Record<LogEntry['level'], Tone>> = { error: 'red', warn: 'yellow', info: 'blue' };

/** The last console entries and the errors stored on this till, newest first. */
export function ConsoleLogs() {
  const { time_zone: timeZone } = useUser();
  const [lines] = useState(() => [
    ...keptErrors().map(({ at, message, context }) => ({
      key: `${at}${message}`,
      at,
      level: 'error' as const,
      text: `${context}: ${message}`,
    })),
    ...logEntries().map(({ id, at, level, text }) => ({ key: String(id), at, level, text })),
  ]);
  if (lines.length === 0) return <p className="mt-3 text-sm text-ink-3">Nothing has been logged.</p>;
  return (
    <ol aria-label="Console logs" className="mt-3 divide-y divide-line rounded-md border border-line">
      {lines.map(({ key, at, level, text }) => (
        <li key={key} className="flex gap-2.5 px-3 py-2 text-xs">
          <time dateTime={at} className="shrink-0 leading-5 text-ink-3">
            {new Date(at).toLocaleTimeString('en-US', { hour12: false, timeZone })}
          </time>
          <Badge tone={TONE[level] ?? 'neutral'}>{level}</Badge>
          <span className="min-w-0 font-mono leading-5 break-words text-ink-2">{text}</span>
        </li>
      ))}
    </ol>
  );
}
