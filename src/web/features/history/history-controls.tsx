import { ArrowLeft, FileDown } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { SelectOption } from '#web/ui/fields/select.tsx';
import { ACTION_OPTIONS } from '#web/entities/stock/history-actions.ts';
import { emit } from '#web/api/events.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { FilterBar } from '#web/ui/controls/filter-bar.tsx';
import { Select } from '#web/ui/fields/select.tsx';
import { exportAddress } from './history-queries.ts';
import { historyAddress, type HistoryFilter } from './history-state.ts';

/** Rule: history/periods. */
const PERIODS: readonly SelectOption<HistoryFilter['days']>[] = [
  { value: '1', label: 'Last 24 hours' },
  { value: '7', label: 'Last 7 days' },
  { value: '30', label: 'Last 30 days' },
  { value: '90', label: 'Last 90 days' },
  { value: 'all', label: 'All time' },
];

const LATE_MS = 300;

/** True once `on` has lasted for a while, because a sign shown at once would flicker with every sale. */
function useLate(on: boolean): boolean {
  const [late, setLate] = useState(false);
  useEffect(() => {
    const timer = window.setTimeout(() => setLate(on), on ? LATE_MS : 0);
    return () => window.clearTimeout(timer);
  }, [on]);
  return on && late;
}

/** The back button, the filters, and the download of the list. Rules: history/periods, history/actions. */
export function HistoryControls({
  asked,
  updating,
}: {
  asked: Parameters<typeof exportAddress>[0];
  /** Newer data, or another page, is being fetched. */
  updating: boolean;
}) {
  const filter = historyAddress.use();
  return (
    <FilterBar narrowed={filter.action !== 'all'}>
      <Button
        icon={<ArrowLeft aria-hidden className="size-4 text-ink-3" />}
        onClick={() => emit('showInView', { view: 'adjustments' })}
      >
        Back to Audit
      </Button>
      <Select
        label="Period"
        value={filter.days}
        options={PERIODS}
        onChange={(days) => historyAddress.change({ days, page: 1 })}
      />
      <Select
        label="Action"
        className="w-46"
        value={filter.action}
        options={ACTION_OPTIONS}
        onChange={(action) => historyAddress.change({ action, page: 1 })}
      />
      <span className="grow px-2 text-sm text-ink-3">{useLate(updating) && 'Updating...'}</span>
      <a
        href={exportAddress(asked)}
        download
        className="inline-flex h-9 items-center gap-2 rounded-md px-3 text-sm font-medium text-ink-2 transition-colors hover:bg-hover hover:text-ink"
      >
        <FileDown aria-hidden className="size-4" />
        Export CSV
      </a>
    </FilterBar>
  );
}
