import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { ChartNoAxesColumn } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { menuAnalyticsRoute, PLAYS_KEPT_DAYS } from '#contract/menu-reports.ts';
import { dayIn } from '#domain/day.ts';
import { call } from '#web/api/call/call.ts';
import { queryKeys } from '#web/api/queries/query-keys.ts';
import { useUser } from '#web/api/session/session.ts';
import { ToggleGroup } from '#web/ui/controls/toggle-group.tsx';
import { displayInstant } from '#web/ui/dates.ts';
import { DayField } from '#web/ui/fields/day-field.tsx';
import { Select } from '#web/ui/fields/select.tsx';
import { Dialog } from '#web/ui/layers/dialog.tsx';
import { type ColumnHead, ColumnHeads } from '#web/ui/rows/column-heads.tsx';
import { EmptyPanel, ErrorPanel, LoadingPanel } from '#web/ui/status/panels.tsx';
import { typeOf } from '../draft/parts.ts';
import { useConfigs } from '../library/menu-queries.ts';
import { useStoreConfig } from '../store/store-queries.ts';
import {
  type Analysis,
  hoursInWords,
  inOrder,
  type ProductOrder,
  shownSentence,
  soldOutShare,
} from './analytics-words.ts';

interface Asked {
  /** Empty for the last 30 days. */
  readonly from: string;
  readonly to: string;
  /** An id; empty for all. */
  readonly config: string;
}

