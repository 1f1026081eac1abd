import type { ReactNode } from 'react';
import { ORDER_STATUSES, type OrderStatus } from '#contract/orders.ts';
import { useMay, useMe, useUser } from '#web/api/session/session.ts';
import { ColumnMenu } from '#web/ui/grid/column-menu.tsx';
import { FilterBar } from '#web/ui/controls/filter-bar.tsx';
import { PeriodField } from '#web/ui/fields/period-field.tsx';
import { Select } from '#web/ui/fields/select.tsx';
import { COLUMNS, orderColumns } from './columns.tsx';
import { statusLabel } from '#web/entities/order/order-format.ts';
import { ordersAddress, useOrderFilter } from './orders-address.ts';
import { useToday } from '#web/ui/use-today.ts';
import { daysShown, isNarrowed, type OrderSearch } from './order-filter.ts';
import { changeFilter, chooseLocation, choosePeriod, useOrdersState } from './orders-state.ts';

const STATUSES = (['any', ...ORDER_STATUSES] as const).map((value) => ({
  value,
  label: value === 'any' ? 'Any status' : statusLabel(value),
}));

/** The filters of the list, and its columns; `below` them the saved ones. Rule: orders/controls. */
export function OrdersControls({ search, below }: { search: OrderSearch; below: ReactNode }) {
  const filter = useOrderFilter();
  const { summing } = ordersAddress.use();
  const { show } = useOrdersState();
  const shown = orderColumns.use();
  const { time_zone: timeZone } = useUser();
  const today = useToday(timeZone);
  return (
    <FilterBar narrowed={isNarrowed(filter, { ...search, text: '' }) || show === 'selected'} below={below}>
      <Select<OrderStatus | 'any'>
        label="Status"
        value={filter.status}
        options={STATUSES}
        onChange={(status) => changeFilter({ status })}
      />
      <LocationSelect />
      <PeriodField value={daysShown(filter, today)} timeZone={timeZone} onChange={choosePeriod} />
      <span className="grow" />
      {!summing && <ColumnMenu columns={COLUMNS} shown={shown} onChange={orderColumns.choose} />}
    </FilterBar>
  );
}

/** For staff who may work at any location; their own is listed first. */
function LocationSelect() {
  const { user, locations } = useMe();
  const maySwitch = useMay('switch-location');
  const { locationId } = useOrderFilter();
  if (!maySwitch || locations.length < 2) return null;
  const own = locations.filter(({ id }) => id === user.location_id);
  const others = locations.filter(({ id }) => id !== user.location_id);
  return (
    <Select
      label="Location"
      className="max-w-48"
      value={locationId === null ? 'all' : String(locationId)}
      options={[
        ...own.map(({ id, name }) => ({ value: String(id), label: name })),
        { value: 'all', label: 'All locations' },
        ...others.map(({ id, name }) => ({ value: String(id), label: name })),
      ]}
      onChange={(value) =>
        chooseLocation(value === 'all' ? null : Number(value) === user.location_id ? 'own' : Number(value))
      }
    />
  );
}
