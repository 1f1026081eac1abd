import { Flag, UserPlus, X } from 'lucide-react';
import { useMay } from '#web/api/session/session.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { FilterBar } from '#web/ui/controls/filter-bar.tsx';
import { cx } from '#web/ui/cx.ts';
import { Select } from '#web/ui/fields/select.tsx';
import { ColumnMenu } from '#web/ui/grid/column-menu.tsx';
import { useGroups } from '../customers-queries.ts';
import { COLUMNS, customerColumns } from './columns.tsx';
import { customersAddress, narrow } from './customers-address.ts';
import { ListMenu } from '../tools/list-menu.tsx';
import { clearSelection, setAdding, useCustomersState } from './customers-state.ts';

/**
 * The filters of the list, its columns, and the button for a new customer.
 * @param count "3 customers"; '' if the list shows it
 */
export function CustomersControls({ count, search, total }: { count: string; search: string; total: number | null }) {
  const { group, flagged } = customersAddress.use();
  const { data: groups = [] } = useGroups();
  const selected = useCustomersState((state) => state.selected.size);
  const mayAdd = useMay('edit-customers');
  const isKnown = group === null || groups.some(({ name }) => name === group);
  const named = [...groups.map(({ name }) => name), ...(isKnown ? [] : [group])];
  return (
    <FilterBar
      narrowed={group !== null || flagged}
      actions={
        mayAdd && (
          <Button variant="primary" icon={<UserPlus aria-hidden className="size-4" />} onClick={() => setAdding(true)}>
            Add Customer
          </Button>
        )
      }
    >
      {named.length > 0 && (
        <Select
          label="Group"
          className="max-w-56"
          value={group === null ? 'any' : `=${group}`}
          options={[
            { value: 'any', label: 'All groups' },
            ...named.map((name) => ({ value: `=${name}`, label: name })),
          ]}
          onChange={(value) => narrow({ group: value === 'any' ? null : value.slice(1) })}
        />
      )}
      <button
        type="button"
        aria-pressed={flagged}
        onClick={() => narrow({ flagged: !flagged })}
        className={cx(
          'flex h-7 items-center gap-1.5 rounded-full border px-3 text-xs font-medium transition-colors',
          flagged
            ? 'border-accent bg-accent-soft text-accent-ink'
            : 'border-line-strong text-ink-2 hover:bg-hover hover:text-ink',
        )}
      >
        <Flag aria-hidden className="size-3.5" />
        Flagged
      </button>
      {selected > 0 && (
        <Button size="sm" variant="ghost" icon={<X aria-hidden className="size-3.5" />} onClick={clearSelection}>
          {selected.toLocaleString('en-US')} selected
        </Button>
      )}
      <span role="status" className="grow px-1 text-sm text-ink-3 tabular-nums">
        {count}
      </span>
      <ListMenu search={search} total={total} />
      <ColumnMenu columns={COLUMNS} shown={customerColumns.use()} onChange={customerColumns.choose} />
    </FilterBar>
  );
}
