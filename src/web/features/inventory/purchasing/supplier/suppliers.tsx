import type { TabProps } from '../../tab-props.ts';
import { OrderPlace } from '../order-place.tsx';
import { usePurchasing } from '../purchasing-state.ts';
import { SupplierPage } from './supplier-page.tsx';
import { SuppliersList } from './suppliers-list.tsx';

/** Who goods are bought from, and what was ordered from each. */
export function Suppliers({ search, onSearch }: TabProps) {
  const place = usePurchasing((state) => state.places.suppliers);
  const supplierId = usePurchasing((state) => state.supplierId);
  if (place.kind !== 'list') return <OrderPlace tab="suppliers" place={place} />;
  if (supplierId !== null) return <SupplierPage key={supplierId} id={supplierId} />;
  return <SuppliersList search={search} onClearSearch={() => onSearch('')} />;
}
