import { ChartColumn, FileDown, X } from 'lucide-react';
import { exportOrdersRoute } from '#contract/order-export.ts';
import { dayIn } from '#domain/day.ts';
import { useUser } from '#web/api/session/session.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { cx } from '#web/ui/cx.ts';
import { ToggleGroup } from '#web/ui/controls/toggle-group.tsx';
import { filterQuery, type OrderSearch, type QuickFilter } from './order-filter.ts';
import { ordersAddress, useOrderFilter } from './orders-address.ts';
import { chooseQuick, clearSelection, showOrders, showSummary, useOrdersState } from './orders-state.ts';

/** Today is among the periods. */
const SAVED: readonly { readonly quick: QuickFilter; readonly name: string }[] = [
  { quick: 'unpaid', name: 'Unpaid' },
  { quick: 'needs_attention', name: 'Needs attention' },
];

/** Common filters as one press each, the selection, and the download of the list. */
export function SavedFilters({ search }: { search: OrderSearch }) {
  const { show, selected } = useOrdersState();
  const filter = useOrderFilter();
  const { summing } = ordersAddress.use();
  const { time_zone: timeZone } = useUser();
  const count = selected.size;
  const address = `${exportOrdersRoute.path}?${new URLSearchParams(filterQuery(filter, search))}`;
  return (
    <div className="flex min-h-12 shrink-0 flex-wrap items-center gap-1.5 border-b border-line px-3 py-1">
      <div role="group" aria-label="Saved filters" className="flex gap-1.5">
        {SAVED.map(({ quick, name }) => {
          const on = filter.quick === quick;
          return (
            <button
              key={quick}
              type="button"
              aria-pressed={on}
              onClick={() => chooseQuick(on ? null : quick, dayIn(timeZone, new Date()))}
              className={cx(
                'h-7 rounded-full border px-3 text-xs font-medium transition-colors',
                on
                  ? 'border-accent bg-accent-soft text-accent-ink'
                  : 'border-line-strong text-ink-2 hover:bg-hover hover:text-ink',
              )}
            >
              {name}
            </button>
          );
        })}
      </div>
      <span className="grow" />
      {!summing && count > 0 && (
        <Button size="sm" variant="ghost" icon={<X aria-hidden className="size-3.5" />} onClick={clearSelection}>
          Clear
        </Button>
      )}
      {!summing && (
        <ToggleGroup
          label="Orders shown"
          value={show}
          onChange={showOrders}
          size="sm"
          options={[
            { value: 'all', label: 'All' },
            {
              value: 'selected',
              label: count === 0 ? 'Selected' : `Selected (${count.toLocaleString('en-US')})`,
              disabled: count === 0,
            },
          ]}
        />
      )}
      <a
        href={address}
        download
        className="inline-flex h-7 items-center gap-1.5 rounded-md px-2.5 text-xs font-medium text-ink-2 transition-colors hover:bg-hover hover:text-ink"
      >
        <FileDown aria-hidden className="size-3.5" />
        Export CSV
      </a>
      <Button
        size="sm"
        aria-pressed={summing}
        icon={<ChartColumn aria-hidden className="size-3.5" />}
        onClick={() => showSummary(!summing, search.text.trim() !== '' || search.customer !== null)}
        className="aria-pressed:border-accent aria-pressed:bg-accent-soft! aria-pressed:text-accent-ink!"
      >
        Sales summary
      </Button>
    </div>
  );
}
