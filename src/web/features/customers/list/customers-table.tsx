import { useMemo, useRef } from 'react';
import type { DirectoryEntry } from '#contract/customers.ts';
import { customerName } from '#domain/customer-search.ts';
import { useAddress } from '#web/api/address/address.ts';
import { useUser } from '#web/api/session/session.ts';
import { RecordGrid } from '#web/ui/grid/record-grid.tsx';
import { useLinkedInSight } from '#web/ui/grid/record-keys.ts';
import { useHeldPlace } from '#web/ui/grid/use-held-place.ts';
import { CustomerDetails } from '../detail/customer-details.tsx';
import { useTotals } from '../customers-queries.ts';
import { COLUMNS, customerColumns, FIGURES } from './columns.tsx';
import { customersAddress, expand } from './customers-address.ts';
import { select, useCustomersState } from './customers-state.ts';

/** The customers as a grid. */
export function CustomersTable({ customers, listKey }: { customers: readonly DirectoryEntry[]; listKey: string }) {
  const { time_zone: timeZone } = useUser();
  const { selected, highlighted } = useCustomersState();
  const { open } = customersAddress.use();
  const shown = customerColumns.use();
  const totals = useTotals(
    customers,
    FIGURES.some((id) => shown.has(id)),
  );
  const context = useMemo(() => ({ timeZone, totals }), [timeZone, totals]);
  const pane = useRef<HTMLDivElement>(null);
  const heard = useAddress((address) => address.heard);
  useHeldPlace(pane, listKey, customers, selected.size > 0 || open.size > 0);
  useLinkedInSight(pane, [...open.keys()].at(-1), heard, customers);
  return (
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
  );
}
