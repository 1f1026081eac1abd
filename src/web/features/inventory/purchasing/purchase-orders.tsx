import { Truck } from 'lucide-react';
import { EmptyPanel } from '#web/ui/panels.tsx';

export function PurchaseOrders() {
  return <EmptyPanel icon={<Truck aria-hidden />} title="Purchase orders: not built yet" hint="What was ordered." />;
}
