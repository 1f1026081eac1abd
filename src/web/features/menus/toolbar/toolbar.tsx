import { PanelLeft } from 'lucide-react';
import type { Shelf } from '#domain/menu/shelf.ts';
import { useMay } from '#web/api/session/session.ts';
import { IconButton } from '#web/ui/controls/icon-button.tsx';
import type { OpenDialog } from '../dialogs.ts';
import { foldPanel, useBuilder } from '../draft/menu-draft.ts';
import { LaunchTool } from '../windows/launch-tool.tsx';
import { CategoriesTool } from './categories-tool.tsx';
import { ColorsTool } from './colors-tool.tsx';
import { ColumnsTool } from './columns-tool.tsx';
import { ConfigTool } from './config-tool.tsx';
import { DisplayTool } from './display-tool.tsx';
import { FontsTool } from './fonts-tool.tsx';
import { LayoutTool, ModeToggle, Steps } from './layout-tool.tsx';

/** The tools for building a menu. Staff can only load and launch one. */
export function Toolbar({
  shelf,
  error,
  onOpen,
}: {
  shelf: Shelf;
  error: unknown;
  onOpen: (dialog: OpenDialog) => void;
}) {
  const mayEdit = useMay('edit-menus');
  const isPanelOpen = useBuilder((state) => state.isPanelOpen);
  return (
    <div
      role="toolbar"
      aria-label="Menu builder"
      className="flex min-h-12 shrink-0 flex-wrap items-center gap-x-0.5 gap-y-1 border-b border-line bg-panel px-2 py-1.5"
    >
      <IconButton
        label={isPanelOpen ? 'Hide TV Control Panel' : 'Show TV Control Panel'}
        icon={<PanelLeft className="size-4" />}
        aria-expanded={isPanelOpen}
        onClick={() => foldPanel(!isPanelOpen)}
        tooltipSide="bottom"
      />
      <ConfigTool onOpen={onOpen} />
      {mayEdit && (
        <>
          <LayoutTool />
          <DisplayTool />
          <ColorsTool />
          <FontsTool />
          <ModeToggle />
          <CategoriesTool />
          <ColumnsTool shelf={shelf} error={error} />
          <Steps />
        </>
      )}
      <div className="grow" />
      <LaunchTool />
    </div>
  );
}