function useAnalysis({ from, to, config }: Asked) {
  const { location_id: locationId } = useUser();
  return useQuery({
    queryKey: [...queryKeys.menus, 'analytics', { locationId, from, to, config }],
    queryFn: async ({ signal }) => {
      const query = {
        location_id: String(locationId),
        ...(from && { start_date: from }),
        ...(to && { end_date: to }),
        ...(config && { config_id: config }),
      };
      return (await call(menuAnalyticsRoute, { query, signal })).data;
    },
    enabled: locationId !== null,
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
}

const ALL = 'all';

/** The time that the location's screens showed each menu and product. Rule: menus/proof-of-play. */
export function AnalyticsDialog({ onClose }: { onClose: () => void }) {
  const { location, time_zone: timeZone } = useUser();
  const [asked, setAsked] = useState<Asked>({ from: '', to: '', config: '' });
  const [today] = useState(() => dayIn(timeZone, new Date()));
  const { data: configs = [] } = useConfigs();
  const analysis = useAnalysis(asked);
  const { data } = analysis;
  const change = (part: Partial<Asked>) => setAsked({ ...asked, ...part });
  const from = asked.from || (data?.start_date ?? '');
  const to = asked.to || (data?.end_date ?? '');
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Menu Analytics"
      description={`${location ?? ''}. What TVs showed, kept for ${PLAYS_KEPT_DAYS} days.`}
      size={900}
    >
      <div className="flex flex-wrap items-center gap-2">
        <DayField label="From" value={from} max={to || today} onChange={(day) => change({ from: day })} />
        <DayField label="To" value={to} min={from} max={today} onChange={(day) => change({ to: day })} />
        <Select
          label="Layout or theme"
          className="w-56"
          value={asked.config || ALL}
          options={[
            { value: ALL, label: 'All layouts and themes' },
            ...configs.map((one) => ({ value: String(one.id), label: `${one.name} (${typeOf(one)})` })),
          ]}
          onChange={(chosen) => change({ config: chosen === ALL ? '' : chosen })}
        />
      </div>
      {analysis.isPending ? (
        <LoadingPanel label="Loading analytics..." />
      ) : data === undefined || analysis.isError ? (
        <ErrorPanel title="Failed to fetch analytics" error={analysis.error} onRetry={() => void analysis.refetch()} />
      ) : from > to ? (
        <p role="alert" className="py-6 text-sm text-danger-ink">
          The first day is after the last.
        </p>
      ) : (
        <Figures analysis={data} isOfOne={asked.config !== ''} timeZone={timeZone} />
      )}
    </Dialog>
  );
}

function Figures({ analysis, isOfOne, timeZone }: { analysis: Analysis; isOfOne: boolean; timeZone: string }) {
  const { data: store } = useStoreConfig();
  const [order, setOrder] = useState<ProductOrder>('shown');
  const { configs, tvs, products } = analysis;
  const shown = shownSentence(analysis);
  const nameOf = (number: number | null) =>
    number === null
      ? 'Windows without a number'
      : (store?.tvs.find((tv) => tv.tv_number === number)?.display_name ?? `TV ${number}`);
  if (shown === null && products.length === 0)
    return (
      <EmptyPanel
        icon={<ChartNoAxesColumn aria-hidden />}
        title="Nothing was shown"
        hint="Paired TVs write down what they show. Nothing is known of these days."
      />
    );
  return (
    <>
      <p role="status" className="mt-4 text-base font-medium tabular-nums">
        {shown ?? 'It was not shown on these days.'}
      </p>
      <div className="mt-2 grid grid-cols-[minmax(0,3fr)_minmax(0,2fr)] gap-x-8">
        <Part title="Layouts and themes">
          <Table
            label="Layouts and themes"
            heads={[
              { title: 'Name' },
              { title: 'Kind' },
              FIGURES('Shown'),
              { title: 'Last shown', className: 'pl-4 text-left' },
            ]}
            rows={configs.map(({ config_id: id, name, config_type: type, hours, last_shown: last }) => ({
              key: id,
              cells: [
                name,
                type === 'layout' ? 'Layout' : 'Theme',
                hoursInWords(hours),
                displayInstant(last, timeZone),
              ],
            }))}
          />
        </Part>
        <Part title="TVs">
          <Table
            label="TVs"
            heads={[{ title: 'Name' }, FIGURES('Number'), FIGURES('Shown')]}
            rows={tvs.map(({ tv_number: number, hours }) => ({
              key: number ?? 0,
              cells: [nameOf(number), number === null ? '' : String(number), hoursInWords(hours)],
            }))}
          />
        </Part>
      </div>
      <Part
        title={isOfOne ? 'Products, in all layouts' : 'Products'}
        tool={
          <ToggleGroup
            label="Order of products"
            size="sm"
            value={order}
            onChange={setOrder}
            options={[
              { value: 'shown', label: 'Longest shown' },
              { value: 'sold-out', label: 'Longest sold out' },
            ]}
          />
        }
      >
        <Table
          label="Products"
          heads={[{ title: 'Name' }, FIGURES('Shown'), FIGURES('Sold out, minutes'), FIGURES('Of the time shown')]}
          rows={inOrder(products, order).map((product) => ({
            key: product.product_id,
            cells: [
              product.name,
              hoursInWords(product.hours),
              product.sold_out_minutes.toLocaleString('en-US'),
              soldOutShare(product) ?? '',
            ],
          }))}
        />
      </Part>
    </>
  );
}

const FIGURES = (title: string): ColumnHead => ({ title, className: 'text-right' });

function Part({ title, tool, children }: { title: string; tool?: ReactNode; children: ReactNode }) {
  return (
    <section aria-label={title} className="mt-4 min-w-0">
      <div className="flex min-h-8 items-center gap-3">
        <h3 className="grow text-sm font-medium text-ink-2">{title}</h3>
        {tool}
      </div>
      {children}
    </section>
  );
}

interface Row {
  readonly key: number;
  readonly cells: readonly string[];
}

/** A simple table. The first cell of a row is its header. */
function Table({ label, heads, rows }: { label: string; heads: readonly ColumnHead[]; rows: readonly Row[] }) {
  if (rows.length === 0) return <p className="py-2 text-sm text-ink-3">Nothing was shown on these days.</p>;
  return (
    <table aria-label={label} className="w-full text-sm">
      <thead>
        <ColumnHeads heads={heads} className="h-8 border-b border-line whitespace-nowrap" />
      </thead>
      <tbody>
        {rows.map(({ key, cells: [name, ...others] }) => (
          <tr key={key} className="border-b border-line last:border-0">
            <th scope="row" className="py-1.5 pr-3 text-left font-medium wrap-anywhere">
              {name}
            </th>
            {others.map((cell, place) => (
              <td
                key={heads[place + 1]?.title}
                className={`py-1.5 whitespace-nowrap text-ink-2 tabular-nums ${heads[place + 1]?.className ?? ''}`}
              >
                {cell}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
