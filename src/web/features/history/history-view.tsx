import { History, MapPinOff } from 'lucide-react';
import { useEffect, useMemo } from 'react';
import { useUser } from '#web/api/session/session.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { Pages } from '#web/ui/rows/pages.tsx';
import { EmptyPanel, ErrorPanel, LoadingPanel, NOT_ASSIGNED } from '#web/ui/status/panels.tsx';
import { Skeleton } from '#web/ui/status/skeleton.tsx';
import { usePausedSearch } from '#web/ui/use-debounced.ts';
import { HistoryControls } from './history-controls.tsx';
import { PER_PAGE, useHistoryPage } from './history-queries.ts';
import { historyRows } from './history-rows.ts';
import { historyAddress } from './history-state.ts';
import { HistoryTable } from './history-table.tsx';
import { readLocalRestocks } from './local-restocks.ts';
import { useNewRows } from './use-new-rows.ts';

/** The part of a view's remembered state that the history uses. */
interface Searched {
  readonly search: string;
}

interface HistoryViewProps {
  state: Searched;
  update: (change: Partial<Searched>) => void;
}

/** Every change of stock at the location. Rule: history/page. */
export function HistoryView({ state, update }: HistoryViewProps) {
  const { id, location_id: locationId } = useUser();
  if (locationId === null) {
    return <EmptyPanel icon={<MapPinOff aria-hidden />} title="No History Found" hint={NOT_ASSIGNED} />;
  }
  return (
    <LocationHistory
      key={`${id} ${locationId}`}
      locationId={locationId}
      search={state.search}
      onSearch={(search) => update({ search })}
    />
  );
}

function LocationHistory({
  locationId,
  search: typed,
  onSearch,
}: {
  locationId: number;
  search: string;
  onSearch: (search: string) => void;
}) {
  const search = usePausedSearch(typed);
  const { page, ...filter } = historyAddress.use();
  const asked = { locationId, filter, search };
  const history = useHistoryPage(asked, page);
  const { data, isFetching, isPlaceholderData } = history;
  const pages = data ? Math.max(Math.ceil(data.total / PER_PAGE), 1) : 1;
  useEffect(() => {
    if (data && !isPlaceholderData && page > pages) historyAddress.change({ page: pages });
  }, [data, isPlaceholderData, page, pages]);

  return (
    <div className="flex h-full flex-col">
      <HistoryControls asked={asked} updating={data !== undefined && isFetching} />
      <div className="min-h-0 grow">
        <HistoryList
          history={history}
          search={search}
          locationId={locationId}
          onShowAll={() => {
            historyAddress.change({ action: 'all', days: 'all', page: 1 });
            onSearch('');
          }}
        />
      </div>
      {data && data.total > 0 && (
        <Pages
          page={page}
          pages={pages}
          count={`${data.total.toLocaleString('en-US')}${data.total_is_lower_bound ? '+' : ''} ${data.total === 1 ? 'entry' : 'entries'}`}
          onPage={(next) => historyAddress.change({ page: next })}
        />
      )}
    </div>
  );
}

function HistoryList({
  history,
  search,
  locationId,
  onShowAll,
}: {
  history: ReturnType<typeof useHistoryPage>;
  search: string;
  locationId: number;
  onShowAll: () => void;
}) {
  const { page, ...filter } = historyAddress.use();
  const { data, error, refetch, isPlaceholderData, dataUpdatedAt } = history;
  const rows = useMemo(
    () =>
      data
        ? historyRows(data, { nowMs: dataUpdatedAt, localRestocks: readLocalRestocks(locationId), search })
        : undefined,
    [data, dataUpdatedAt, locationId, search],
  );
  const scope = JSON.stringify([filter, search]);
  const fresh = useNewRows(isPlaceholderData ? undefined : rows, scope, page === 1);
  if (!rows) {
    return error ? (
      <ErrorPanel title="Error Loading History" retryLabel="Try Again" error={error} onRetry={() => void refetch()} />
    ) : (
      <LoadingHistory />
    );
  }
  if (rows.length === 0 && !isPlaceholderData) {
    const isNarrowed = search.trim() !== '' || filter.action !== 'all' || filter.days !== 'all';
    return (
      <EmptyPanel
        icon={<History aria-hidden />}
        title="No History Found"
        hint="No inventory adjustments found for the selected criteria."
        action={isNarrowed && <Button onClick={onShowAll}>Show everything</Button>}
      />
    );
  }
  return (
    <div className="flex h-full flex-col">
      {error && (
        <div role="alert" className="flex items-center gap-3 bg-yellow-soft px-3 py-1.5 text-sm text-yellow">
          <span className="grow">The newest changes could not be loaded. These may be out of date.</span>
          <Button size="sm" onClick={() => void refetch()}>
            Try Again
          </Button>
        </div>
      )}
      <div className="min-h-0 grow" aria-busy={isPlaceholderData}>
        <HistoryTable key={`${scope} ${page}`} rows={rows} fresh={fresh} locationId={locationId} />
      </div>
    </div>
  );
}

function LoadingHistory() {
  return (
    <LoadingPanel label="Loading audit history...">
      <div className="flex flex-col gap-2">
        {Array.from({ length: 14 }, (_, row) => row).map((row) => (
          <Skeleton key={row} className="h-7" />
        ))}
      </div>
    </LoadingPanel>
  );
}
