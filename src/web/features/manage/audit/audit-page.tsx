import { Download, ScrollText } from 'lucide-react';
import { useMemo } from 'react';
import type { AuditEntry } from '#contract/audit.ts';
import { auditWords } from '#domain/audit-changes.ts';
import { useUser } from '#web/api/session/session.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { displayInstant } from '#web/ui/dates.ts';
import { Checkbox } from '#web/ui/fields/checkbox.tsx';
import { DayField } from '#web/ui/fields/day-field.tsx';
import { Select } from '#web/ui/fields/select.tsx';
import { TextInput } from '#web/ui/fields/text-field.tsx';
import { NearEnd } from '#web/ui/rows/near-end.tsx';
import { EmptyPanel, ErrorPanel, LoadingPanel } from '#web/ui/status/panels.tsx';
import { ManageTable, type TableColumn } from '../list/manage-table.tsx';
import { useOpenRecord } from '../page-search.ts';
import { auditAddress } from './audit-address.ts';
import { AuditChain } from './audit-chain.tsx';
import { actorName, AuditEntryDialog, changesInWords } from './audit-entry.tsx';
import { exportAddress, filterOf, type TrailFilter, useAuditTrail, useTrailFilters } from './audit-queries.ts';

function columnsFor(timeZone: string): [TableColumn<AuditEntry>, ...TableColumn<AuditEntry>[]] {
  return [
    { title: 'When', width: 192, cell: ({ at }) => displayInstant(at, timeZone) },
    { title: 'Who', phone: '1-right', width: 108, cell: actorName },
    { title: 'What', phone: '2-left', width: 140, cell: ({ action }) => auditWords(action) },
    {
      title: 'Record',
      phone: '2-right',
      width: 160,
      cell: ({ entity, entity_id: id }) => `${auditWords(entity)} ${id}`,
    },
    { title: 'Changes', phone: '3-line', width: 180, grow: 1, cell: changesInWords },
  ];
}

/** The audit trail: search, read, export and verify its chain. Rule: books/10-audit-trail. */
export function AuditPage() {
  const { time_zone: timeZone } = useUser();
  const filter = filterOf(auditAddress.use());
  const trail = useAuditTrail(filter);
  const record = useOpenRecord(auditAddress);
  const rows = useMemo(() => trail.data?.pages.flatMap(({ data }) => data) ?? [], [trail.data]);
  const columns = useMemo(() => columnsFor(timeZone), [timeZone]);
  const entry = rows.find(({ id }) => String(id) === record.shown) ?? null;
  const isFiltered = Object.keys(filter).length > 0;
  return (
    <>
      <AuditChain />
      <TrailFilters filter={filter} />
      {trail.isPending ? (
        <LoadingPanel label="Loading Audit trail..." />
      ) : !trail.data ? (
        <ErrorPanel title="Error Loading the Audit Trail" error={trail.error} onRetry={() => trail.refetch()} />
      ) : rows.length === 0 ? (
        <EmptyPanel
          icon={<ScrollText aria-hidden />}
          title="Nothing found"
          hint={isFiltered ? 'No change matches these filters.' : 'Nobody has changed anything yet.'}
        />
      ) : (
        <ManageTable
          label="Audit trail"
          rows={rows}
          columns={columns}
          listKey={JSON.stringify(filter)}
          openId={record.asked === undefined ? null : (entry?.id ?? null)}
          onOpen={({ id }) => record.open(id)}
          foot={
            <NearEnd
              more={trail.hasNextPage}
              busy={trail.isFetchingNextPage || trail.isFetchNextPageError}
              onMore={() => void trail.fetchNextPage()}
            >
              {trail.isFetchNextPageError ? (
                <Button size="sm" onClick={() => void trail.fetchNextPage()}>
                  Older rows could not be loaded. Retry
                </Button>
              ) : trail.hasNextPage ? (
                'Loading more...'
              ) : (
                'The beginning of what was found'
              )}
            </NearEnd>
          }
        />
      )}
      <AuditEntryDialog entry={entry} open={record.asked !== undefined} onClose={record.close} />
    </>
  );
}

const ANY = '';

function TrailFilters({ filter }: { filter: TrailFilter }) {
  const onChange = auditAddress.change;
  const filters = useTrailFilters();
  const { people = [], machines = [], actions = [], entities = [] } = filters.data ?? {};
  const named = (names: readonly string[], any: string) => [
    { value: ANY, label: any },
    ...names.map((value) => ({ value, label: auditWords(value) })),
  ];
  return (
    <div className="flex flex-wrap items-center gap-2 px-6 pb-3 max-[640px]:*:min-w-0 max-[640px]:*:grow max-[640px]:*:basis-[45%] max-[640px]:px-4">
      <Select
        label="Person"
        className="w-40"
        value={filter.person ?? ANY}
        options={[
          { value: ANY, label: 'Anybody' },
          ...people.map(({ id, name }) => ({ value: String(id), label: name })),
          ...machines.map(({ id, name }) => ({ value: `machine-${id}`, label: name })),
          { value: 'nobody', label: 'The server' },
        ]}
        onChange={(person) => onChange({ person })}
      />
      <Select
        label="Action"
        className="w-44"
        value={filter.action ?? ANY}
        options={named(actions, 'Any action')}
        onChange={(action) => onChange({ action })}
      />
      <Select
        label="Kind of record"
        className="w-40"
        value={filter.entity ?? ANY}
        options={named(entities, 'Any record')}
        onChange={(entity) => onChange({ entity, ...(entity === ANY && { entity_id: '' }) })}
      />
      {filter.entity !== undefined && (
        <TextInput
          aria-label="ID of the record"
          placeholder="ID"
          className="w-28"
          maxLength={200}
          value={filter.entity_id ?? ''}
          onChange={({ target }) => onChange({ entity_id: target.value }, 'later')}
        />
      )}
      <div
        role="group"
        aria-label="Days"
        className="flex items-center gap-1.5 max-[640px]:basis-full! max-[640px]:*:min-w-0"
      >
        <DayField
          label="From"
          value={filter.from ?? ''}
          max={filter.to ?? ''}
          onChange={(from) => onChange({ from })}
        />
        <span aria-hidden className="text-ink-3">
          –
        </span>
        <DayField label="To" value={filter.to ?? ''} min={filter.from ?? ''} onChange={(to) => onChange({ to })} />
      </div>
      <Checkbox
        label="With sales and seals"
        checked={filter.routine === 'true'}
        onChange={(on) => onChange({ routine: on ? 'true' : null })}
      />
      <a
        href={exportAddress(filter)}
        download="audit-trail.csv"
        className="ml-auto inline-flex h-9 items-center gap-2 rounded-md border border-line-strong bg-raised px-3.5 text-sm font-medium text-ink transition-colors hover:bg-press"
      >
        <Download aria-hidden className="size-4 text-ink-3" />
        Export CSV
      </a>
    </div>
  );
}
