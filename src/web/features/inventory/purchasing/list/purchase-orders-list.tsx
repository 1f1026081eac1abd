import { counted } from '#domain/counted.ts';
import { Truck } from 'lucide-react';
import { useEffect } from 'react';
import { useMay } from '#web/api/session/session.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { Pages } from '#web/ui/rows/pages.tsx';
import { EmptyPanel, ErrorPanel, LoadingPanel } from '#web/ui/status/panels.tsx';
import { usePausedSearch } from '#web/ui/use-debounced.ts';
import { NewOrderButton } from './new-order-button.tsx';
import { FRESH_FILTER, isNarrowed, queryOf } from './purchase-order-filter.ts';
import { PurchaseOrdersControls } from './purchase-orders-controls.tsx';
import { PurchaseOrdersTable } from './purchase-orders-table.tsx';
import { usePurchaseOrdersPage } from '../purchasing-queries.ts';
import { changeFilter, goTo, goToPage, usePurchasing } from '../purchasing-state.ts';

/** The purchase orders of a location, newest first, a page at a time. */
export function PurchaseOrdersList({
  search,
  returnTo,
  onClearSearch,
}: {
  search: string;
  returnTo: number | null;
  onClearSearch: () => void;
}) {
  const paused = usePausedSearch(search);
  const filter = usePurchasing((state) => state.filter);
  const page = usePurchasing((state) => state.page);
  const query = queryOf(filter, paused, page);
  const { data, error, refetch, isPlaceholderData } = usePurchaseOrdersPage(query);
  const pages = data?.meta.pages ?? 1;
  useEffect(() => {
    if (!isPlaceholderData && page > Math.max(pages, 1)) goToPage(Math.max(pages, 1));
  }, [isPlaceholderData, page, pages]);

  return (
    <div className="flex h-full flex-col">
      <PurchaseOrdersControls />
      {error && data && <StaleNote onRetry={() => void refetch()} />}
      <div className="min-h-0 grow" aria-busy={isPlaceholderData}>
        {!data || (isPlaceholderData && data.data.length === 0) ? (
          error ? (
            <ErrorPanel title="Failed to load purchase orders" error={error} onRetry={refetch} />
          ) : (
            <LoadingPanel label="Loading purchase orders..." />
          )
        ) : data.data.length === 0 ? (
          <NoOrders
            narrowed={isNarrowed(filter, paused)}
            onClear={() => {
              changeFilter({ ...FRESH_FILTER, locationId: filter.locationId });
              onClearSearch();
            }}
          />
        ) : (
          <PurchaseOrdersTable
            orders={data.data}
            listKey={JSON.stringify(query)}
            returnTo={returnTo}
            onOpen={(id) => goTo('orders', { kind: 'order', id })}
          />
        )}
      </div>
      {data && data.meta.pages > 1 && (
        <Pages
          {...data.meta}
          count={counted(data.meta.total, 'purchase order')}
          busy={isPlaceholderData}
          onPage={goToPage}
        />
      )}
    </div>
  );
}

function NoOrders({ narrowed, onClear }: { narrowed: boolean; onClear: () => void }) {
  const mayOrder = useMay('adjust-stock');
  if (narrowed) {
    return (
      <EmptyPanel
        icon={<Truck aria-hidden />}
        title="No purchase orders found"
        hint="Nothing matches these filters."
        action={<Button onClick={onClear}>Clear filters</Button>}
      />
    );
  }
  return (
    <EmptyPanel
      icon={<Truck aria-hidden />}
      title="No purchase orders yet"
      hint="Orders to suppliers are listed here, with the goods that have arrived."
      action={mayOrder && <NewOrderButton tab="orders" />}
    />
  );
}

/** Says that the list is not up to date because fetching it failed. */
function StaleNote({ onRetry }: { onRetry: () => void }) {
  return (
    <div role="alert" className="flex items-center gap-3 bg-yellow-soft px-4 py-1.5 text-sm text-yellow">
      <span className="grow">Failed to load purchase orders. These may be out of date.</span>
      <Button size="sm" onClick={onRetry}>
        Retry
      </Button>
    </div>
  );
}
