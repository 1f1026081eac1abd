import { counted } from '#domain/counted.ts';
import { type JobAction, type JobState, type LabelPrintJob, STALE_LABELS } from '#contract/label-printers.ts';
import { useCommand } from '#web/api/commands/commands.ts';
import { useUser } from '#web/api/session/session.ts';
import { Checking } from '#web/entities/command/checking.tsx';
import { tellElsewhere } from '#web/entities/command/tell-outcome.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { displayInstant } from '#web/ui/dates.ts';
import { Badge } from '#web/ui/status/badge.tsx';
import { toast } from '#web/ui/status/toast.tsx';
import { settleJobCommand } from './printers.ts';

const STATE: Record<JobState, { label: string; tone: 'green' | 'red' | 'yellow' | 'neutral' }> = {
  waiting: { label: 'Waiting', tone: 'neutral' },
  printing: { label: 'Printing', tone: 'yellow' },
  unsure: { label: 'Did it print?', tone: 'red' },
  done: { label: 'Done', tone: 'green' },
  failed: { label: 'Failed', tone: 'red' },
  cancelled: { label: 'Cancelled', tone: 'neutral' },
};

interface Offered {
  readonly action: JobAction;
  readonly label: string;
}
const CANCEL: Offered = { action: 'cancel', label: 'Cancel' };

const OFFERED: Record<JobState, readonly Offered[]> = {
  waiting: [CANCEL],
  printing: [CANCEL],
  unsure: [{ action: 'printed', label: 'They came out' }, { action: 'retry', label: 'Print again' }, CANCEL],
  done: [],
  failed: [{ action: 'retry', label: 'Retry' }, CANCEL],
  cancelled: [{ action: 'retry', label: 'Print again' }],
};

/** "7 of 30 labels" while they are printed, and where it is known how many came out of a print that ended early. */
function labelsOf({ copies, printed, state }: LabelPrintJob): string {
  const isUnderWay = copies > 1 && state === 'printing';
  const all = counted(copies, 'label');
  return isUnderWay || (printed > 0 && printed < copies) ? `${printed.toLocaleString('en-US')} of ${all}` : all;
}

/** Labels in the queue of a printer, with what can be done about each. Rule: labels/print-queue. */
export function PrintJobs({ label, jobs }: { label: string; jobs: readonly LabelPrintJob[] }) {
  return (
    <ul aria-label={label} className="flex flex-col divide-y divide-line rounded-md border border-line">
      {jobs.map((job) => (
        <PrintJob key={job.id} job={job} />
      ))}
    </ul>
  );
}

function PrintJob({ job }: { job: LabelPrintJob }) {
  const { id, title, printer, state, reason, cancelling, version, created_by: by, queued_at: at } = job;
  const { time_zone: timeZone } = useUser();
  const isStale = job.stale === true;
  const offers = OFFERED[state].filter(({ action }) => !(isStale && action === 'retry'));
  const command = useCommand(settleJobCommand, `label job ${id}`, (outcome) => {
    if (outcome.kind === 'elsewhere') tellElsewhere(outcome.state);
    if (outcome.kind === 'refused') toast.error(outcome.error.message);
  });
  const settle = (action: JobAction, words: string) =>
    command.send({
      title: `${words}: ${title}`,
      memo: null,
      params: { id: String(id) },
      body: { action, expected_version: version },
    });
  return (
    <li className="flex flex-col gap-1.5 px-3 py-2 text-sm">
      <div className="flex items-start justify-between gap-2">
        <span className="min-w-0 font-medium wrap-anywhere">{title}</span>
        <Badge tone={STATE[state].tone}>{cancelling && state === 'printing' ? 'Cancelling' : STATE[state].label}</Badge>
      </div>
      <p className="text-xs text-ink-3">
        {labelsOf(job)}, {printer}, {by}, {displayInstant(at, timeZone)}
      </p>
      {reason !== null && state !== 'done' && <p className="text-ink-2">{reason}</p>}
      {isStale && (state === 'unsure' || state === 'failed') && reason !== STALE_LABELS && (
        <p className="text-ink-2">{STALE_LABELS}</p>
      )}
      <Checking what="print" command={command.open} />
      {offers.length > 0 && !(cancelling && state === 'printing') && (
        <div className="flex flex-wrap gap-2">
          {offers.map((offered) => (
            <Button
              key={offered.action}
              size="sm"
              aria-label={`${offered.label}: ${title}`}
              disabled={command.open !== null}
              onClick={() => void settle(offered.action, offered.label)}
            >
              {offered.label}
            </Button>
          ))}
        </div>
      )}
    </li>
  );
}
