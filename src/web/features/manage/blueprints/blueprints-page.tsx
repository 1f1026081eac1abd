import { LayoutList } from 'lucide-react';
import { useRef } from 'react';
import type { ManagedBlueprint } from '#contract/blueprints.ts';
import { managedView } from '#contract/pages.ts';
import { addressed } from '#web/api/address/address.ts';
import { Dialog } from '#web/ui/layers/dialog.tsx';
import { EmptyPanel, ErrorPanel, LoadingPanel } from '#web/ui/status/panels.tsx';
import { AddRecord } from '../list/add-record.tsx';
import { ManageTable, rowButton, type TableColumn } from '../list/manage-table.tsx';
import { NEW_RECORD, openRecord, useOpenRecord } from '../page-search.ts';
import { useBlueprints } from './blueprint-commands.ts';
import { BlueprintForm } from './blueprint-form.tsx';

const address = addressed<{ record: string | null }>(managedView('blueprints'), { record: openRecord('blueprint') });

const COLUMNS: [TableColumn<ManagedBlueprint>, ...TableColumn<ManagedBlueprint>[]] = [
  { title: 'Blueprint', width: 160, grow: 1, cell: ({ name }) => name },
  {
    title: 'Fields',
    phone: '2-left',
    width: 260,
    grow: 3,
    cell: ({ fields }) => fields.map(({ label }) => label).join(', ') || 'None',
  },
  { title: 'Price classes', width: 150, grow: 1, cell: ({ price_classes: all }) => all.join(', ') },
  {
    title: 'Products',
    phone: '1-right',
    width: 90,
    right: true,
    cell: ({ products }) => products.toLocaleString('en-US'),
  },
];

/** Blueprints, the kinds of products with their fields. Rule: catalogue/blueprints. */
export function BlueprintsPage() {
  const blueprints = useBlueprints();
  const record = useOpenRecord(address);
  const name = useRef<HTMLInputElement>(null);
  if (!blueprints.data) {
    return blueprints.error ? (
      <ErrorPanel title="Error Loading Blueprints" error={blueprints.error} onRetry={() => blueprints.refetch()} />
    ) : (
      <LoadingPanel label="Loading blueprints..." />
    );
  }
  const shown = blueprints.data.find(({ id }) => String(id) === record.shown) ?? null;
  const addButton = <AddRecord what="blueprint" open={record.open} />;
  return (
    <>
      {blueprints.data.length === 0 ? (
        <EmptyPanel
          icon={<LayoutList aria-hidden />}
          title="No blueprints"
          hint="A blueprint gives a kind of product its fields and price tiers."
          action={addButton}
        />
      ) : (
        <>
          <div className="flex justify-end px-6 pb-3 max-[640px]:px-4">{addButton}</div>
          <ManageTable
            label="Blueprints"
            rows={blueprints.data}
            columns={COLUMNS}
            openId={record.asked === undefined ? null : (shown?.id ?? null)}
            onOpen={({ id }) => record.open(id)}
          />
        </>
      )}
      <Dialog
        open={record.asked === NEW_RECORD || (record.asked !== undefined && shown !== null)}
        onOpenChange={(on) => !on && record.close()}
        size="lg"
        initialFocus={name}
        focusAfter={() => (shown ? rowButton(shown.id) : null)}
        title={record.shown === NEW_RECORD ? 'Add blueprint' : (shown?.name ?? 'Blueprint')}
      >
        <div key={shown?.id ?? NEW_RECORD} className="pt-1">
          <BlueprintForm blueprint={shown} nameRef={name} onClose={record.close} />
        </div>
      </Dialog>
    </>
  );
}
