import { ClipboardCheck, PackagePlus } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '#web/ui/button.tsx';
import { toast } from '#web/ui/toast.tsx';
import { numbered, signed, sumCounts, sumRestocks, unitsIn } from './pending.ts';
import { usePending } from './pending-store.ts';
import { SelectionMoves } from './transfers/moving.tsx';

/** What is pending and what becomes of it. Always there, so that the first figure moves nothing. */
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
      className="flex h-13 shrink-0 items-center gap-2 border-t border-line bg-panel px-3"
    >
      <p aria-live="polite" className="min-w-0 grow truncate text-sm tabular-nums">
        {summary}
      </p>
      {/* Here rather than above the list: what comes with a selection must not move the rows that are pressed. */}
      <SelectionMoves />
      {children}
    </div>
  );
}

function AuditBar({ onCreate }: { onCreate: () => void }) {
  const { counts, entry, blind, sent, replaceCounts } = usePending();
  const { lines, differing, upMilli, downMilli, netMilli } = sumCounts(counts);

  function discard(): void {
    replaceCounts(new Map());
    toast.info(`${numbered(lines, 'pending line')} discarded`, { label: 'Undo', onPress: () => replaceCounts(counts) });
  }

  const found = entry === 'count' ? `${numbered(lines, 'item')} counted` : numbered(lines, 'pending adjustment');
  const changes = [
    differing === 1 ? '1 differs' : `${differing.toLocaleString('en-US')} differ`,
    upMilli === 0 ? '' : signed(upMilli),
    downMilli === 0 ? '' : signed(downMilli),
    `net ${signed(netMilli)}`,
  ].filter(Boolean);
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
      {lines > 0 && sent === null && (
        <Button variant="ghost" onClick={discard}>
          Discard
        </Button>
      )}
      <Button
        variant="primary"
        disabled={lines === 0 && sent?.kind !== 'audit'}
        icon={<ClipboardCheck aria-hidden className="size-4" />}
        onClick={onCreate}
      >
        Create Audit
      </Button>
    </Bar>
  );
}

function RestockBar({ onCreate }: { onCreate: () => void }) {
  const { restocks, sent, replaceRestocks } = usePending();
  const total = sumRestocks(restocks);

  function discard(): void {
    replaceRestocks(new Map());
    toast.info(`${numbered(restocks.size, 'pending restock')} discarded`, {
      label: 'Undo',
      onPress: () => replaceRestocks(restocks),
    });
  }

  return (
    <Bar
      summary={
        restocks.size === 0 ? (
          <span className="text-ink-3">No pending restocks</span>
        ) : (
          <>
            <span className="font-medium">{numbered(restocks.size, 'product')}</span>
            <span className="text-ink-2"> · {unitsIn(total)} to restock</span>
          </>
        )
      }
    >
      {restocks.size > 0 && sent === null && (
        <Button variant="ghost" onClick={discard}>
          Discard
        </Button>
      )}
      <Button
        variant="primary"
        disabled={restocks.size === 0 && sent?.kind !== 'restock'}
        icon={<PackagePlus aria-hidden className="size-4" />}
        onClick={onCreate}
      >
        Create Purchase Order
      </Button>
    </Bar>
  );
}
