import { EmptyPanel } from '#web/ui/status/panels.tsx';
import { SidePanelLayout } from '#web/ui/layers/side-panel.tsx';
import type { ViewDefinition } from './views.ts';

/** Says that a view is not available yet. */
export function NotBuilt({ view: { title, icon: Icon, purpose, sidePanel } }: { view: ViewDefinition }) {
  const panel = <EmptyPanel icon={<Icon />} title={`${title}: not built yet`} hint={purpose} />;
  if (!sidePanel) return panel;
  return (
    <SidePanelLayout label={sidePanel} panel={<EmptyPanel title={`${sidePanel}: not built yet`} />}>
      {panel}
    </SidePanelLayout>
  );
}
