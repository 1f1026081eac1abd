import { ChartNoAxesColumn, FilePlus, FolderOpen, LayoutTemplate, Palette, QrCode, Settings2 } from 'lucide-react';
import { useMay, useUser } from '#web/api/session/session.ts';
import { Menu, MenuItem, MenuSeparator } from '#web/ui/layers/menu.tsx';
import { tell } from '#web/ui/layers/prompts.tsx';
import { beginAnew } from '../draft/menu-draft.ts';
import type { OpenDialog } from '../dialogs.ts';
import { toolTrigger } from './tool.tsx';

const icon = 'size-4 text-ink-3';

export function ConfigTool({ onOpen }: { onOpen: (dialog: OpenDialog) => void }) {
  const mayEdit = useMay('edit-menus');
  const { location_id: locationId } = useUser();
  return (
    <Menu trigger={toolTrigger('Config')}>
      {mayEdit && (
        <>
          <MenuItem
            icon={<LayoutTemplate aria-hidden className={icon} />}
            onSelect={() => onOpen({ kind: 'save-layout' })}
          >
            Save Layout
          </MenuItem>
          <MenuItem icon={<Palette aria-hidden className={icon} />} onSelect={() => onOpen({ kind: 'save-theme' })}>
            Save Theme
          </MenuItem>
        </>
      )}
      <MenuItem icon={<FolderOpen aria-hidden className={icon} />} onSelect={() => onOpen({ kind: 'load' })}>
        Load Layouts & Themes
      </MenuItem>
      {mayEdit && (
        <MenuItem icon={<FilePlus aria-hidden className={icon} />} onSelect={beginAnew}>
          New menu
        </MenuItem>
      )}
      <MenuSeparator />
      <MenuItem
        icon={<QrCode aria-hidden className={icon} />}
        onSelect={() => {
          if (locationId === null) void tell({ title: 'QR Code', message: 'No location selected' });
          else onOpen({ kind: 'qr' });
        }}
      >
        QR Code
      </MenuItem>
      <MenuItem icon={<Settings2 aria-hidden className={icon} />} onSelect={() => onOpen({ kind: 'stores' })}>
        Store Configuration
      </MenuItem>
      <MenuItem
        icon={<ChartNoAxesColumn aria-hidden className={icon} />}
        onSelect={() => onOpen({ kind: 'analytics' })}
      >
        Menu Analytics
      </MenuItem>
    </Menu>
  );
}
