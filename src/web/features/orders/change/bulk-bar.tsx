import { counted } from '#domain/counted.ts';
import { ChevronUp, FileDown, Printer } from 'lucide-react';
import { useRef, useState } from 'react';
import { MAX_CHOSEN_ORDERS } from '#contract/order-changes.ts';
import { exportOrdersRoute } from '#contract/order-export.ts';
import { ORDER_STATUSES } from '#contract/orders.ts';
import { sentenceOf } from '#web/api/call/call-error.ts';
import { commands, useCommands } from '#web/api/commands/commands.ts';
import { useMay } from '#web/api/session/session.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { Checking } from '#web/entities/command/checking.tsx';
import { Menu, MenuItem } from '#web/ui/layers/menu.tsx';
import { toast } from '#web/ui/status/toast.tsx';
import { BULK_SUBJECT, bulkStatusCommand } from './bulk-command.ts';
import { setStatusOfAll, stopBulkRun, useBulkRun } from './bulk-run.tsx';
import { statusLabel } from '#web/entities/order/order-format.ts';
import { ordersAddress } from '../list/orders-address.ts';
import { useOrdersState } from '../list/orders-state.ts';
import { RefundSelected } from '../refund/refunds.tsx';
import { copiesOf, print } from '#web/entities/receipt/receipts.tsx';

interface Work {
  readonly name: string;
  readonly done: number;
  readonly of: number;
  /** The run stops after the present batch. */
  readonly stopping?: boolean;
}

function workWords({ name, done, of, stopping }: Work): string {
  if (stopping) return 'Stopping...';
  return done === 0 ? `${name}...` : `${name}: ${done.toLocaleString('en-US')} of ${of.toLocaleString('en-US')}`;
}

/** Actions for the selected orders. It floats over the end of the list, so that selecting moves no row. */
export function BulkBar() {
  const mayChange = useMay('change-orders');
  const selected = useOrdersState((state) => state.selected);
  // An open order has its own button in its details.
  const { open } = ordersAddress.use();
  const run = useBulkRun((state) => state.run);
  const sent = useCommands(() => commands.openOf(bulkStatusCommand.kind, BULK_SUBJECT));
  const [work, setWork] = useState<Work | null>(null);
  const abort = useRef<AbortController | null>(null);
  const orders = [...selected.values()];
  if (orders.length === 0 && !run && !sent) return null;

  const tooMany = orders.length > MAX_CHOSEN_ORDERS;
  const ids = orders.map(({ id }) => id);

  async function printAll() {
    const name = 'Fetching receipts';
    const controller = new AbortController();
    abort.current = controller;
    setWork({ name, done: 0, of: orders.length });
    try {
      const onProgress = (done: number) => setWork({ name, done, of: orders.length });
      print(await copiesOf(ids, { signal: controller.signal, onProgress }));
    } catch (error) {
      if (!controller.signal.aborted) toast.error(`The receipts could not be fetched. ${sentenceOf(error)}`);
    } finally {
      setWork(null);
    }
  }

  const working = run ? { name: 'Setting status', ...run } : work;
  const size = sent ? (bulkStatusCommand.readMemo(sent.memo)?.size ?? 0) : 0;

  return (
    <div className="pointer-events-none absolute inset-x-0 bottom-3 z-20 flex justify-center px-3">
      <div
        role="toolbar"
        aria-label="Selected orders"
        className="pointer-events-auto flex animate-rise flex-wrap items-center gap-2 rounded-lg bg-raised py-2 max-w-2xl pr-2 pl-3.5 shadow-float"
      >
        <Checking what={`change of ${counted(size, 'order')}`} command={sent} />
        <span aria-live="polite" className="mr-1 text-sm font-medium tabular-nums">
          {working
            ? workWords(working)
            : orders.length > 0 &&
              `${orders.length.toLocaleString('en-US')} selected${tooMany ? `, at most ${MAX_CHOSEN_ORDERS} at a time` : ''}`}
        </span>
        {working ? (
          !run?.stopping && (
            <Button size="sm" onClick={() => (run ? stopBulkRun() : abort.current?.abort())}>
              Cancel
            </Button>
          )
        ) : tooMany || orders.length === 0 ? null : (
          <>
            {orders.length === 1 && orders[0] && !open.has(orders[0].id) && (
              <RefundSelected key={orders[0].id} order={orders[0]} />
            )}
            {mayChange && !sent && (
              <Menu
                side="top"
                trigger={
                  <Button size="sm">
                    Set status
                    <ChevronUp aria-hidden className="size-3.5 text-ink-3" />
                  </Button>
                }
              >
                {ORDER_STATUSES.map((status) => (
                  <MenuItem key={status} onSelect={() => void setStatusOfAll(orders, status)}>
                    {statusLabel(status)}
                  </MenuItem>
                ))}
              </Menu>
            )}
            <Button size="sm" icon={<Printer aria-hidden className="size-3.5" />} onClick={() => void printAll()}>
              Print receipts
            </Button>
            <a
              href={`${exportOrdersRoute.path}?ids=${ids.join(',')}`}
              download
              className="inline-flex h-7 shrink-0 items-center gap-1.5 rounded-md border border-line-strong bg-raised px-2.5 text-xs font-medium whitespace-nowrap transition-colors select-none hover:bg-press"
            >
              <FileDown aria-hidden className="size-3.5" />
              Export CSV
            </a>
          </>
        )}
      </div>
    </div>
  );
}
