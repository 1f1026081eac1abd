import { counted } from '#domain/counted.ts';
import { Factory, Plus } from 'lucide-react';
import { useState } from 'react';
import type { Supplier } from '#contract/suppliers.ts';
import { useMay } from '#web/api/session/session.ts';
import { Badge } from '#web/ui/status/badge.tsx';
import { Button } from '#web/ui/controls/button.tsx';
import { cx } from '#web/ui/cx.ts';
import { EmptyPanel, ErrorPanel, LoadingPanel } from '#web/ui/status/panels.tsx';
import { opensBy, useRowKeys } from '#web/ui/rows/row-keys.ts';
import type { PhonePlace } from '#web/ui/rows/row-height.ts';
import { ToggleGroup } from '#web/ui/controls/toggle-group.tsx';
import { Truncate } from '#web/ui/controls/truncate.tsx';
import { chooseSupplierStatus, openSupplier, usePurchasing } from '../purchasing-state.ts';
import { useSuppliers } from '../purchasing-queries.ts';
import { SupplierDialog } from './supplier-dialog.tsx';
import { matchingSuppliers } from './supplier-search.ts';

const STATUSES = [
  { value: 'active', label: 'Active' },
  { value: 'inactive', label: 'Inactive' },
  { value: 'all', label: 'All' },
] as const;

/** Suppliers by name, filtered by the search of the top bar and by status. */
export function SuppliersList({ search, onClearSearch }: { search: string; onClearSearch: () => void }) {
  const { data: suppliers, error, refetch } = useSuppliers();
  const status = usePurchasing((state) => state.supplierStatus);
  const [adding, setAdding] = useState(false);
  const mayEdit = useMay('adjust-stock');
  const shown = suppliers ? matchingSuppliers(suppliers, search, status) : [];
  return (
    <div className="flex h-full flex-col">
      <div className="flex flex-wrap items-center gap-3 border-b border-line px-4 py-2">
        <ToggleGroup label="Status" value={status} options={STATUSES} onChange={chooseSupplierStatus} />
        <span role="status" className="grow text-sm text-ink-2">
          {suppliers && counted(shown.length, 'supplier')}
        </span>
        {mayEdit && (
          <Button variant="primary" icon={<Plus aria-hidden className="size-4" />} onClick={() => setAdding(true)}>
            New supplier
          </Button>
        )}
      </div>
      <div className="min-h-0 grow">
        {!suppliers ? (
          error ? (
            <ErrorPanel title="Failed to load suppliers" error={error} onRetry={refetch} />
          ) : (
            <LoadingPanel label="Loading suppliers..." />
          )
        ) : shown.length === 0 ? (
          <EmptyPanel
            icon={<Factory aria-hidden />}
            title="No suppliers found"
            hint={search.trim() === '' ? 'Nobody has this status.' : `Nobody matches "${search.trim()}".`}
            action={
              <Button
                onClick={() => {
                  onClearSearch();
                  chooseSupplierStatus('all');
                }}
              >
                Show all suppliers
              </Button>
            }
          />
        ) : (
          <SuppliersTable suppliers={shown} />
        )}
      </div>
      <SupplierDialog
        supplier={null}
        open={adding}
        onClose={() => setAdding(false)}
        onSaved={({ id }) => openSupplier(id)}
      />
    </div>
  );
}

const LAYOUT = { gridTemplateColumns: 'minmax(180px, 1.4fr) minmax(130px, 1fr) minmax(180px, 1.2fr) 140px 110px' };

const CONTACT_PLACES: readonly (PhonePlace | undefined)[] = ['2-left', undefined, '2-right'];

function SuppliersTable({ suppliers }: { suppliers: readonly Supplier[] }) {
  const isListed = (id: number) => suppliers.some((supplier) => supplier.id === id);
  const { focusProps, press } = useRowKeys(suppliers[0]?.id ?? null, isListed, opensBy(openSupplier));

  return (
    <div className="h-full overflow-auto">
      <div role="grid" aria-label="Suppliers" className="phone-table bg-rows min-w-[760px] text-sm">
        <div role="row" data-phone-head style={LAYOUT} className="sticky top-0 z-10 grid border-b border-line bg-panel">
          {['Name', 'Contact', 'Email', 'Phone', 'Status'].map((title) => (
            <div
              key={title}
              role="columnheader"
              className="truncate px-2.5 text-xs leading-9 font-medium text-ink-3 first:pl-4 last:pr-4"
            >
              {title}
            </div>
          ))}
        </div>
        {suppliers.map((supplier) => (
          <div
            key={supplier.id}
            role="row"
            {...focusProps(supplier.id)}
            onKeyDown={press(supplier.id)}
            onClick={() => openSupplier(supplier.id)}
            style={LAYOUT}
            className="phone-row grid h-row scroll-mt-10 cursor-pointer items-center border-b border-line -outline-offset-2 select-none hover:bg-hover"
          >
            <Cell phone="1-left">
              <Truncate text={supplier.name} className="font-medium" />
            </Cell>
            {[supplier.contact, supplier.email, supplier.phone].map((text, place) => (
              <Cell key={['contact', 'email', 'phone'][place]} phone={CONTACT_PLACES[place]}>
                <Truncate text={text || '–'} className={cx(text ? 'text-ink-2' : 'text-ink-3')} />
              </Cell>
            ))}
            <Cell phone="1-right">
              <SupplierStatus status={supplier.status} />
            </Cell>
          </div>
        ))}
      </div>
    </div>
  );
}

function Cell({ phone, children }: { phone: PhonePlace | undefined; children: React.ReactNode }) {
  return (
    <div role="gridcell" data-phone={phone} className="min-w-0 truncate px-2.5 first:pl-4 last:pr-4">
      {children}
    </div>
  );
}

export function SupplierStatus({ status }: { status: Supplier['status'] }) {
  return <Badge tone={status === 'active' ? 'green' : 'neutral'}>{status === 'active' ? 'Active' : 'Inactive'}</Badge>;
}
