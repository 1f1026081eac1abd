import { counted } from '#domain/counted.ts';
import { ListChecks, PackageCheck } from 'lucide-react';
import { useDeferredValue, useMemo, useState } from 'react';
import type { PurchaseOrder } from '#contract/purchasing.ts';
import { foldedWords, hasWords } from '#domain/fold.ts';
import { useUnitOf } from '#web/entities/catalogue/use-unit-of.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { EmptyPanel, ErrorPanel, LoadingPanel } from '#web/ui/status/panels.tsx';
import { TextInput } from '#web/ui/fields/text-field.tsx';
import { CheckingBar } from '../page/checking-bar.tsx';
import { PageHead } from '../page/page-head.tsx';
import { changedLines, countedWords, overOf, settled, withAllRemaining } from './pending-receipt.ts';
import { changePending, forgetPending } from './pending-receipts.ts';
import { usePurchaseOrder } from '../purchasing-queries.ts';
import { goTo, type Tab } from '../purchasing-state.ts';
import { ReceiptConflict } from './receipt-conflict.tsx';
import { ReceiveLines, type ScannedLine } from './receive-lines.tsx';
import { ReceiveScanner } from './receive-scanner.tsx';
import { PoStatusBadge } from '../page/status-badge.tsx';
import { useReceive } from './use-receive.ts';

/** Receives goods of an order: counted by hand or by scanner, booked in one step. */
export function ReceivePage({ tab, id }: { tab: Tab; id: number }) {
  const { data: order, error, refetch } = usePurchaseOrder(id);
  const receiving = useReceive(id);
  const { pending, command } = receiving;
  const unitOf = useUnitOf();
  const back = () => {
    if (order && !order.can_receive && !command.open) forgetPending(id);
    goTo(tab, { kind: 'order', id });
  };
  // When nothing is left to receive, the open command here may be the one that received it.
  if (order && (order.can_receive || command.open)) {
    return <Receive order={order} receiving={receiving} onBack={back} />;
  }
  return (
    <div className="flex h-full flex-col">
      <PageHead title={order ? `Receive ${order.po_number}` : 'Receive'} back="the order" onBack={back} />
      {order ? (
        <EmptyPanel
          icon={<PackageCheck aria-hidden />}
          title={CLOSED[order.status] ?? 'Nothing can be received'}
          hint={
            pending.lines.size === 0
              ? `Nothing more can be received on ${order.po_number}.`
              : `The ${countedWords(pending, order.items, unitOf)} that you counted were not received.`
          }
          action={<Button onClick={back}>Show the order</Button>}
        />
      ) : error ? (
        <ErrorPanel title="Failed to load the purchase order" error={error} onRetry={refetch} />
      ) : (
        <LoadingPanel label="Loading purchase order..." />
      )}
    </div>
  );
}

const CLOSED: Partial<Record<PurchaseOrder['status'], string>> = {
  draft: 'Not ordered yet',
  received: 'Everything was received already',
  cancelled: 'This purchase order was cancelled',
};

function Receive({
  order,
  receiving,
  onBack,
}: {
  order: PurchaseOrder;
  receiving: ReturnType<typeof useReceive>;
  onBack: () => void;
}) {
  const { pending, command } = receiving;
  const unitOf = useUnitOf();
  const frozen = command.open !== null;
  const [filter, setFilter] = useState('');
  const [scanned, setScanned] = useState<ScannedLine | null>(null);
  const changed = changedLines(pending, order.items);
  const typed = useDeferredValue(filter);
  // After a scan the filter is empty at once, so that the scanned line is listed.
  const find = filter === '' ? '' : typed;
  const shown = useMemo(() => matching(order.items, find), [order.items, find]);
  // While the receipt is unanswered, the remaining quantities may already include it.
  const over = frozen ? 0 : order.items.filter((item) => overOf(pending, item) > 0).length;

  return (
    <div className="relative flex h-full flex-col">
      <ReceiveScanner
        order={order}
        frozen={frozen}
        onHit={(itemId, weighed) => {
          setFilter('');
          setScanned((before) => ({ itemId, weighed, count: (before?.count ?? 0) + 1 }));
        }}
      />
      <PageHead
        title={`Receive ${order.po_number}`}
        back={order.po_number}
        onBack={onBack}
        marks={<PoStatusBadge status={order.status} />}
        facts={
          <>
            {order.supplier_name}
            <span className="max-[1100px]:hidden"> · {order.location_name}</span>
          </>
        }
        actions={
          <span className="flex flex-wrap gap-2">
            <TextInput
              aria-label="Find a line"
              placeholder="Find a line"
              className="w-44"
              value={filter}
              onChange={({ target }) => setFilter(target.value)}
            />
            <Button
              disabled={frozen}
              icon={<ListChecks aria-hidden className="size-4" />}
              onClick={() => changePending(order.id, (before) => withAllRemaining(before, order.items))}
            >
              Receive all remaining
            </Button>
          </span>
        }
      />
      {receiving.refused !== null && (
        <p role="alert" className="bg-danger-soft px-4 py-2 text-sm text-danger-ink">
          {receiving.refused}
        </p>
      )}
      <CheckingBar what="receipt" command={command.open} />
      <fieldset disabled={frozen} className="contents">
        <ReceiveLines order={order} items={shown} pending={pending} scanned={scanned} frozen={frozen} />
      </fieldset>
      <footer className="flex shrink-0 flex-wrap items-center gap-x-4 gap-y-2 border-t border-line bg-panel px-4 py-2">
        <p aria-live="polite" className="min-w-48 grow text-sm text-ink-2">
          {pending.lines.size === 0 ? (
            'Nothing entered yet'
          ) : (
            <>
              <span className="text-base font-semibold text-ink tabular-nums">
                {countedWords(pending, order.items, unitOf)}
              </span>{' '}
              on {counted(pending.lines.size, 'line')}
            </>
          )}
          {over > 0 && <span className="text-yellow">, {counted(over, 'line')} over what was ordered</span>}
        </p>
        <TextInput
          aria-label="Note on this receipt"
          placeholder="Note: delivery slip, what was damaged"
          maxLength={500}
          className="w-72"
          disabled={frozen}
          value={pending.note}
          onChange={({ target }) => changePending(order.id, (before) => ({ ...before, note: target.value }))}
        />
        <Button
          size="touch"
          variant="primary"
          icon={<PackageCheck aria-hidden className="size-4.5" />}
          busy={frozen}
          disabled={pending.lines.size === 0}
          onClick={() => void receiving.receive(order)}
        >
          {frozen ? 'Receiving...' : 'Receive'}
        </Button>
      </footer>
      <ReceiptConflict
        lines={receiving.conflict ? changed : []}
        onKeep={(keep) => {
          changePending(order.id, (before) => settled(before, order.items, keep));
          receiving.settle();
        }}
        onClose={receiving.settle}
      />
    </div>
  );
}

function matching(items: PurchaseOrder['items'], filter: string): PurchaseOrder['items'] {
  const words = foldedWords(filter);
  if (words.length === 0) return items;
  return items.filter(({ product_name, sku }) => hasWords(`${product_name} ${sku ?? ''}`, words));
}
