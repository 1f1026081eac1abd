import { counted } from '#domain/counted.ts';
import { ClipboardCheck, PackagePlus } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '#web/ui/controls/button.tsx';
import { toast } from '#web/ui/status/toast.tsx';
import { restockWords } from '../items/by-unit.ts';
import { displayMoney } from '#domain/money.ts';
import { useCatalogue } from '#web/entities/catalogue/catalogue.ts';
import { stockNow } from '#web/entities/stock/stock.ts';
import { reviewOf } from '../audit/audit-review.ts';
import type { PendingCounts } from './pending.ts';
import { usePending, usePendingLocked } from './pending-store.ts';
import { SelectionMoves } from '../transfers/moving.tsx';

/** The pending work, with the buttons to apply or discard it. Always drawn, so that the first entry moves nothing. */
export function PendingBar({
  mode,
  onCreateAudit,
  onCreateOrder,
}: {
  mode: 'audit' | 'restock';
  onCreateAudit: () => void;
  onCreateOrder: () => void;
}) {
  return mode === 'audit' ? <AuditBar onCreate={onCreateAudit} /> : <RestockBar onCreate={onCreateOrder} />;
}

function Bar({ summary, children }: { summary: ReactNode; children: ReactNode }) {
  return (
    <div
      role="toolbar"
      aria-label="Pending"
      // On a phone the figures have a line of their own, above the buttons.
      className="flex h-13 shrink-0 items-center gap-2 border-t border-line bg-panel px-3 max-[640px]:h-auto max-[640px]:min-h-13 max-[640px]:flex-wrap max-[640px]:justify-end max-[640px]:py-1"
    >
      <p
        aria-live="polite"
        className="min-w-0 grow truncate text-sm tabular-nums max-[640px]:line-clamp-2 max-[640px]:whitespace-normal"
      >
        {summary}
      </p>
      {/* Here rather than above the list, so that selecting a row does not move the rows. */}
      <SelectionMoves />
      {children}
    </div>
  );
}

/** @param onDiscard returns a function that undoes it */
function Discard({ what, onDiscard }: { what: string; onDiscard: () => () => boolean }) {
  function press(): void {
    const undo = onDiscard();
    toast.info(`${what} discarded`, {
      label: 'Undo',
      onPress: () => {
        if (!undo()) toast.info('Not undone, because something was entered since, here or in another window.');
      },
    });
  }
  return (
    <Button variant="ghost" onClick={press}>
      Discard
    </Button>
  );
}

function AuditBar({ onCreate }: { onCreate: () => void }) {
  const { counts, entry, blind, discard } = usePending();
  const sent = usePendingLocked('counts');
  const { byId } = useCatalogue();
  const { variances, netCents, shortAndOver } = reviewOf(counts, byId, stockNow);
  const [lines, differing] = [counts.size, variances.length];

  const found = entry === 'count' ? countedWords(counts) : counted(lines, 'pending adjustment');
  const changes = [
    differing === 1 ? '1 differs' : `${differing.toLocaleString('en-US')} differ`,
    ...shortAndOver,
    ...(differing === 0 ? [] : [`net ${displayMoney(netCents)}`]),
  ];
  const figures = blind ? '' : ` · ${changes.join(' · ')}`;
  return (
    <Bar
      summary={
        lines === 0 ? (
          <span className="text-ink-3">No pending adjustments</span>
        ) : (
          <>
            <span className="font-medium">{found}</span>
            <span className="text-ink-2">{figures}</span>
          </>
        )
      }
    >
      {lines > 0 && !sent && <Discard onDiscard={() => discard('counts')} what={counted(lines, 'pending line')} />}
      <Button
        variant="primary"
        disabled={lines === 0 && !sent}
        title="Apply the pending adjustments to stock"
        icon={<ClipboardCheck aria-hidden className="size-4" />}
        onClick={onCreate}
      >
        {sent ? 'Checking audit' : 'Create Audit'}
      </Button>
    </Bar>
  );
}

/** "2 items counted, 1 change": a change that was entered before is not a count. Rule: inventory/pending-counts. */
function countedWords(counts: PendingCounts): string {
  const found = [...counts.values()].filter((one) => one.counted).length;
  const changes = counts.size - found;
  return [
    ...(found > 0 ? [`${counted(found, 'item')} counted`] : []),
    ...(changes > 0 ? [`${counted(changes, 'change')} not counted`] : []),
  ].join(', ');
}

function RestockBar({ onCreate }: { onCreate: () => void }) {
  const { restocks, discard } = usePending();
  const sent = usePendingLocked('restocks');
  const { byId } = useCatalogue();

  return (
    <Bar
      summary={
        restocks.size === 0 ? (
          <span className="text-ink-3">No pending restocks</span>
        ) : (
          <>
            <span className="font-medium">{counted(restocks.size, 'product')}</span>
            <span className="text-ink-2"> · {restockWords(restocks, byId)} to restock</span>
          </>
        )
      }
    >
      {restocks.size > 0 && !sent && (
        <Discard onDiscard={() => discard('restocks')} what={counted(restocks.size, 'pending restock')} />
      )}
      <Button
        variant="primary"
        disabled={restocks.size === 0 && !sent}
        icon={<PackagePlus aria-hidden className="size-4" />}
        onClick={onCreate}
      >
        {sent ? 'Checking purchase order' : 'Create Purchase Order'}
      </Button>
    </Bar>
  );
}
