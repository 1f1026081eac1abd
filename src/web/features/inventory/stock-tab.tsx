import { ClipboardCheck } from 'lucide-react';
import { EmptyPanel } from '#web/ui/panels.tsx';

export function StockTab() {
  return <EmptyPanel icon={<ClipboardCheck aria-hidden />} title="Stock: not built yet" hint="Counts and restocks." />;
}
