import { counted } from '#domain/counted.ts';
import { CircleCheck, ClipboardList, PackagePlus } from 'lucide-react';
import { useMemo } from 'react';
import { displayMoney, sum } from '#domain/money.ts';
import { useAttention } from '#web/entities/stock/attention.ts';
import { useCatalogue } from '#web/entities/catalogue/catalogue.ts';
import { useMay } from '#web/api/session/session.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { EmptyPanel, ErrorPanel, LoadingPanel } from '#web/ui/status/panels.tsx';
import { Skeleton } from '#web/ui/status/skeleton.tsx';
import { ToggleGroup } from '#web/ui/controls/toggle-group.tsx';
import type { TabProps } from '../tab-props.ts';
import { countItems, restockItems } from './attention-actions.ts';
import {
  ATTENTION_FILTERS,
  type AttentionFilter,
  type AttentionItem,
  countIn,
  listed,
  toAttentionItem,
} from './attention-rows.ts';
import { AttentionTable } from './attention-table.tsx';
import { attentionAddress } from './attention-filter.ts';

const NAME: Record<AttentionFilter, string> = {
  all: 'All',
  count: 'Needs a count',
  out: 'Out of stock',
  low: 'Low',
};

/** The server lists at most this many. */
const MOST_LISTED = 1000;

/** Items at the own location that are low, out of stock or sold beyond the books, and what to do about them. */
export function AttentionList({ search, onSearch }: TabProps) {
  const { data, error, refetch } = useAttention();
  const { byId } = useCatalogue();
  const { attention: filter } = attentionAddress.use();
  const choose = (attention: typeof filter) => attentionAddress.change({ attention });
  const items = useMemo(() => data?.data.map((row) => toAttentionItem(row, byId.get(row.product_id))), [data, byId]);
  const shown = useMemo(() => listed(items ?? [], filter, search), [items, filter, search]);

  if (!data || !items) {
    return error ? (
      <ErrorPanel title="Failed to load what needs attention" error={error} onRetry={() => void refetch()} />
    ) : (
      <LoadingAttention />
    );
  }
  if (items.length === 0) {
    return (
      <EmptyPanel
        icon={<CircleCheck aria-hidden />}
        title="Nothing needs attention"
        hint="No item is at or below its reorder level, and none waits for a count."
      />
    );
  }
  return (
    <section aria-label="Needs attention" className="flex h-full flex-col">
      <div className="flex flex-wrap items-center gap-2 border-b border-line px-3 py-2">
        <ToggleGroup
          label="Show"
          size="sm"
          value={filter}
          onChange={choose}
          options={ATTENTION_FILTERS.map((value) => ({
            value,
            label: `${NAME[value]} ${countIn(items, value).toLocaleString('en-US')}`,
          }))}
        />
        <span className="grow" />
        <Actions items={shown} />
      </div>
      {error && (
        <p role="alert" className="bg-yellow-soft px-3 py-1.5 text-sm text-yellow">
          The newest figures could not be loaded. These may be out of date.
        </p>
      )}
      {data.counts.total > MOST_LISTED && (
        <p className="border-b border-line px-3 py-1.5 text-sm text-ink-2">
          The first {MOST_LISTED.toLocaleString('en-US')} of {data.counts.total.toLocaleString('en-US')} are listed.
        </p>
      )}
      <div className="min-h-0 grow">
        {shown.length === 0 ? (
          <EmptyPanel
            title="No items found"
            hint={search.trim() === '' ? 'Nothing of this kind just now.' : `No results for "${search.trim()}"`}
            action={
              <Button
                onClick={() => {
                  choose('all');
                  onSearch('');
                }}
              >
                Show everything
              </Button>
            }
          />
        ) : (
          <AttentionTable items={shown} listKey={`attention ${filter} ${search}`} />
        )}
      </div>
      <Total items={shown} />
    </section>
  );
}

/** Actions for all listed items at once. */
function Actions({ items }: { items: readonly AttentionItem[] }) {
  const may = useMay('adjust-stock');
  if (!may) return null;
  const low = items.filter(({ isLow }) => isLow);
  return (
    <>
      <Button
        size="sm"
        disabled={items.length === 0}
        icon={<ClipboardList aria-hidden className="size-3.5" />}
        onClick={() => countItems(items)}
      >
        Count all listed
      </Button>
      <Button
        size="sm"
        disabled={low.length === 0}
        icon={<PackagePlus aria-hidden className="size-3.5" />}
        title="Adds enough to bring each item to twice its reorder level"
        onClick={() => restockItems(low)}
      >
        Restock all low
      </Button>
    </>
  );
}

function Total({ items }: { items: readonly AttentionItem[] }) {
  const atRisk = items.flatMap(({ atRiskCents }) => (atRiskCents === null ? [] : [atRiskCents]));
  return (
    <p className="flex h-10 shrink-0 items-center justify-between gap-3 border-t border-line bg-panel px-4 text-sm text-ink-2 tabular-nums">
      <span>{counted(items.length, 'item')}</span>
      <span>
        Value at risk <b className="font-semibold text-ink">{displayMoney(sum(atRisk))}</b>
      </span>
    </p>
  );
}

function LoadingAttention() {
  return (
    <LoadingPanel label="Loading what needs attention...">
      <div className="flex flex-col gap-2">
        {Array.from({ length: 12 }, (_, row) => row).map((row) => (
          <Skeleton key={row} className="h-8" />
        ))}
      </div>
    </LoadingPanel>
  );
}
