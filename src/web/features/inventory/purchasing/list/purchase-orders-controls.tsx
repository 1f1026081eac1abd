import { PO_STATUSES } from '#domain/purchase-order.ts';
import { useMay, useMe } from '#web/api/session/session.ts';
import { FilterBar } from '#web/ui/controls/filter-bar.tsx';
import { PeriodField } from '#web/ui/fields/period-field.tsx';
import { Select } from '#web/ui/fields/select.tsx';
import { NewOrderButton } from './new-order-button.tsx';
import type { PurchaseOrderStatusFilter } from './purchase-order-filter.ts';
import { STATUS_WORDS } from '../order-words.ts';
import { changeFilter, usePurchasing } from '../purchasing-state.ts';
import { useSuppliers } from '../purchasing-queries.ts';

const STATUSES: readonly { value: PurchaseOrderStatusFilter; label: string }[] = [
  { value: 'any', label: 'Any status' },
  { value: 'open', label: 'Open' },
  ...PO_STATUSES.map((value) => ({ value, label: STATUS_WORDS[value] })),
];

/** The filters of the list, and the button for a new order. */
export function PurchaseOrdersControls() {
  const filter = usePurchasing((state) => state.filter);
  const mayOrder = useMay('adjust-stock');
  const { user } = useMe();
  return (
    <FilterBar
      narrowed={filter.status !== 'any' || filter.supplierId !== null || filter.from !== '' || filter.to !== ''}
      actions={mayOrder && <NewOrderButton tab="orders" />}
    >
      <Select<PurchaseOrderStatusFilter>
        label="Status"
        value={filter.status}
        options={STATUSES}
        onChange={(status) => changeFilter({ status })}
      />
      <SupplierSelect />
      <LocationSelect />
      <PeriodField value={filter} timeZone={user.time_zone} onChange={({ from, to }) => changeFilter({ from, to })} />
      <span className="grow" />
    </FilterBar>
  );
}

function SupplierSelect() {
  const { data: suppliers = [] } = useSuppliers();
  const supplierId = usePurchasing((state) => state.filter.supplierId);
  return (
    <Select
      label="Supplier"
      className="max-w-52"
      value={supplierId === null ? 'any' : String(supplierId)}
      options={[
        { value: 'any', label: 'Any supplier' },
        ...suppliers.map(({ id, name }) => ({ value: String(id), label: name })),
      ]}
      onChange={(value) => changeFilter({ supplierId: value === 'any' ? null : Number(value) })}
    />
  );
}

/** For staff who may work at any location; their own is listed first. */
function LocationSelect() {
  const { user, locations } = useMe();
  const maySwitch = useMay('switch-location');
  const locationId = usePurchasing((state) => state.filter.locationId);
  if (!maySwitch || locations.length < 2) return null;
  const own = locations.filter(({ id }) => id === user.location_id);
  const others = locations.filter(({ id }) => id !== user.location_id);
  return (
    <Select
      label="Location"
      className="max-w-48"
      value={String(locationId ?? user.location_id)}
      options={[...own, ...others].map(({ id, name }) => ({ value: String(id), label: name }))}
      onChange={(value) => changeFilter({ locationId: Number(value) === user.location_id ? null : Number(value) })}
    />
  );
}
