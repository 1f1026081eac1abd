import {
  ArrowDownAZ,
  ClipboardList,
  History,
  ListChecks,
  MoreHorizontal,
  PackagePlus,
  Printer,
  Search,
} from 'lucide-react';
import { emit } from '#web/api/events.ts';
import { Checkbox } from '#web/ui/fields/checkbox.tsx';
import { FilterBar } from '#web/ui/controls/filter-bar.tsx';
import { IconButton } from '#web/ui/controls/icon-button.tsx';
import { Kbd } from '#web/ui/controls/kbd.tsx';
import { Menu, MenuItem } from '#web/ui/layers/menu.tsx';
import { ToggleGroup } from '#web/ui/controls/toggle-group.tsx';
import { openInSearch } from './open-in-search.ts';
import type { Entry } from '../pending/pending.ts';
import { pendingNow, usePending } from '../pending/pending-store.ts';
import { selectItems, stockAddress, toggleAToZ, toggleOnlySelected, useStockView } from './stock-view-state.ts';
import { ToggleButton } from './toggle-button.tsx';

type Mode = 'audit' | 'restock';

const MODES = [
  { value: 'audit' as const, label: 'Audit mode', icon: <ClipboardList aria-hidden className="size-4" /> },
  { value: 'restock' as const, label: 'Restock mode', icon: <PackagePlus aria-hidden className="size-4" /> },
];

const ENTRIES: { value: Entry; label: string }[] = [
  { value: 'change', label: 'Change' },
  { value: 'count', label: 'Count' },
];

/** A count typed as a change would be added to the stock, so the kind of figure is said before one is typed. */
const TYPED: Record<Entry, string> = {
  change: 'Type what to add or take off.',
  count: 'Type what you counted.',
};

/** Chooses mode, kind of entry, order and selection. Rule: inventory/modes. */
export function StockControls({
  mode,
  onMode,
  onPrint,
}: {
  mode: Mode;
  onMode: (mode: Mode) => void;
  onPrint: () => void;
}) {
  const { onlySelected, selected } = useStockView();
  const aToZ = stockAddress.use().sort === 'name';
  return (
    <FilterBar label={mode === 'audit' ? 'Audit mode' : 'Restock mode'} narrowed={onlySelected}>
      <ToggleGroup label="Mode" value={mode} onChange={onMode} options={MODES} size="sm" />
      {mode === 'audit' && <AuditControls />}
      <div className="ml-auto flex items-center gap-1.5">
        <ToggleButton pressed={aToZ} onChange={toggleAToZ} icon={<ArrowDownAZ aria-hidden className="size-4" />}>
          A-Z
        </ToggleButton>
        <ToggleButton
          pressed={onlySelected}
          disabled={selected.size === 0}
          onChange={toggleOnlySelected}
          icon={<ListChecks aria-hidden className="size-4" />}
        >
          Selected ({selected.size.toLocaleString('en-US')})
        </ToggleButton>
        <IconButton
          label="History"
          tooltipSide="bottom"
          variant="outline"
          size="sm"
          icon={<History className="size-4" />}
          onClick={() => emit('showInView', { view: 'history', search: '' })}
        />
        <Menu
          align="end"
          trigger={
            <IconButton
              label="Actions"
              tooltipSide="bottom"
              variant="outline"
              size="sm"
              icon={<MoreHorizontal className="size-4" />}
            />
          }
        >
          <MenuItem icon={<Printer aria-hidden className="size-4 text-ink-3" />} onSelect={onPrint}>
            Print count sheet
          </MenuItem>
          <MenuItem icon={<Search aria-hidden className="size-4 text-ink-3" />} onSelect={() => openInSearch(mode)}>
            {mode === 'audit' ? 'Name this audit...' : 'Name the supplier...'} <Kbd>F4</Kbd>
          </MenuItem>
          <MenuItem disabled={selected.size === 0} onSelect={() => selectItems([...selected], false)}>
            <span className="pl-6">Clear selection</span>
          </MenuItem>
        </Menu>
      </div>
    </FilterBar>
  );
}

function AuditControls() {
  const entry = usePending((pending) => pending.entry);
  const blind = usePending((pending) => pending.blind);
  const includeZero = usePending((pending) => pending.includeZero);
  const { setEntry, setBlind, setIncludeZero } = pendingNow();
  return (
    <>
      <ToggleGroup label="Entry" value={entry} onChange={setEntry} options={ENTRIES} size="sm" />
      <span className="text-xs text-ink-2 min-[1200px]:mr-3">{TYPED[entry]}</span>
      <Checkbox label="Blind count" checked={blind} onChange={setBlind} />
      <Checkbox label="Include zero stock" checked={includeZero} onChange={setIncludeZero} />
    </>
  );
}
