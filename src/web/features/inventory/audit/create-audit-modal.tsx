import { scrollStop } from '#web/ui/rows/scroll-stop.ts';
import { counted } from '#domain/counted.ts';
import type { Milli } from '#domain/quantity.ts';
import { groupedWords } from '#domain/unit.ts';
import { memo, type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import { MOST_LINES } from '#contract/stock-adjustments.ts';
import { displayMoney } from '#domain/money.ts';
import { useCatalogue } from '#web/entities/catalogue/catalogue.ts';
import { listenStock, stockNow } from '#web/entities/stock/stock.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { Checking } from '#web/entities/command/checking.tsx';
import { cx } from '#web/ui/cx.ts';
import { Dialog } from '#web/ui/layers/dialog.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { Truncate } from '#web/ui/controls/truncate.tsx';
import { useAuditDraft } from './audit-command.ts';
import { type Review, type ReviewLine, reviewOf } from './audit-review.ts';
import { NotesField } from '#web/ui/fields/notes-field.tsx';
import { PhoneLabel } from '../items/phone-label.tsx';
import { countedMilli, itemOfKey, type PendingCounts, signed } from '../pending/pending.ts';
import { usePending } from '../pending/pending-store.ts';
import { Problem } from '../problem.tsx';
import { useAudit, useAuditName } from './use-audit.ts';

/** Rule: inventory/audit-name. */
const NAME_REQUIRED = 'Please provide an audit name for the audit trail';

/** The lines of highest value are shown first, and the others on request. */
const FIRST_SHOWN = 200;

/** Names the audit, and shows what it would change and at what value before creating it. */
export function CreateAuditModal({
  open,
  onClose,
  onCreated,
}: {
  open: boolean;
  onClose: () => void;
  onCreated: () => void;
}) {
  const first = useRef<HTMLInputElement>(null);
  return (
    <Dialog
      open={open}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title="Create Audit"
      description="Stock changes as listed below. The changes are kept under this name."
      size="lg"
      initialFocus={first}
    >
      <AuditForm first={first} onClose={onClose} onCreated={onCreated} />
    </Dialog>
  );
}

function AuditForm({
  first,
  onClose,
  onCreated,
}: {
  first: RefObject<HTMLInputElement | null>;
  onClose: () => void;
  onCreated: () => void;
}) {
  const draft = useAuditDraft();
  const pending = usePending(({ counts }) => counts);
  const audit = useAudit(onCreated);
  const suggested = useAuditName();
  const { name, description, counts } = audit.memo ?? { ...draft, name: draft.name ?? suggested, counts: pending };
  const sent = audit.open !== null;
  const tooMany = !sent && counts.size > MOST_LINES;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (!tooMany) audit.create(name, description);
      }}
      className="flex flex-col gap-4"
    >
      <div className="grid grid-cols-2 gap-4 max-[700px]:grid-cols-1">
        <TextField
          ref={first}
          label="Audit name"
          required
          maxLength={200}
          disabled={sent}
          value={name}
          hint={name.trim() === '' ? NAME_REQUIRED : undefined}
          onChange={({ target }) => useAuditDraft.setState({ name: target.value })}
        />
        <NotesField
          label="Description (optional)"
          value={description}
          onChange={(typed) => useAuditDraft.setState({ description: typed })}
          disabled={sent}
        />
      </div>
      <Checking what="audit" command={audit.open} />
      <Problem
        sentence={
          tooMany
            ? `An audit takes at most ${MOST_LINES.toLocaleString('en-US')} lines. Discard some, or count them in a second one.`
            : sent
              ? null
              : audit.wrong
        }
      />
      <ReviewTable counts={counts} />
      <div className="flex justify-end gap-2 border-t border-line pt-4">
        <Button onClick={onClose}>{sent ? 'Close' : 'Cancel'}</Button>
        <Button
          type="submit"
          variant="primary"
          busy={sent}
          disabled={!sent && (name.trim() === '' || counts.size === 0 || tooMany)}
        >
          Create Audit
        </Button>
      </div>
    </form>
  );
}

const SCROLLING = 'max-h-80 overflow-y-auto text-sm -outline-offset-2';
const REVIEW_COLUMNS =
  'grid grid-cols-[minmax(10rem,1fr)_5.5rem_5.5rem_6rem_6.5rem] items-center gap-x-3 px-3 max-[640px]:gap-x-0 max-[640px]:px-0';

/** Follows the stock, because a sale changes the result while somebody reads it. */
function useReview(counts: PendingCounts): Review {
  const { byId } = useCatalogue();
  const [asOf, setAsOf] = useState(0);
  useEffect(
    () =>
      listenStock([...new Set([...counts.keys()].map((key) => itemOfKey(key).productId))], () =>
        setAsOf((now) => now + 1),
      ),
    [counts],
  );
  return useMemo(() => reviewAsOf(counts, byId, asOf), [counts, byId, asOf]);
}

