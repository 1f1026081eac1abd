import { type RefObject, useEffect, useMemo, useRef } from 'react';
import type { DirectoryEntry } from '#contract/customers.ts';
import { customerName } from '#domain/customer-search.ts';
import { useAddress } from '#web/api/address/address.ts';
import { useUser } from '#web/api/session/session.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { RecordGrid } from '#web/ui/grid/record-grid.tsx';
import { useLinkedInSight } from '#web/ui/grid/record-keys.ts';
import { isFocusFree } from '#web/ui/layers/hand-focus.ts';
import { useHeldPlace } from '#web/ui/grid/use-held-place.ts';
import { CustomerDetails } from '../detail/customer-details.tsx';
import { useTotals } from '../customers-queries.ts';
import { COLUMNS, customerColumns, FIGURES } from './columns.tsx';
import { customersAddress, expand } from './customers-address.ts';
import { goToRow, select, useCustomersState } from './customers-state.ts';

/** The customers as a grid. */
export function CustomersTable({ customers, listKey }: { customers: readonly DirectoryEntry[]; listKey: string }) {
  const { time_zone: timeZone } = useUser();
  const { selected, highlighted, wanted } = useCustomersState();
  const { open } = customersAddress.use();
  const shown = customerColumns.use();
  const { totals, busy, refetch } = useTotals(
    customers,
    FIGURES.some((id) => shown.has(id)),
  );
  const context = useMemo(() => ({ timeZone, totals }), [timeZone, totals]);
  const pane = useRef<HTMLDivElement>(null);
  const heard = useAddress((address) => address.heard);
  useHeldPlace(pane, listKey, customers, selected.size > 0 || open.size > 0);
  useWantedRow(pane, wanted, customers);
  useLinkedInSight(pane, [...open.keys()].at(-1), heard, customers);
  return (
    <div className="flex h-full flex-col">
      {totals.failed && (
        <p role="alert" className="bg-yellow-soft px-3 py-1.5 text-sm text-yellow">
          Failed to load order data. Orders, spending and last order are not shown.{' '}
          <Button size="sm" busy={busy} onClick={() => void refetch()}>
            Retry
          </Button>
        </p>
      )}
      <div className="min-h-0 grow">
        <RecordGrid
          label="Customers"
          rows={customers}
          columns={COLUMNS}
          shown={shown}
          context={context}
          selected={selected}
          onSelect={select}
          isOpen={(id) => open.has(id)}
          onOpen={expand}
          renderDetails={(customer) => <CustomerDetails customer={customer} tab={open.get(customer.id) ?? 'details'} />}
          nameOf={customerName}
          isHighlighted={(id) => highlighted.has(id)}
          pane={pane}
        />
      </div>
    </div>
  );
}

/**
 * Brings the wanted row into sight: the customer just added, or the neighbour of a deleted one. Focuses it unless
 * somebody is typing elsewhere.
 */
function useWantedRow(pane: RefObject<HTMLElement | null>, id: number | null, customers: unknown): void {
  useEffect(() => {
    const row = pane.current?.querySelector<HTMLElement>(`[data-record="${id}"]`);
    if (!row) return;
    goToRow(null);
    // Runs after the closing dialog has given the focus back.
    window.requestAnimationFrame(() => {
      row.nextElementSibling?.scrollIntoView({ block: 'nearest' });
      row.scrollIntoView({ block: 'nearest' });
      if (isFocusFree() || document.activeElement?.matches('button')) row.focus({ preventScroll: true });
    });
  }, [pane, id, customers]);
}
