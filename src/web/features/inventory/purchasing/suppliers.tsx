import { Factory } from 'lucide-react';
import { EmptyPanel } from '#web/ui/panels.tsx';

export function Suppliers() {
  return (
    <EmptyPanel icon={<Factory aria-hidden />} title="Suppliers: not built yet" hint="Who goods are bought from." />
  );
}