/** Stock is not React state; a new number makes React compute the review again. */
function reviewAsOf(counts: PendingCounts, byId: Parameters<typeof reviewOf>[1], _asOf: number): Review {
  return reviewOf(counts, byId, stockNow);
}

/** Memoized, so that typing the name does not draw it again. */
const ReviewTable = memo(function ReviewTable({ counts }: { counts: PendingCounts }) {
  const { variances, agreeing, lossCents, gainCents, netCents, shortAndOver } = useReview(counts);
  const [all, setAll] = useState(false);
  const lines = variances.length + agreeing;
  const shown = all ? variances : variances.slice(0, FIRST_SHOWN);
  const left = variances.length - shown.length;
  return (
    <section aria-label="Review" className="overflow-hidden rounded-md border border-line">
      <div className="flex flex-wrap items-baseline gap-x-4 border-b border-line bg-panel px-3 py-2 text-sm">
        <h3 className="font-medium">
          {variances.length === 0 ? 'Everything matches' : counted(variances.length, 'variance')}
        </h3>
        <span className="grow text-ink-2">
          {counted(lines, 'line')}
          {agreeing > 0 && variances.length > 0 && `, ${agreeing.toLocaleString('en-US')} match`}
        </span>
        {variances.length > 0 && (
          <span className="text-ink-2 tabular-nums">
            <span className="text-danger-ink">{displayMoney(lossCents)}</span>
            {' · '}
            <span className="text-accent-ink">+{displayMoney(gainCents)}</span>
            {' · net '}
            <span className="font-medium text-ink">{[displayMoney(netCents), ...shortAndOver].join(' · ')}</span>
          </span>
        )}
      </div>
      {variances.length > 0 && (
        <div ref={scrollStop} role="region" aria-label="Variances by value" className={SCROLLING}>
          <div role="table" aria-label="Variances" className="phone-table [--phone-indent:0.75rem]">
            <div
              role="row"
              data-phone-head
              className={cx(REVIEW_COLUMNS, 'sticky top-0 h-8 bg-raised text-xs text-ink-3')}
            >
              <span role="columnheader">Product</span>
              <span role="columnheader" className="text-right">
                Expected
              </span>
              <span role="columnheader" className="text-right">
                Counted
              </span>
              <span role="columnheader" className="text-right">
                Variance
              </span>
              <span role="columnheader" className="text-right">
                Value
              </span>
            </div>
            {shown.map((line) => (
              <VarianceRow key={line.item.key} line={line} />
            ))}
          </div>
        </div>
      )}
      {left > 0 && (
        <p className="flex items-center justify-between border-t border-line py-1 pr-1 pl-3 text-sm text-ink-2">
          and {left.toLocaleString('en-US')} of less value
          <Button size="sm" variant="ghost" onClick={() => setAll(true)}>
            Show all
          </Button>
        </p>
      )}
      {variances.length > 0 && (
        <p className="border-t border-line px-3 py-2 text-xs text-ink-3">
          Value at selling price. Sales made while you counted are kept.
        </p>
      )}
    </section>
  );
});

function VarianceRow({ line }: { line: ReviewLine }) {
  const { item, seenMilli, booksMilli, deltaMilli, afterMilli, valueCents, counted, hasMoved } = line;
  const told = (milli: Milli) => groupedWords(milli, item.unit);
  const stops = booksMilli + deltaMilli < 0;
  const note = stops
    ? 'Stock stops at 0, the difference is recorded'
    : hasMoved
      ? `Expected ${told(booksMilli)} now, ${told(afterMilli)} afterwards`
      : null;
  const tone = deltaMilli < 0 ? 'text-danger-ink' : 'text-accent-ink';
  return (
    <div
      role="row"
      className={cx(
        REVIEW_COLUMNS,
        'phone-row min-h-9 border-t border-line py-1 tabular-nums [contain-intrinsic-size:auto_37px] [content-visibility:auto]',
      )}
    >
      <span role="cell" data-phone="1-left" className="min-w-0">
        <Truncate text={item.name} />
        {note && <span className="block text-xs text-ink-3">{note}</span>}
      </span>
      <span role="cell" data-phone="2-left" className="text-right text-ink-2">
        <PhoneLabel>Expected</PhoneLabel>
        {told(seenMilli)}
      </span>
      <span role="cell" data-phone="3-left" className="text-right text-ink-2">
        <PhoneLabel>Counted</PhoneLabel>
        {counted ? told(countedMilli(line)) : '–'}
      </span>
      <span role="cell" data-phone="1-right" className={cx('text-right font-medium', tone)}>
        {signed(deltaMilli)}
        {item.unit && ` ${item.unit}`}
      </span>
      <span role="cell" data-phone="2-right" className={cx('text-right', tone)}>
        {valueCents > 0 && '+'}
        {displayMoney(valueCents)}
      </span>
    </div>
  );
}
