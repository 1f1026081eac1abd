import { counted } from '#domain/counted.ts';
import { Pencil, ScanBarcode, Tag } from 'lucide-react';
import type { ReactNode } from 'react';
import type { PurchaseOrder } from '#contract/purchasing.ts';
import { canEditCosts } from '#domain/purchase-order.ts';
import { printLabelsOf } from '#web/entities/labels/label-wish.ts';
import { useMay, useUser } from '#web/api/session/session.ts';
import { useUnitOf } from '#web/entities/catalogue/use-unit-of.ts';
import { Badge } from '#web/ui/status/badge.tsx';
import { Button } from '#web/ui/controls/button.tsx';
import { ErrorPanel, LoadingPanel } from '#web/ui/status/panels.tsx';
import { CheckingBar } from '../page/checking-bar.tsx';
import { Section, Sums } from '../page/facts.tsx';
import { displayCost } from '../display-cost.ts';
import { changeOrderCommand, type OpenOnOrder, receiveOrderCommand, useOpenOnOrder } from '../order-commands.ts';
import { PurchaseOrderActions } from './order-actions.tsx';
import { PurchaseOrderLines } from './order-lines.tsx';
import { progressOfLines, timelineOf } from '../order-words.ts';
import { labelsOfReceipts } from '../received-labels.ts';
import { PageHead } from '../page/page-head.tsx';
import { countedWords } from '../receive/pending-receipt.ts';
import { usePendingReceipt } from '../receive/pending-receipts.ts';
import { PrintOrder } from './print-order.tsx';
import { Progress } from '../page/progress.tsx';
import { usePurchaseOrder } from '../purchasing-queries.ts';
import { goTo, type Tab } from '../purchasing-state.ts';
import { PoStatusBadge } from '../page/status-badge.tsx';
import { displayInstant } from '#web/ui/dates.ts';

export const BACK: Record<Tab, string> = { orders: 'purchase orders', suppliers: 'supplier' };

/** One purchase order with everything about it and the actions that its status allows. */
export function PurchaseOrderPage({ tab, id }: { tab: Tab; id: number }) {
  const open = useOpenOnOrder(id);
  const { data: order, error, refetch } = usePurchaseOrder(id, open?.isDeletion !== true);
  const back = () => goTo(tab, { kind: 'list' });
  if (!order) {
    return (
      <div className="flex h-full flex-col">
        <PageHead title="Purchase order" back={BACK[tab]} onBack={back} />
        {error ? (
          <ErrorPanel title="Failed to load the purchase order" error={error} onRetry={refetch} />
        ) : (
          <LoadingPanel label="Loading purchase order..." />
        )}
      </div>
    );
  }
  return (
    <div className="flex h-full flex-col">
      <PageHead
        title={order.po_number}
        back={BACK[tab]}
        onBack={back}
        marks={
          <>
            <PoStatusBadge status={order.status} />
            {order.has_over_receipt && <Badge tone="yellow">Over-receipt</Badge>}
          </>
        }
        facts={
          <>
            {order.supplier_name}
            <span className="max-[1100px]:hidden"> · {order.location_name}</span>
          </>
        }
        actions={<Actions tab={tab} order={order} open={open} />}
      />
      {open && <CheckingBar what={open.what} command={open.command} />}
      <div className="flex min-h-0 grow max-[640px]:flex-col max-[640px]:overflow-y-auto">
        <PurchaseOrderLines order={order} />
        <aside
          aria-label="About this purchase order"
          className="flex w-80 shrink-0 flex-col gap-6 overflow-y-auto border-l border-line p-4 max-[1100px]:w-72 max-[640px]:w-full max-[640px]:border-t max-[640px]:border-l-0"
        >
          <About order={order} />
        </aside>
      </div>
    </div>
  );
}

function Actions({ tab, order, open }: { tab: Tab; order: PurchaseOrder; open: OpenOnOrder | null }) {
  const mayChange = useMay('adjust-stock');
  const pending = usePendingReceipt(order.id);
  const units = countedWords(pending, order.items, useUnitOf());
  const isBeing = (kind: string) => open?.command.kind === kind;
  return (
    <span className="flex flex-wrap items-center gap-2">
      <PrintOrder order={order} />
      {mayChange && (
        <Button
          disabled={open !== null && !isBeing(changeOrderCommand.kind)}
          icon={<Pencil aria-hidden className="size-4" />}
          onClick={() => goTo(tab, { kind: 'edit', id: order.id })}
        >
          {canEditCosts(order.status) ? 'Edit' : 'Edit notes'}
        </Button>
      )}
      {mayChange && <PurchaseOrderActions order={order} isOpen={open !== null} />}
      {mayChange && (order.can_receive || isBeing(receiveOrderCommand.kind)) && (
        <Button
          variant="primary"
          disabled={open !== null && !isBeing(receiveOrderCommand.kind)}
          icon={<ScanBarcode aria-hidden className="size-4" />}
          onClick={() => goTo(tab, { kind: 'receive', id: order.id })}
        >
          {isBeing(receiveOrderCommand.kind) ? 'Receiving...' : units === '' ? 'Receive' : `Receive (${units} counted)`}
        </Button>
      )}
    </span>
  );
}

function About({ order }: { order: PurchaseOrder }) {
  const { time_zone: timeZone } = useUser();
  const withCosts = useMay('see-costs');
  const unitOf = useUnitOf();
  return (
    <>
      <Section title="Received">
        <Progress
          progress={progressOfLines(order, unitOf)}
          isCancelled={order.status === 'cancelled'}
          className="text-sm"
        />
        <p className="mt-1 text-sm text-ink-3">{counted(order.item_count, 'line')}</p>
      </Section>
      {withCosts && (
        <Section title="Totals">
          <Sums
            rows={[
              { name: 'Subtotal', amount: displayCost(order.subtotal) },
              { name: `Tax (${Number(order.tax_percent)}%)`, amount: displayCost(order.tax_amount) },
              { name: 'Shipping', amount: displayCost(order.shipping_cost) },
              { name: 'Total', amount: displayCost(order.total_amount), strong: true },
            ]}
          />
        </Section>
      )}
      <Section title="Notes">
        <p
          className={order.notes === '' ? 'text-sm text-ink-3' : 'text-sm break-words whitespace-pre-wrap select-text'}
        >
          {order.notes || 'No notes'}
        </p>
      </Section>
      <Section title="Timeline">
        <ol className="flex flex-col gap-2.5 text-sm">
          {timelineOf(order, unitOf).map(({ key, sentence, note, by, at, receipt }) => (
            <Moment
              key={key}
              when={`${by === '' ? '' : `${by}, `}${displayInstant(at, timeZone)}`}
              note={note}
              action={
                receipt && (
                  <Button
                    size="sm"
                    className="mt-1"
                    icon={<Tag aria-hidden className="size-3.5" />}
                    onClick={() => printLabelsOf(labelsOfReceipts(order, [receipt]))}
                  >
                    Print labels
                  </Button>
                )
              }
            >
              {sentence}
            </Moment>
          ))}
        </ol>
      </Section>
    </>
  );
}

function Moment({
  when,
  note,
  action,
  children,
}: {
  when: string;
  note: string;
  action: ReactNode;
  children: ReactNode;
}) {
  return (
    <li className="border-l-2 border-line-strong pl-2.5">
      <p className="break-words">{children}</p>
      {note !== '' && <p className="break-words whitespace-pre-wrap text-ink-2">{note}</p>}
      <p className="text-xs text-ink-3">{when}</p>
      {action}
    </li>
  );
}
