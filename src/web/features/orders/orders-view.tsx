import { MapPinOff, ReceiptText, UserRound, X } from 'lucide-react';
import { type ReactNode, Suspense, useEffect, useRef } from 'react';
import type { ListedOrder } from '#contract/orders.ts';
import { sentenceOf } from '#web/api/call/call-error.ts';
import { useMe } from '#web/api/session/session.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { lazyPart } from '#web/ui/lazy-part.tsx';
import { EmptyPanel, ErrorPanel, LoadingPanel, NOT_ASSIGNED } from '#web/ui/status/panels.tsx';
import { Pages } from '#web/ui/rows/pages.tsx';
import { Skeleton } from '#web/ui/status/skeleton.tsx';
import { BulkBar } from './change/bulk-bar.tsx';
import { forgetSeen, noteArrived } from './list/live-marks.ts';
import { loadErrorOf } from './load-error.ts';
import { useOrderCounts } from './order-counts.ts';
import { filterQuery, isNarrowed, NO_FILTER, type OrderSearch, pageQueryOf } from './list/order-filter.ts';
import { OrdersControls } from './list/orders-controls.tsx';
import { useOrdersPage, useSelectedOrders } from './orders-queries.ts';
import { goToPage, ordersAddress, useOrderFilter } from './list/orders-address.ts';
import { changeFilter, refreshSelected, showOrders, useOrdersState } from './list/orders-state.ts';
import { NotFoundOrders, useLinkedOrders } from './list/linked-orders.tsx';
import { OrdersTable } from './list/orders-table.tsx';
import { Printing } from '#web/entities/receipt/receipts.tsx';
import { SavedFilters } from './list/saved-filters.tsx';
import { type Narrowed, useEntered, useOrderSearch } from './list/use-order-search.ts';

interface OrdersViewProps {
  state: Narrowed;
  update: (change: Partial<Narrowed>) => void;
}

const FAILED_TO_FETCH = 'Failed to fetch orders';

const SummaryPanel = lazyPart(async () => (await import('./summary/summary-panel.tsx')).SummaryPanel);

/** The orders view: find an order, see everything about it, change it. Rule: orders/list. */
export function OrdersView({ state, update }: OrdersViewProps) {
  const { user } = useMe();
  if (user.location_id === null) {
    return <EmptyPanel icon={<MapPinOff aria-hidden />} title="No orders found" hint={NOT_ASSIGNED} />;
  }
  return <Orders key={`${user.id} at ${user.location_id}`} state={state} update={update} />;
}

function Orders({ state, update }: OrdersViewProps) {
  const { search, entering, entered } = useOrderSearch(state);
  const orders = useOrders(search);
  useEntered(orders.result, entering, entered);
  const { summing } = ordersAddress.use();
  return (
    <div className="flex h-full flex-col">
      <OrdersControls search={search} below={<SavedFilters search={search} />} />
      {state.customer && (
        <CustomerFilter
          name={nameOf(state.customer, orders.result.data?.data[0])}
          onClear={() => update({ customer: null })}
        />
      )}
      <div className="min-h-0 grow">
        {summing ? (
          <Suspense fallback={<LoadingPanel label="Loading sales summary..." />}>
            <SummaryPanel search={search} />
          </Suspense>
        ) : (
          <OrdersList
            {...orders}
            search={search}
            onClearSearch={() => {
              update({ search: '', customer: null });
            }}
          />
        )}
      </div>
      <Printing />
    </div>
  );
}

function useOrders(search: OrderSearch) {
  const { show, selected } = useOrdersState();
  const filter = useOrderFilter();
  const { page } = ordersAddress.use();
  const searched = `${search.customer?.id ?? ''} ${search.text.trim()}`.trim();
  const shownFor = useRef(searched);
  useEffect(() => {
    if (shownFor.current !== searched) showOrders('all');
    shownFor.current = searched;
  }, [searched]);
  const query = pageQueryOf(filter, search, page);
  const scope = JSON.stringify(filterQuery(filter, search));
  const result = useOrdersPage(query, show === 'all');
  const chosen = useSelectedOrders(show === 'selected');
  const { data, isPlaceholderData } = result;

  useEffect(() => {
    if (!data || isPlaceholderData) return;
    noteArrived(data.data, scope, data.meta.page === 1);
    refreshSelected(data.data);
    if (page > Math.max(data.meta.pages, 1)) ordersAddress.change({ page: Math.max(data.meta.pages, 1) });
  }, [data, isPlaceholderData, page, scope]);

  const total = data?.meta.total ?? null;
  useEffect(() => useOrderCounts.setState({ total, selected: selected.size }), [total, selected.size]);
  useEffect(() => () => forgetSeen(), []);
  return { result, chosen, listKey: show === 'all' ? JSON.stringify(query) : show };
}

