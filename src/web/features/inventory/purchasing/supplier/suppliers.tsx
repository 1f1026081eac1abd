import type { TabProps } from '../../tab-props.ts';
import { OrderPlace } from '../order-place.tsx';
import { usePurchasing } from '../purchasing-state.ts';
import { SupplierPage } from './supplier-page.tsx';
import { SuppliersList } from './suppliers-list.tsx';

/** The suppliers tab: the list, and one supplier with its orders. */
export function Suppliers({ search, onSearch }: TabProps) {
  const place = usePurchasing((state) => state.places.suppliers);
  const supplierId = usePurchasing((state) => state.supplierId);
  if (place.kind !== 'list') return <OrderPlace tab="suppliers" place={place} />;
  if (supplierId !== null) return <SupplierPage key={supplierId} id={supplierId} />;
  return <SuppliersList search={search} onClearSearch={() => onSearch('')} />;
}
