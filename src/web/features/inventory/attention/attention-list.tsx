import { TriangleAlert } from 'lucide-react';
import { EmptyPanel } from '#web/ui/panels.tsx';

export function AttentionList() {
  return (
    <EmptyPanel
      icon={<TriangleAlert aria-hidden />}
      title="Needs attention: not built yet"
      hint="Low stock, and what has to be counted."
    />
  );
}
