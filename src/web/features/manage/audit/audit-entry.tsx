import { useState } from 'react';
import { z } from 'zod';
import type { AuditEntry } from '#contract/audit.ts';
import { auditChanges, auditWords } from '#domain/audit-changes.ts';
import { emit } from '#web/api/events.ts';
import { useUser } from '#web/api/session/session.ts';
import { askToUndoMerge } from '#web/entities/customer/merge-wish.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { displayInstant } from '#web/ui/dates.ts';
import { cx } from '#web/ui/cx.ts';
import { Fact, Facts } from '#web/ui/grid/facts.tsx';
import { Dialog } from '#web/ui/layers/dialog.tsx';
import { rowButton } from '../list/manage-table.tsx';
import { BulkUndo } from '../products/bulk/bulk-undo.tsx';

export const actorName = ({ actor }: AuditEntry): string => actor?.name ?? 'The server';

/** The changes on one line: "Role: staff → manager". */
export function changesInWords({ details }: AuditEntry): string {
  return auditChanges(details)
    .map(({ field, from, to }) => `${auditWords(field) || 'Value'}: ${from === undefined ? to : `${from} → ${to}`}`)
    .join('; ');
}

interface Way {
  readonly words: string;
  readonly go: () => void;
}

/** The way from an entry to its record, or null. A merge is undone at the customer who was kept. */
function wayOf(
  { action, entity, entity_id: id, details }: AuditEntry,
  undoEdit: (bulkEditId: number) => void,
): Way | null {
  const recordId = Number(id);
  if (entity === 'order')
    return { words: 'Open the order', go: () => emit('showInView', { view: 'orders', recordId }) };
  if (action === 'products_changed_together') return { words: 'Undo this bulk edit', go: () => undoEdit(recordId) };
  if (entity !== 'user' || !/^(?:customer|points)_/.test(action)) return null;
  const merge = action === 'customer_merged' ? mergeDetails.safeParse(details).data : undefined;
  return merge
    ? { words: 'Undo this merge', go: () => askToUndoMerge(merge.merge_id, recordId) }
    : { words: 'Open the customer', go: () => emit('showInView', { view: 'customers', recordId }) };
}

const mergeDetails = z.object({ merge_id: z.int() });

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
  const [bulkEditId, setBulkEditId] = useState<number | null>(null);
  const way = entry && wayOf(entry, setBulkEditId);
  if (open && bulkEditId !== null) return <BulkUndo id={bulkEditId} onClose={() => setBulkEditId(null)} />;
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
          {way && (
            <Button className="self-start" onClick={way.go}>
              {way.words}
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
  // Something added or imported has nothing before it, and its words take the room.
  const hasBefore = changes.some(({ from }) => from !== undefined);
  return (
    <table aria-label="Changes" className="w-full table-fixed">
      <thead>
        <tr className="border-b border-line text-left text-xs text-ink-3">
          {['Field', ...(hasBefore ? ['Before'] : []), 'After'].map((title, at) => (
            <th key={title} scope="col" className={cx('py-1.5 pr-3 font-medium', at === 0 && 'w-1/3')}>
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
            {hasBefore && <td className="py-1.5 pr-3 break-words text-ink-3 select-text">{from ?? ''}</td>}
            <td className="py-1.5 break-words text-ink select-text">{to}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
