import { Ellipsis, FileDown, Merge } from 'lucide-react';
import type { DirectoryEntry } from '#contract/customers.ts';
import { customerName } from '#domain/customer-search.ts';
import { useMay } from '#web/api/session/session.ts';
import { IconButton } from '#web/ui/controls/icon-button.tsx';
import { Menu, MenuItem } from '#web/ui/layers/menu.tsx';
import { openTool } from './tool-state.ts';

/** The less common actions on a customer. */
export function CustomerActions({ customer }: { customer: DirectoryEntry }) {
  const mayManage = useMay('manage-customers');
  const name = customerName(customer);
  if (!mayManage) return null;
  const { id: customerId } = customer;
  return (
    <Menu
      align="end"
      trigger={<IconButton label={`More about ${name}`} icon={<Ellipsis aria-hidden className="size-4" />} />}
    >
      <MenuItem
        icon={<Merge aria-hidden className="size-4 text-ink-3" />}
        onSelect={() => openTool({ kind: 'merge', customerId })}
      >
        Merge with another customer
      </MenuItem>
      <MenuItem
        icon={<FileDown aria-hidden className="size-4 text-ink-3" />}
        onSelect={() => openTool({ kind: 'person-file', customerId, name })}
      >
        Download all data of this customer
      </MenuItem>
    </Menu>
  );
}
