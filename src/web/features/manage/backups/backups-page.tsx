import { CircleAlert, CircleCheck, DatabaseBackup } from 'lucide-react';
import type { BackupRun } from '#contract/backups.ts';
import { useCommand } from '#web/api/commands/commands.ts';
import { useUser } from '#web/api/session/session.ts';
import { Checking } from '#web/entities/command/checking.tsx';
import { tellElsewhere } from '#web/entities/command/tell-outcome.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { displayInstant } from '#web/ui/dates.ts';
import { Badge } from '#web/ui/status/badge.tsx';
import { EmptyPanel, ErrorPanel, LoadingPanel } from '#web/ui/status/panels.tsx';
import { toast } from '#web/ui/status/toast.tsx';
import { askBackupCommand, useBackups } from './backup-queries.ts';
import { BackupSettings } from './backup-settings.tsx';
import { resultInWords, runState, sizeInWords } from './backup-words.ts';

const SUBJECT = 'backup';

/** The backups of the whole shop. Rule: running/backups. */
export function BackupsPage() {
  const { time_zone: timeZone } = useUser();
  const backups = useBackups();
  const command = useCommand(askBackupCommand, SUBJECT, (outcome) => {
    if (outcome.kind === 'elsewhere') tellElsewhere(outcome.state);
    if (outcome.kind === 'refused') toast.error(outcome.error.message);
  });
  if (backups.isPending) return <LoadingPanel label="Loading Backups..." />;
  if (!backups.data)
    return <ErrorPanel title="Error Loading Backups" error={backups.error} onRetry={() => backups.refetch()} />;
  const { data: runs, last, settings, folder, is_beside_data: isBeside, is_signed: isSigned } = backups.data;
  const isOpen = (kind: BackupRun['kind']) =>
    runs.some((run) => run.kind === kind && ['waiting', 'running'].includes(run.state));
  const ask = (kind: BackupRun['kind']) =>
    void command.send({
      title: kind === 'backup' ? 'Back up the shop' : 'Rehearse a restore',
      memo: null,
      body: { kind },
    });
  const lastAt = last?.finished_at ?? null;
  return (
    <div className="mt-5 flex flex-col gap-6 pb-8">
      <div className="flex flex-wrap items-center gap-3 text-sm">
        <div className="flex grow items-center gap-3 max-[640px]:basis-full">
          {lastAt === null ? (
            <CircleAlert aria-hidden className="size-4 shrink-0 text-yellow" />
          ) : (
            <CircleCheck aria-hidden className="size-4 shrink-0 text-green" />
          )}
          <p role="status" className="text-ink">
            {last === null || lastAt === null
              ? 'The shop has not been backed up yet.'
              : `Last backup ${displayInstant(lastAt, timeZone)}, ${sizeInWords(last.bytes ?? 0)}.`}
          </p>
        </div>
        <Button busy={isOpen('rehearsal')} disabled={last === null} onClick={() => ask('rehearsal')}>
          Rehearse a restore
        </Button>
        <Button
          variant="primary"
          icon={<DatabaseBackup aria-hidden className="size-4" />}
          busy={isOpen('backup')}
          onClick={() => ask('backup')}
        >
          Back up now
        </Button>
      </div>
      <Checking what="request" command={command.open} />
      <BackupSettings settings={settings} timeZone={backups.data.time_zone} />
      <p className="text-sm text-ink-3">
        Archives go to <span className="break-all text-ink-2 select-text">{folder}</span> on the server.{' '}
        {isBeside && 'That is beside the data itself: a broken disk would take both. Set BACKUP_DIR to another disk. '}
        {!isSigned && 'They are not signed; BACKUP_KEY signs them.'}
      </p>
      {runs.length === 0 ? (
        <EmptyPanel
          icon={<DatabaseBackup aria-hidden />}
          title="No backups yet"
          hint={
            settings.is_daily
              ? 'The first one is made tonight, or when you ask for it.'
              : 'No backup is made automatically. Make one now, or have one made every day.'
          }
        />
      ) : (
        <RunTable runs={runs} timeZone={timeZone} />
      )}
    </div>
  );
}

function RunTable({ runs, timeZone }: { runs: readonly BackupRun[]; timeZone: string }) {
  return (
    <div className="overflow-x-auto">
      <table
        aria-label="Backups and rehearsals"
        className="phone-table w-full min-w-160 table-fixed text-sm [--phone-indent:0]"
      >
        <thead data-phone-head>
          <tr className="border-b border-line text-left text-xs text-ink-3">
            {[
              ['When', 'w-44'],
              ['What', 'w-22'],
              ['State', 'w-26'],
              ['Size', 'w-20 text-right'],
              ['Result', 'pl-4'],
              ['By', 'w-24'],
            ].map(([title, width]) => (
              <th key={title} scope="col" className={`py-2 pr-3 font-medium ${width}`}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {runs.map((run) => {
            const { tone, label } = runState(run);
            const result = resultInWords(run);
            return (
              <tr key={run.id} className="phone-row border-b border-line text-ink-2">
                <td data-phone="1-left" className="truncate py-2 pr-3">
                  {displayInstant(run.finished_at ?? run.asked_at, timeZone)}
                </td>
                <td data-phone="2-left" className="truncate py-2 pr-3">
                  {run.kind === 'backup' ? 'Backup' : 'Rehearsal'}
                </td>
                <td data-phone="1-right" className="py-2 pr-3">
                  <Badge tone={tone}>{label}</Badge>
                </td>
                <td data-phone="2-right" className="truncate py-2 pr-3 text-right tabular-nums">
                  {run.bytes === null ? '' : sizeInWords(run.bytes)}
                </td>
                <td
                  data-phone="3-line"
                  className={`py-2 pr-3 pl-4 ${run.error === null ? 'truncate' : 'text-danger-ink'}`}
                  title={result}
                >
                  {result}
                </td>
                <td className="truncate py-2 pr-3">{run.asked_by ?? 'Schedule'}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}
