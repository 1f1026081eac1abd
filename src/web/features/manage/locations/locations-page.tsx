import { useRef } from 'react';
import type { ManagedLocation } from '#contract/locations.ts';
import { managedView } from '#contract/pages.ts';
import { addressed } from '#web/api/address/address.ts';
import { Dialog } from '#web/ui/layers/dialog.tsx';
import { Badge } from '#web/ui/status/badge.tsx';
import { ErrorPanel, LoadingPanel } from '#web/ui/status/panels.tsx';
import { AddRecord } from '../list/add-record.tsx';
import { ManageTable, rowButton, type TableColumn } from '../list/manage-table.tsx';
import { NEW_RECORD, openRecord, useOpenRecord } from '../page-search.ts';
import { Closing } from './closing.tsx';
import { LocationForm } from './location-form.tsx';
import { useLocations } from './location-queries.ts';

const address = addressed<{ record: string | null }>(managedView('locations'), { record: openRecord('location') });

const COLUMNS: readonly [TableColumn<ManagedLocation>, ...TableColumn<ManagedLocation>[]] = [
  { title: 'Name', width: 160, grow: 2, cell: ({ name }) => name },
  {
    title: 'Address',
    phone: '2-left',
    width: 160,
    grow: 2,
    cell: ({ address }) => [address.address_1, address.city, address.state].filter(Boolean).join(', '),
  },
  { title: 'Phone', phone: '2-right', width: 130, cell: ({ phone }) => phone },
  { title: 'Staff', width: 80, right: true, cell: ({ staff }) => staff },
  {
    title: 'Items in stock',
    width: 110,
    right: true,
    cell: ({ stocked_items: items }) => items.toLocaleString('en-US'),
  },
  {
    title: 'State',
    phone: '1-right',
    width: 100,
    cell: ({ closed_at: at }) => (at === null ? <Badge tone="green">Open</Badge> : <Badge tone="red">Closed</Badge>),
  },
];

/** The locations of the business. Rule: workspace/locations. */
export function LocationsPage() {
  const locations = useLocations();
  const record = useOpenRecord(address);
  const name = useRef<HTMLInputElement>(null);
  if (locations.isPending) return <LoadingPanel label="Loading Locations..." />;
  if (!locations.data)
    return <ErrorPanel title="Error Loading Locations" error={locations.error} onRetry={() => locations.refetch()} />;
  const shown = locations.data.find(({ id }) => String(id) === record.shown) ?? null;
  const others = locations.data.filter(({ id, closed_at: at }) => at === null && id !== shown?.id);
  return (
    <>
      <div className="flex justify-end px-6 pb-3 max-[640px]:px-4">
        <AddRecord what="location" open={record.open} />
      </div>
      <ManageTable
        label="Locations"
        rows={locations.data}
        columns={COLUMNS}
        openId={record.asked === undefined ? null : (shown?.id ?? null)}
        onOpen={({ id }) => record.open(id)}
      />
      <Dialog
        open={record.asked === NEW_RECORD || (record.asked !== undefined && shown !== null)}
        onOpenChange={(on) => !on && record.close()}
        size="lg"
        initialFocus={name}
        focusAfter={() => (shown ? rowButton(shown.id) : null)}
        title={shown?.name ?? 'Add location'}
      >
        <div key={shown?.id ?? NEW_RECORD} className="flex flex-col gap-6 pt-1">
          <LocationForm location={shown} nameRef={name} onMade={({ id }) => record.open(id)} />
          {shown && <Closing location={shown} others={others} />}
        </div>
      </Dialog>
    </>
  );
}
