import { FileDown, FileUp, Files } from 'lucide-react';
import { useMay } from '#web/api/session/session.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { Menu, MenuItem } from '#web/ui/layers/menu.tsx';
import { customersAddress } from '../list/customers-address.ts';
import { openTool } from './tool-state.ts';

/** Import and export. @param total number of customers in the list; null while it loads */
export function ListMenu({ search, total }: { search: string; total: number | null }) {
  const mayManage = useMay('manage-customers');
  const { group, flagged } = customersAddress.use();
  if (!mayManage) return null;
  return (
    <Menu align="end" trigger={<Button icon={<Files aria-hidden className="size-4" />}>Files</Button>}>
      <MenuItem
        icon={<FileUp aria-hidden className="size-4 text-ink-3" />}
        onSelect={() => openTool({ kind: 'import' })}
      >
        Import customers
      </MenuItem>
      <MenuItem
        icon={<FileDown aria-hidden className="size-4 text-ink-3" />}
        onSelect={() => openTool({ kind: 'export', query: { search, group, flagged }, total })}
      >
        Export this list
      </MenuItem>
    </Menu>
  );
}
