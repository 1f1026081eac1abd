import { ClipboardCheck } from 'lucide-react';
import { useState } from 'react';
import { displayMoney } from '#domain/money.ts';
import { sentenceOf } from '#web/api/call-error.ts';
import { useCatalogue } from '#web/api/catalogue.ts';
import { showInView } from '#web/api/show-in-view.ts';
import { stockNow } from '#web/api/stock.ts';
import { reviewOf } from '#web/features/inventory/audit-review.ts';
import { numbered, signed } from '#web/features/inventory/pending.ts';
import { usePending } from '#web/features/inventory/pending-store.ts';
import { auditSubmission, createAudit } from '#web/features/inventory/submit-audit.ts';
import { Button } from '#web/ui/button.tsx';
import { NotesField } from '#web/ui/notes-field.tsx';
import { cx } from '#web/ui/cx.ts';
import { useOptionList } from './option-list.ts';
import { Announce, NothingFound, Option, OptionPane } from './popup-parts.tsx';
import type { PopupProps } from './popup-props.ts';
import { useUnifiedSearch } from './use-unified-search.ts';

const MOST_LISTED = 6;

/** Source: spec §5, "Audit name required". */
const NAME_REQUIRED = 'Please provide an audit name for the audit trail';

/**
 * An audit of what is pending: its name is typed in the box, Enter creates it. Source: spec §2, "Unified search panel".
 */
export function AuditPopup({ text }: PopupProps) {
  const [description, setDescription] = useState('');
  const counts = usePending((pending) => pending.counts);
  const { busy, error, isUnknown } = auditSubmission.useSubmission();
  const close = useUnifiedSearch((search) => search.close);
  const name = text.trim();
  const mayCreate = name !== '' && counts.size > 0;

  async function create(): Promise<void> {
    if (busy || !(mayCreate || isUnknown)) return;
    const created = isUnknown ? await auditSubmission.askAgain() : await createAudit(name, description);
    if (created) close();
  }

  useOptionList({ count: mayCreate ? 1 : 0, sole: mayCreate ? 0 : null, pick: () => void create() });

  if (counts.size === 0 && !isUnknown) {
    return (
      <NothingFound title="No pending adjustments" hint="Count something, or enter changes, in audit mode first.">
        <Button
          className="mt-3"
          onClick={() => {
            close(false);
            showInView({ view: 'adjustments', search: '', stockTab: 'stock', stockMode: 'audit' });
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
        {name === '' && <p className="text-sm text-ink-2">{NAME_REQUIRED}</p>}
        <NotesField
          label="Description (optional)"
          value={description}
          onChange={setDescription}
          disabled={busy || isUnknown}
        />
        <PendingLines />
        {(isUnknown || error !== null) && (
          <p role="alert" className="rounded-md bg-danger-soft px-3 py-2 text-sm text-danger-ink">
            {isUnknown
              ? 'It is not known whether this audit was saved. Checking again never applies it twice.'
              : sentenceOf(error)}
          </p>
        )}
        <div className="flex justify-end gap-2">
          <Button onClick={() => close()}>Cancel</Button>
          <Button variant="primary" busy={busy} disabled={!mayCreate && !isUnknown} onClick={() => void create()}>
            {isUnknown ? 'Check again' : 'Create Audit'}
          </Button>
        </div>
      </div>
      <Announce text={numbered(counts.size, 'pending adjustment')} />
    </div>
  );
}

/** What would change, the dearest first. Naming the audit is the end of a blind count: the books are shown. */
function PendingLines() {
  const counts = usePending((pending) => pending.counts);
  const { byId } = useCatalogue();
  const { variances, agreeing, netCents } = reviewOf(counts, byId, stockNow);
  const more = variances.length - MOST_LISTED;
  return (
    <section aria-label="Pending audit" className="rounded-md border border-line px-3 py-2 text-sm">
      <h3 className="flex justify-between gap-3 text-xs font-medium text-ink-3 tabular-nums">
        <span>
          {numbered(variances.length, 'variance')}
          {agreeing > 0 && `, ${agreeing.toLocaleString('en-US')} agree`}
        </span>
        <span>net {displayMoney(netCents)}</span>
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
