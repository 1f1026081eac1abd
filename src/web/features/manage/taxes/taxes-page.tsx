import { Percent } from 'lucide-react';
import { useMemo } from 'react';
import type { TaxSetting } from '#contract/taxes.ts';
import { managedView } from '#contract/pages.ts';
import { addressed } from '#web/api/address/address.ts';
import { flag } from '#web/api/address/params.ts';
import { useMe, useUser } from '#web/api/session/session.ts';
import { displayDay } from '#web/ui/dates.ts';
import { Checkbox } from '#web/ui/fields/checkbox.tsx';
import { Badge } from '#web/ui/status/badge.tsx';
import { EmptyPanel, ErrorPanel, LoadingPanel } from '#web/ui/status/panels.tsx';
import { useCategories } from '../edit/category-queries.ts';
import { AddRecord } from '../list/add-record.tsx';
import { ManageTable, type TableColumn } from '../list/manage-table.tsx';
import { NEW_RECORD, openRecord, useOpenRecord } from '../page-search.ts';
import { TaxDialog } from './tax-dialog.tsx';
import { useTaxSettings } from './tax-queries.ts';
import { taxRules } from './tax-words.ts';
import { Untaxed } from './untaxed.tsx';

const address = addressed<{ withPast: boolean; record: string | null }>(managedView('taxes'), {
  withPast: flag('past'),
  record: openRecord('tax'),
});

const STATE = {
  past: { tone: 'neutral', label: 'Held before' },
  present: { tone: 'green', label: 'Charged now' },
  coming: { tone: 'blue', label: 'To come' },
} as const;

function columnsFor(
  timeZone: string,
  nameOf: (locationId: number) => string,
): [TableColumn<TaxSetting>, ...TableColumn<TaxSetting>[]] {
  return [
    { title: 'Tax', width: 100, grow: 2, cell: ({ name }) => name },
    { title: 'Location', phone: '2-left', width: 132, grow: 2, cell: ({ location_id: id }) => nameOf(id) },
    { title: 'Code', width: 92, grow: 1, cell: ({ code }) => code },
    {
      title: 'Rate',
      phone: '1-right',
      width: 72,
      right: true,
      cell: ({ rate }) => (rate === null ? 'Ended' : `${rate}%`),
    },
    { title: 'Order', width: 56, right: true, cell: ({ position }) => position || '' },
    { title: 'Charged', width: 96, grow: 2, cell: (tax) => (tax.rate === null ? '' : taxRules(tax)) },
    {
      title: 'Holds from',
      width: 104,
      cell: ({ from }) => (from === null ? 'Always' : displayDay(from, timeZone)),
    },
    {
      title: 'State',
      phone: '2-right',
      width: 128,
      cell: ({ state, rate }) => {
        const { tone, label } = STATE[state];
        return state === 'present' && rate === null ? <Badge>Not charged</Badge> : <Badge tone={tone}>{label}</Badge>;
      },
    },
  ];
}

/** The taxes of every location. Rule: pricing/taxes. */
export function TaxesPage() {
  const { locations } = useMe();
  const { time_zone: timeZone, location_id: own } = useUser();
  const taxes = useTaxSettings();
  const categories = useCategories();
  const { withPast } = address.use();
  const record = useOpenRecord(address);
  const columns = useMemo(
    () => columnsFor(timeZone, (id) => locations.find((location) => location.id === id)?.name ?? 'Closed location'),
    [timeZone, locations],
  );
  if (taxes.isPending) return <LoadingPanel label="Loading Taxes..." />;
  if (!taxes.data)
    return <ErrorPanel title="Error Loading Taxes" error={taxes.error} onRetry={() => taxes.refetch()} />;
  const { data: all, default_rate: defaultRate, price_classes: classes } = taxes.data;
  const rows = all.filter(
    ({ state, rate }) => withPast || state === 'coming' || (state === 'present' && rate !== null),
  );
  const shown = all.find(({ id }) => String(id) === record.shown) ?? null;
  const isTaxed = ({ id }: { id: number }) =>
    all.some((tax) => tax.location_id === id && tax.state === 'present' && tax.rate !== null);
  const untaxed = locations.filter((one) => !isTaxed(one));
  const taxed = locations.filter(isTaxed).toSorted((one, other) => Number(other.id === own) - Number(one.id === own));
  return (
    <>
      <div className="flex flex-wrap items-center justify-end gap-x-4 gap-y-2 px-6 pb-3 max-[640px]:px-4">
        {all.length > 0 && (
          <Checkbox
            label="Show past rates"
            className="shrink-0"
            checked={withPast}
            onChange={(on) => address.change({ withPast: on })}
          />
        )}
        <AddRecord what="tax" open={record.open} />
      </div>
      {untaxed.length > 0 && <Untaxed locations={untaxed} taxed={taxed} defaultRate={defaultRate} />}
      {rows.length === 0 ? (
        <EmptyPanel
          icon={<Percent aria-hidden />}
          title="No taxes yet"
          hint={`Every location charges the default of ${defaultRate}%.`}
        />
      ) : (
        <ManageTable
          label="Taxes"
          rows={rows}
          columns={columns}
          openId={record.asked === undefined ? null : (shown?.id ?? null)}
          onOpen={({ id }) => record.open(id)}
        />
      )}
      <TaxDialog
        setting={shown}
        all={all}
        classes={classes}
        categories={categories.data ?? []}
        defaultRate={defaultRate}
        places={locations}
        own={own}
        open={record.asked === NEW_RECORD || (record.asked !== undefined && shown !== null)}
        onClose={record.close}
      />
    </>
  );
}
