import { counted } from '#domain/counted.ts';
import { CircleCheck, FileDown, History, X } from 'lucide-react';
import { emit } from '#web/api/events.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { IconButton } from '#web/ui/controls/icon-button.tsx';
import { saveFile } from '#web/ui/save-file.ts';
import { useAppliedAudit } from './audit-command.ts';
import { auditCsv } from './audit-csv.ts';

/** Shows what the audit just created has changed, until it is dismissed or the next one begins. */
export function AppliedAuditBar() {
  const audit = useAppliedAudit((applied) => applied.audit);
  if (!audit) return null;
  const stopped = audit.entries.filter(({ difference }) => difference !== 0).length;
  return (
    <section
      aria-label="Audit created"
      className="flex shrink-0 flex-wrap items-center gap-3 border-b border-line bg-accent-soft py-1.5 pr-2 pl-4 text-sm"
    >
      <CircleCheck aria-hidden className="size-4 shrink-0 text-accent-ink" />
      <p className="min-w-0 grow max-[640px]:basis-[70%]">
        <span className="font-medium">
          Audit {audit.audit_number}, {audit.batch_name}
        </span>
        <span className="text-ink-2">
          {` · ${counted(audit.entries.length, 'line')}`}
          {stopped > 0 && ` · ${counted(stopped, 'line')} stopped at 0, the difference is recorded`}
        </span>
      </p>
      <Button
        size="sm"
        icon={<FileDown aria-hidden className="size-3.5" />}
        onClick={() => saveFile(`audit-${audit.audit_number}.csv`, auditCsv(audit))}
      >
        Download CSV
      </Button>
      <Button
        size="sm"
        icon={<History aria-hidden className="size-3.5" />}
        onClick={() => emit('showInView', { view: 'history', search: audit.audit_number })}
      >
        History
      </Button>
      <IconButton
        label="Dismiss"
        size="sm"
        icon={<X className="size-4" />}
        onClick={() => useAppliedAudit.setState({ audit: null })}
      />
    </section>
  );
}
