import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { ChartColumn, FileDown } from 'lucide-react';
import { Suspense, useState } from 'react';
import { orderSummaryCsvRoute, orderSummaryRoute, type WireSummary } from '#contract/order-summary.ts';
import { call } from '#web/api/call/call.ts';
import { queryKeys } from '#web/api/queries/query-keys.ts';
import { cx } from '#web/ui/cx.ts';
import { ErrorBoundary } from '#web/ui/status/error-boundary.tsx';
import { lazyPart } from '#web/ui/lazy-part.tsx';
import { EmptyPanel, ErrorPanel, LoadingPanel } from '#web/ui/status/panels.tsx';
import { Skeleton } from '#web/ui/status/skeleton.tsx';
import { ToggleGroup } from '#web/ui/controls/toggle-group.tsx';
import { loadErrorOf } from '../load-error.ts';
import { filterQuery, type OrderSearch } from '../list/order-filter.ts';
import { displayAmount } from '#web/entities/order/order-format.ts';
import { useOrderFilter } from '../list/orders-address.ts';
import { type SummaryTable, type Table, tableOf } from './summary-tables.ts';

const SummaryChart = lazyPart(async () => (await import('./summary-chart.tsx')).SummaryChart);

const TABLES: readonly { value: SummaryTable; label: string }[] = [
  { value: 'day', label: 'Day' },
  { value: 'hour', label: 'Hour' },
  { value: 'category', label: 'Category' },
  { value: 'product', label: 'Product' },
  { value: 'employee', label: 'Employee' },
  { value: 'location', label: 'Location' },
  { value: 'tender', label: 'Payment' },
  { value: 'refund', label: 'Refunds' },
];

/** The sales of exactly the orders that match the filters, to the cent. */
export function SummaryPanel({ search }: { search: OrderSearch }) {
  const filter = useOrderFilter();
  const query = filterQuery(filter, search);
  const { data, error, refetch, isPlaceholderData } = useQuery({
    queryKey: [...queryKeys.orders, 'summary', query],
    queryFn: ({ signal }) => call(orderSummaryRoute, { query, signal, timeoutMs: 30_000 }),
    placeholderData: keepPreviousData,
  });
  if (!data) {
    return error ? (
      <ErrorPanel
        title="Failed to load sales summary"
        error={loadErrorOf(error, 'Failed to fetch the sales summary')}
        onRetry={refetch}
      />
    ) : (
      <LoadingPanel label="Loading sales summary...">
        <div className="flex flex-col gap-4">
          <Skeleton className="h-18" />
          <Skeleton className="h-9" />
          <Skeleton className="h-64" />
        </div>
      </LoadingPanel>
    );
  }
  const summary = data.data;
  if (summary.orders === 0 && summary.refunds_made === 0) {
    return (
      <EmptyPanel
        icon={<ChartColumn aria-hidden />}
        title="No sales"
        hint="No sales match these filters. Choose other days or clear the filters."
      />
    );
  }
  return (
    <section
      aria-label="Sales summary"
      aria-busy={isPlaceholderData}
      className={cx('h-full overflow-y-auto px-4 py-4 transition-opacity', isPlaceholderData && 'opacity-60')}
    >
      <Tiles summary={summary} />
      <Tables summary={summary} query={query} />
    </section>
  );
}

function Tiles({ summary }: { summary: WireSummary }) {
  const tiles = [
    ['Sales', displayAmount(summary.sales)],
    ['Tax', displayAmount(summary.tax)],
    ['Refunds with tax', displayAmount(summary.refunds)],
    ['Net with tax', displayAmount(summary.net)],
    ['Orders', summary.orders.toLocaleString('en-US')],
    ['Average order', displayAmount(summary.average_order)],
  ] as const;
  return (
    <>
      <dl className="grid grid-cols-2 overflow-hidden bg-rows min-[640px]:grid-cols-3 rounded-md border border-line min-[1200px]:grid-cols-6">
        {tiles.map(([name, value]) => (
          <div key={name} className="-mt-px -ml-px border-t border-l border-line px-3.5 py-3">
            <dt className="text-xs text-ink-3">{name}</dt>
            <dd className="truncate text-xl font-semibold tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-2 text-xs text-ink-3">
        Excludes cancelled and failed orders. Refunds and payments for earlier orders count on the day they were made.
        Sales exclude tax; the average order includes it.
      </p>
    </>
  );
}

function isOneDay({ quick, date_from: from, date_to: to }: Record<string, string>): boolean {
  return quick === 'today' || (from !== undefined && from === to);
}

function Tables({ summary, query }: { summary: WireSummary; query: Record<string, string> }) {
  const [chosen, setChosen] = useState<SummaryTable | null>(null);
  // One day is read by its hours.
  const shown = chosen ?? (isOneDay(query) ? 'hour' : 'day');
  const table = tableOf(summary, shown);
  const address = `${orderSummaryCsvRoute.path}?${new URLSearchParams({ ...query, table: shown })}`;
  return (
    <>
      <div className="mt-4 mb-3 flex flex-wrap items-center gap-2">
        <div className="max-w-full overflow-x-auto">
          <ToggleGroup label="Sales by" value={shown} onChange={setChosen} size="sm" options={TABLES} />
        </div>
        <span className="grow" />
        <a
          href={address}
          download
          className="inline-flex h-7 items-center gap-1.5 rounded-md px-2.5 text-xs font-medium text-ink-2 transition-colors hover:bg-hover hover:text-ink"
        >
          <FileDown aria-hidden className="size-3.5" />
          Table as CSV
        </a>
      </div>
      <div aria-hidden className="rounded-md border border-line bg-rows p-3">
        <ErrorBoundary name="The chart" level="light" resetKey={shown}>
          <Suspense fallback={<Skeleton className="h-55" />}>
            <SummaryChart points={table.points} shape={table.shape} />
          </Suspense>
        </ErrorBoundary>
      </div>
      <Figures table={table} />
    </>
  );
}

function Figures({ table: { head, rows, foot, words = 1 } }: { table: Table }) {
  const cell = (index: number) => cx('h-row px-2.5', index < words ? 'text-left' : 'text-right tabular-nums');
  return (
    <div className="mt-4 overflow-x-auto">
      <table className="w-full bg-rows text-sm whitespace-nowrap">
        <thead>
          <tr>
            {head.map((title, index) => (
              <th key={title} scope="col" className={cx(cell(index), 'text-xs font-medium text-ink-3')}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, cells }) => (
            <tr key={key} className="border-t border-line hover:bg-hover">
              {cells.map((text, index) => (
                <td key={head[index]} className={cell(index)}>
                  {text}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr className="border-t border-line-strong font-semibold">
            {foot.map((text, index) => (
              <td key={head[index]} className={cell(index)}>
                {text}
              </td>
            ))}
          </tr>
        </tfoot>
      </table>
    </div>
  );
}
