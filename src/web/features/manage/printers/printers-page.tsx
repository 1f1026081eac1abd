import { MapPinOff, Printer } from 'lucide-react';
import { useRef } from 'react';
import type { LabelPrinter } from '#contract/label-printers.ts';
import { addressed } from '#web/api/address/address.ts';
import { managedView } from '#contract/pages.ts';
import { useUser } from '#web/api/session/session.ts';
import { PrintJobs } from '#web/entities/labels/print-jobs.tsx';
import { usePrinters, usePrintQueue } from '#web/entities/labels/printers.ts';
import { Dialog } from '#web/ui/layers/dialog.tsx';
import { Badge } from '#web/ui/status/badge.tsx';
import { EmptyPanel, ErrorPanel, LoadingPanel, NOT_ASSIGNED } from '#web/ui/status/panels.tsx';
import { AddRecord } from '../list/add-record.tsx';
import { ManageTable, rowButton, type TableColumn } from '../list/manage-table.tsx';
import { NEW_RECORD, openRecord, useOpenRecord } from '../page-search.ts';
import { PrinterForm } from './printer-dialog.tsx';

const address = addressed<{ record: string | null }>(managedView('printers'), { record: openRecord('printer') });

const COLUMNS: readonly [TableColumn<LabelPrinter>, ...TableColumn<LabelPrinter>[]] = [
  { title: 'Name', width: 150, grow: 2, cell: ({ name }) => name },
  { title: 'Address', phone: '2-left', width: 160, grow: 2, cell: ({ host, port }) => `${host}:${port}` },
  { title: 'Labels', phone: '2-right', width: 120, cell: ({ width, height }) => `${width} x ${height} in` },
  { title: 'Resolution', width: 100, cell: ({ dpi }) => `${dpi} dpi` },
  {
    title: 'Quick Print',
    phone: '1-right',
    width: 110,
    cell: ({ is_default: on }) => on && <Badge tone="green">Prints here</Badge>,
  },
];

/** The label printers of the location, and their queue. Rule: labels/printers. */
export function PrintersPage() {
  const { location_id: locationId } = useUser();
  if (locationId === null)
    return <EmptyPanel icon={<MapPinOff aria-hidden />} title="No location" hint={NOT_ASSIGNED} />;
  return <Printers />;
}

function Printers() {
  const printers = usePrinters();
  const record = useOpenRecord(address);
  const name = useRef<HTMLInputElement>(null);
  if (printers.isPending) return <LoadingPanel label="Loading Printers..." />;
  if (!printers.data)
    return <ErrorPanel title="Error Loading Printers" error={printers.error} onRetry={() => printers.refetch()} />;
  const shown = printers.data.find(({ id }) => String(id) === record.shown) ?? null;
  return (
    <>
      <div className="flex justify-end px-6 pb-3 max-[640px]:px-4">
        <AddRecord what="printer" open={record.open} />
      </div>
      {printers.data.length === 0 ? (
        <EmptyPanel
          icon={<Printer aria-hidden />}
          title="No label printers"
          hint="A label printer that speaks ZPL and is in the network of this location prints roll labels without a print dialog."
        />
      ) : (
        <ManageTable
          label="Printers"
          rows={printers.data}
          columns={COLUMNS}
          openId={record.asked === undefined ? null : (shown?.id ?? null)}
          onOpen={({ id }) => record.open(id)}
          foot={<Queue />}
        />
      )}
      <Dialog
        open={record.asked === NEW_RECORD || (record.asked !== undefined && shown !== null)}
        onOpenChange={(on) => !on && record.close()}
        size="lg"
        initialFocus={name}
        focusAfter={() => (shown ? rowButton(shown.id) : null)}
        title={shown?.name ?? 'Add printer'}
        description="For this location."
      >
        <div key={shown?.id ?? NEW_RECORD} className="pt-1">
          <PrinterForm
            printer={shown}
            nameRef={name}
            onMade={({ id }) => record.open(id)}
            onDeleted={() => record.close()}
          />
        </div>
      </Dialog>
    </>
  );
}

/** The jobs that wait for these printers, and the last ones printed. */
function Queue() {
  const queue = usePrintQueue();
  return (
    <section aria-label="Print queue" className="max-w-3xl px-6 py-5">
      <h3 className="mb-2 text-base font-semibold">Print queue</h3>
      {queue.error ? (
        <ErrorPanel title="Error Loading Print queue" error={queue.error} onRetry={() => queue.refetch()} />
      ) : queue.data?.length === 0 ? (
        <p className="text-sm text-ink-3">Nothing waits for a printer, and nothing was printed in the last days.</p>
      ) : (
        queue.data && <PrintJobs label="Print queue" jobs={queue.data} />
      )}
    </section>
  );
}