function OrdersList({
  result,
  chosen,
  listKey,
  search,
  onClearSearch,
}: ReturnType<typeof useOrders> & { search: OrderSearch; onClearSearch: () => void }) {
  const { show, selected } = useOrdersState();
  const filter = useOrderFilter();
  const linked = useLinkedOrders(result);
  if (show === 'selected') {
    return (
      <div className="flex h-full flex-col">
        {chosen.error && <StaleNote error={chosen.error} onRetry={() => void chosen.refetch()} />}
        <div className="relative min-h-0 grow">
          <OrdersTable orders={[...selected.values()]} listKey={listKey} />
          <BulkBar />
        </div>
      </div>
    );
  }
  const { data, error, refetch, isPlaceholderData } = result;
  if (!data) {
    return error ? (
      <ErrorPanel title="Failed to load orders" error={loadErrorOf(error, FAILED_TO_FETCH)} onRetry={refetch} />
    ) : (
      <LoadingOrders />
    );
  }
  if (data.data.length === 0 && linked.orders.length === 0 && !isPlaceholderData) {
    return (
      <NoOrders
        narrowed={isNarrowed(filter, search)}
        onClear={() => {
          changeFilter(NO_FILTER);
          onClearSearch();
        }}
      />
    );
  }
  return (
    <div className="flex h-full flex-col">
      {error && <StaleNote error={error} onRetry={() => void refetch()} />}
      <NotFoundOrders ids={linked.missing} />
      <div className="relative min-h-0 grow" aria-busy={isPlaceholderData}>
        <OrdersTable orders={linked.withPage} listKey={listKey} />
        <BulkBar />
      </div>
      {data.meta.pages > 1 && (
        <Pages
          {...data.meta}
          count={`${data.meta.total.toLocaleString('en-US')}${data.meta.total_is_lower_bound ? '+' : ''} orders`}
          busy={isPlaceholderData}
          onPage={goToPage}
        />
      )}
    </div>
  );
}

/** Says that the list is not up to date because fetching it failed. */
function StaleNote({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  return (
    <div role="alert" className="flex items-center gap-3 bg-yellow-soft px-3 py-1.5 text-sm text-yellow">
      <span className="grow">
        {sentenceOf(loadErrorOf(error, FAILED_TO_FETCH)).replace(/\.$/, '')}. These orders may be out of date.
      </span>
      <Button size="sm" onClick={onRetry}>
        Retry
      </Button>
    </div>
  );
}

function NoOrders({ narrowed, onClear }: { narrowed: boolean; onClear: () => void }) {
  const { locations } = useMe();
  const { locationId, from, to } = useOrderFilter();
  const place = locations.find(({ id }) => id === locationId)?.name;
  const at = place ? ` at ${place}` : '';
  const backwards = from !== '' && to !== '' && from > to;
  const why = backwards ? ' The first day is after the last one.' : '';
  return (
    <EmptyPanel
      icon={<ReceiptText aria-hidden />}
      title="No orders found"
      hint={narrowed ? `Nothing${at} matches these filters.${why}` : `Nothing has been sold${at} yet.`}
      action={narrowed && <Button onClick={onClear}>Clear filters</Button>}
    />
  );
}

/** A link has only the customer's number; the name is taken from their orders. */
function nameOf({ id, name }: NonNullable<Narrowed['customer']>, order: ListedOrder | undefined): string {
  return name || (order?.customer_id === id && order.buyer) || `customer ${id}`;
}

function CustomerFilter({ name, onClear }: { name: string; onClear: () => void }) {
  return (
    <Bar>
      <UserRound aria-hidden className="size-4 text-ink-3" />
      <span className="text-ink-2">
        Orders of <span className="font-medium text-ink">{name}</span>
      </span>
      <Button size="sm" variant="ghost" icon={<X aria-hidden className="size-3.5" />} onClick={onClear}>
        All customers
      </Button>
    </Bar>
  );
}

function Bar({ children }: { children: ReactNode }) {
  return <div className="flex items-center gap-2 border-b border-line bg-panel px-3 py-1.5 text-sm">{children}</div>;
}

function LoadingOrders() {
  return (
    <LoadingPanel label="Loading orders...">
      <div className="flex flex-col gap-2">
        {Array.from({ length: 14 }, (_, row) => row).map((row) => (
          <Skeleton key={row} className="h-7" />
        ))}
      </div>
    </LoadingPanel>
  );
}
