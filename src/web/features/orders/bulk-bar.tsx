import { ChevronUp, FileDown, Printer } from 'lucide-react';
import { useRef, useState } from 'react';
import { MAX_CHOSEN_ORDERS } from '#contract/order-changes.ts';
import { exportOrdersRoute } from '#contract/order-export.ts';
import { ORDER_STATUSES } from '#contract/orders.ts';
import { sentenceOf } from '#web/api/call-error.ts';
import { useMay } from '#web/api/session.ts';
import { Button } from '#web/ui/button.tsx';
import { Menu, MenuItem } from '#web/ui/menu.tsx';
import { toast } from '#web/ui/toast.tsx';
import { setStatusOfAll } from './bulk-status.tsx';
import { statusLabel } from './order-format.ts';
import { useOrdersState } from './orders-state.ts';
import { copiesOf, print } from './receipts.tsx';

interface Work {
  readonly name: string;
  readonly done: number;
  readonly of: number;
}

function workWords({ name, done, of }: Work): string {
  return done === 0 ? `${name}...` : `${name}: ${done.toLocaleString('en-US')} of ${of.toLocaleString('en-US')}`;
}

/** What can be done with the selection. It floats over the end of the list, so that selecting moves no row. */
export function BulkBar() {
  const mayChange = useMay('change-orders');
  const selected = useOrdersState((state) => state.selected);
  const [work, setWork] = useState<Work | null>(null);
  const abort = useRef<AbortController | null>(null);
  const orders = [...selected.values()];
  if (orders.length === 0) return null;

  async function run(
    name: string,
    failed: string,
    job: (progress: { signal: AbortSignal; onProgress: (done: number) => void }) => Promise<void>,
  ) {
    const controller = new AbortController();
    abort.current = controller;
    setWork({ name, done: 0, of: orders.length });
    try {
      await job({
        signal: controller.signal,
        onProgress: (done) => setWork({ name, done, of: orders.length }),
      });
    } catch (error) {
      if (!controller.signal.aborted) toast.error(`${failed}. ${sentenceOf(error)}`);
    } finally {
      setWork(null);
    }
  }

  const tooMany = orders.length > MAX_CHOSEN_ORDERS;
  const ids = orders.map(({ id }) => id);
  const printAll = () =>
    run('Fetching receipts', 'The receipts could not be fetched', async (progress) => {
      print(await copiesOf(ids, progress));
    });

  return (
    <div className="pointer-events-none absolute inset-x-0 bottom-3 z-20 flex justify-center px-3">
      <div
        role="toolbar"
        aria-label="Selected orders"
        className="pointer-events-auto flex animate-rise flex-wrap items-center gap-2 rounded-lg bg-raised py-2 pr-2 pl-3.5 shadow-float"
      >
        <span aria-live="polite" className="mr-1 text-sm font-medium tabular-nums">
          {work
            ? workWords(work)
            : `${orders.length.toLocaleString('en-US')} selected${tooMany ? `, at most ${MAX_CHOSEN_ORDERS} at a time` : ''}`}
        </span>
        {tooMany ? null : work ? (
          <Button size="sm" onClick={() => abort.current?.abort()}>
            Cancel
          </Button>
        ) : (
          <>
            {mayChange && (
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
                  <MenuItem
                    key={status}
                    onSelect={() =>
                      void run('Setting status', 'Failed to update order status', (progress) =>
                        setStatusOfAll(orders, status, progress),
                      )
                    }
                  >
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
