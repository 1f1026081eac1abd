import { counted } from '#domain/counted.ts';
import { ClipboardCheck } from 'lucide-react';
import { useState } from 'react';
import { displayMoney } from '#domain/money.ts';
import { useCatalogue } from '#web/entities/catalogue/catalogue.ts';
import { emit } from '#web/api/events.ts';
import { stockNow } from '#web/entities/stock/stock.ts';
import { reviewOf } from '#web/features/inventory/audit/audit-review.ts';
import { type PendingCounts, signed } from '#web/features/inventory/pending/pending.ts';
import { usePending } from '#web/features/inventory/pending/pending-store.ts';
import { Problem } from '#web/features/inventory/problem.tsx';
import { useAudit, useAuditName } from '#web/features/inventory/audit/use-audit.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { Checking } from '#web/entities/command/checking.tsx';
import { NotesField } from '#web/ui/fields/notes-field.tsx';
import { cx } from '#web/ui/cx.ts';
import { useOptionList } from '../option-list.ts';
import { Announce, NothingFound, Option, OptionPane } from '../popup-parts.tsx';
import type { PopupProps } from '../popup-props.ts';
import { useUnifiedSearch } from '../use-unified-search.ts';

const MOST_LISTED = 6;

/**
 * Creates an audit of the pending counts: its name is typed in the search box, and Enter creates it.
 * Rule: inventory/naming-what-is-pending.
 */
export function AuditPopup({ text }: PopupProps) {
  const [description, setDescription] = useState('');
  const counts = usePending((pending) => pending.counts);
  const close = useUnifiedSearch((search) => search.close);
  const audit = useAudit(() => close());
  const sent = audit.open !== null;
  const suggested = useAuditName();
  const name = text.trim() || suggested;
  const mayCreate = counts.size > 0 && !sent;
  const create = () => audit.create(name, description);

  useOptionList({ count: mayCreate ? 1 : 0, sole: mayCreate ? 0 : null, pick: create });

  if (counts.size === 0 && !sent) {
    return (
      <NothingFound title="No pending adjustments" hint="Count something, or enter changes, in audit mode first.">
        <Button
          className="mt-3"
          onClick={() => {
            close(false);
            emit('showInView', { view: 'adjustments', search: '', stockTab: 'stock', stockMode: 'audit' });
          }}
        >
          Open audit mode
        </Button>
      </NothingFound>
    );
  }
  return (
    <div className="flex max-h-[calc(100dvh-5rem)] flex-col">
      {mayCreate && (
        <OptionPane label="Audit" listKey="" className="shrink-0 border-b border-line">
          <Option index={0} className="font-medium text-accent-ink">
            <ClipboardCheck aria-hidden className="size-4.5 shrink-0" />
            <span className="truncate text-base">Create audit "{name}"</span>
          </Option>
        </OptionPane>
      )}
      <div className="flex min-h-0 flex-col gap-3 overflow-y-auto px-4 py-3">
        <NotesField
          label="Description (optional)"
          value={audit.memo?.description ?? description}
          onChange={setDescription}
          disabled={sent}
        />
        <PendingLines counts={audit.memo?.counts ?? counts} />
        <Checking what="audit" command={audit.open} />
        <Problem sentence={sent ? null : audit.wrong} />
        <div className="flex justify-end gap-2">
          <Button onClick={() => close()}>{sent ? 'Close' : 'Cancel'}</Button>
          <Button variant="primary" busy={sent} disabled={!mayCreate && !sent} onClick={create}>
            Create Audit
          </Button>
        </div>
      </div>
      <Announce text={counted(counts.size, 'pending adjustment')} />
    </div>
  );
}

/** The variances, highest value first. Naming the audit ends a blind count, so the system quantities are shown. */
function PendingLines({ counts }: { counts: PendingCounts }) {
  const { byId } = useCatalogue();
  const { variances, agreeing, netCents, shortAndOver } = reviewOf(counts, byId, stockNow);
  const more = variances.length - MOST_LISTED;
  return (
    <section aria-label="Pending audit" className="rounded-md border border-line px-3 py-2 text-sm">
      <h3 className="flex justify-between gap-3 text-xs font-medium text-ink-3 tabular-nums">
        <span>
          {counted(variances.length, 'variance')}
          {agreeing > 0 && `, ${agreeing.toLocaleString('en-US')} match`}
        </span>
        <span>net {[displayMoney(netCents), ...shortAndOver].join(' · ')}</span>
      </h3>
      <ul className="mt-1">
        {variances.slice(0, MOST_LISTED).map(({ item, deltaMilli }) => (
          <li key={item.key} className="flex justify-between gap-3 leading-6">
            <span className="truncate">{item.name}</span>
            <span className={cx('shrink-0 tabular-nums', deltaMilli < 0 ? 'text-danger-ink' : 'text-accent-ink')}>
              {signed(deltaMilli)}
              {item.unit && ` ${item.unit}`}
            </span>
          </li>
        ))}
      </ul>
      {more > 0 && <p className="text-ink-2">and {more.toLocaleString('en-US')} more</p>}
    </section>
  );
}
