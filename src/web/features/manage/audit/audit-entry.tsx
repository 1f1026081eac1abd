import type { AuditEntry } from '#contract/audit.ts';
import { auditChanges, auditWords } from '#domain/audit-changes.ts';
import { emit } from '#web/api/events.ts';
import { useUser } from '#web/api/session/session.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { displayInstant } from '#web/ui/dates.ts';
import { Fact, Facts } from '#web/ui/grid/facts.tsx';
import { Dialog } from '#web/ui/layers/dialog.tsx';
import { rowButton } from '../list/manage-table.tsx';

export const actorName = ({ actor }: AuditEntry): string => actor?.name ?? 'The server';

/** The changes on one line: "Role: staff → manager". */
export function changesInWords({ details }: AuditEntry): string {
  return auditChanges(details)
    .map(({ field, from, to }) => `${auditWords(field) || 'Value'}: ${from === undefined ? to : `${from} → ${to}`}`)
    .join('; ');
}

/** The view that can open the record of an entry, or null. A merge is undone at the customer who was kept. */
function viewOf({ action, entity }: AuditEntry): { view: 'customers' | 'orders'; words: string } | null {
  if (entity === 'order') return { view: 'orders', words: 'Open the order' };
  if (entity !== 'user' || !/^(?:customer|points)_/.test(action)) return null;
  return {
    view: 'customers',
    words: action === 'customer_merged' ? 'Open the customer to undo it' : 'Open the customer',
  };
}

/** One audit row with all values before and after. */
export function AuditEntryDialog({
  entry,
  open,
  onClose,
}: {
  entry: AuditEntry | null;
  open: boolean;
  onClose: () => void;
}) {
  const { time_zone: timeZone } = useUser();
  const shown = entry && viewOf(entry);
  return (
    <Dialog
      open={open && entry !== null}
      onOpenChange={(on) => !on && onClose()}
      focusAfter={() => (entry ? rowButton(entry.id) : null)}
      size="lg"
      title={entry ? auditWords(entry.action) : ''}
    >
      {entry && (
        <div className="flex flex-col gap-5 text-sm">
          <Facts>
            <Fact name="When">{displayInstant(entry.at, timeZone)}</Fact>
            <Fact name="Who">
              {actorName(entry)}
              {entry.actor && entry.actor.kind !== 'staff' && ` (${entry.actor.kind})`}
            </Fact>
            <Fact name="Record">
              {auditWords(entry.entity)} {entry.entity_id}
            </Fact>
            <Fact name="Location" muted={entry.location === null}>
              {entry.location ?? 'None'}
            </Fact>
            <Fact name="Row">
              {entry.id}, {entry.sealed ? 'sealed' : 'waiting for its seal'}
            </Fact>
          </Facts>
          <Changes entry={entry} />
          {shown && (
            <Button
              className="self-start"
              onClick={() => emit('showInView', { view: shown.view, recordId: Number(entry.entity_id) })}
            >
              {shown.words}
            </Button>
          )}
          {entry.erased && (
            <p className="text-ink-3">Values of a person were erased, because the person was forgotten.</p>
          )}
        </div>
      )}
    </Dialog>
  );
}

function Changes({ entry }: { entry: AuditEntry }) {
  const changes = auditChanges(entry.details);
  if (changes.length === 0) return <p className="text-ink-3">The row says no more than that it happened.</p>;
  return (
    <table aria-label="Changes" className="w-full table-fixed">
      <thead>
        <tr className="border-b border-line text-left text-xs text-ink-3">
          {['Field', 'Before', 'After'].map((title) => (
            <th key={title} scope="col" className="py-1.5 pr-3 font-medium">
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {changes.map(({ field, from, to }) => (
          <tr key={field} className="border-b border-line align-top">
            <th scope="row" className="py-1.5 pr-3 text-left font-normal text-ink-2">
              {auditWords(field) || 'Value'}
            </th>
            <td className="py-1.5 pr-3 break-words text-ink-3 select-text">{from ?? ''}</td>
            <td className="py-1.5 break-words text-ink select-text">{to}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
