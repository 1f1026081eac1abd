import { Columns3 } from 'lucide-react';
import { Button } from '../controls/button.tsx';
import { PHONE, useMediaQuery } from '../media-query.ts';
import { Menu, MenuCheckItem, MenuItem, MenuSeparator } from '../layers/menu.tsx';

interface MenuColumn<Id extends string> {
  readonly id: Id;
  readonly title: string;
  /** Always shown. */
  readonly required?: boolean;
}

/** Chooses which columns a table shows. "Hide All" keeps the required ones. A phone has no such choice. Rule: display/columns. */
export function ColumnMenu<Id extends string>({
  columns,
  shown,
  onChange,
}: {
  columns: readonly MenuColumn<Id>[];
  shown: ReadonlySet<Id>;
  onChange: (shown: ReadonlySet<Id>) => void;
}) {
  const isPhone = useMediaQuery(PHONE);
  if (isPhone) return null;
  const keep = (wanted: (column: MenuColumn<Id>) => boolean) =>
    onChange(new Set(columns.filter((column) => column.required || wanted(column)).map(({ id }) => id)));
  return (
    <Menu align="end" trigger={<Button icon={<Columns3 aria-hidden className="size-4 text-ink-3" />}>Columns</Button>}>
      {columns.map((column) => (
        <MenuCheckItem
          key={column.id}
          checked={column.required === true || shown.has(column.id)}
          disabled={column.required}
          onChange={(checked) => keep(({ id }) => (id === column.id ? checked : shown.has(id)))}
        >
          {column.title}
        </MenuCheckItem>
      ))}
      <MenuSeparator />
      <MenuItem onSelect={() => keep(() => true)}>Show All</MenuItem>
      <MenuItem onSelect={() => keep(() => false)}>Hide All</MenuItem>
    </Menu>
  );
}
