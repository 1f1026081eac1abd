import type { BackupRun } from '#contract/backups.ts';
import type { Tone } from '#web/ui/status/badge.tsx';

const UNITS = ['bytes', 'kB', 'MB', 'GB', 'TB'];

/** A size in words: "12.4 MB". */
export function sizeInWords(bytes: number): string {
  let size = bytes;
  let unit = 0;
  while (size >= 1000 && unit < UNITS.length - 1) {
    size /= 1000;
    unit += 1;
  }
  return `${size.toLocaleString('en-US', { maximumFractionDigits: unit === 0 ? 0 : 1 })} ${UNITS[unit]}`;
}

export function runState({ kind, state, broken }: BackupRun): { tone: Tone; label: string } {
  if (state === 'failed') return { tone: 'red', label: 'Failed' };
  if (state === 'waiting') return { tone: 'neutral', label: 'Waiting' };
  if (state === 'running') return { tone: 'blue', label: 'Running' };
  if (kind === 'backup') return { tone: 'green', label: 'Made' };
  return broken === 0 ? { tone: 'green', label: 'Books right' } : { tone: 'red', label: 'Books broken' };
}

const count = (amount: number | null): string => (amount ?? 0).toLocaleString('en-US');

/** The result of a run, in one line. */
export function resultInWords(run: BackupRun): string {
  const { kind, state, error, rows, checks, broken, removed } = run;
  if (error !== null) return error;
  if (state !== 'done') return '';
  if (kind === 'backup') return removed ? `${count(rows)} rows; removed for newer ones` : `${count(rows)} rows`;
  return broken === 0
    ? `${count(rows)} rows restored; ${checks} rules hold`
    : `${count(rows)} rows restored; ${broken} of ${checks} rules are broken`;
}
