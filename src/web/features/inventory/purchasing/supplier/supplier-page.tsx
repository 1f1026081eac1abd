import { counted } from '#domain/counted.ts';
import { Pencil, Truck } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { Supplier } from '#contract/suppliers.ts';
import { useCommand } from '#web/api/commands/commands.ts';
import { useMay } from '#web/api/session/session.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { Pages } from '#web/ui/rows/pages.tsx';
import { EmptyPanel, ErrorPanel, LoadingPanel } from '#web/ui/status/panels.tsx';
import { ask } from '#web/ui/layers/prompts.tsx';
import { tellElsewhere } from '#web/entities/command/tell-outcome.ts';
import { toast } from '#web/ui/status/toast.tsx';
import { NewOrderButton } from '../list/new-order-button.tsx';
import { FRESH_FILTER, queryOf } from '../list/purchase-order-filter.ts';
import { PurchaseOrdersTable } from '../list/purchase-orders-table.tsx';
import { PageHead } from '../page/page-head.tsx';
import { usePurchaseOrdersPage, useSuppliers } from '../purchasing-queries.ts';
import { goTo, openSupplier, usePurchasing } from '../purchasing-state.ts';
import { supplierStatusCommand, supplierSubject } from './supplier-commands.ts';
import { SupplierDialog } from './supplier-dialog.tsx';
import { SupplierStatus } from './suppliers-list.tsx';

/** One supplier: contact, and the orders placed with them at this location. */
export function SupplierPage({ id }: { id: number }) {
  const { data: suppliers, error, refetch } = useSuppliers();
  const supplier = suppliers?.find((one) => one.id === id);
  const returnTo = usePurchasing((state) => state.returnTo.suppliers);
  const back = () => openSupplier(null);
  return (
    <div className="flex h-full flex-col">
      <PageHead
        title={supplier?.name ?? 'Supplier'}
        back="suppliers"
        onBack={back}
        takeFocus={returnTo === null}
        marks={supplier && <SupplierStatus status={supplier.status} />}
        actions={supplier && <SupplierActions supplier={supplier} />}
      />
      {supplier ? (
        <div className="flex min-h-0 grow">
          <OrdersOf supplier={supplier} />
          <aside
            aria-label="About this supplier"
            className="flex w-64 shrink-0 flex-col gap-3 overflow-y-auto border-l border-line p-4 text-sm"
          >
            <Fact name="Contact">{supplier.contact}</Fact>
            <Fact name="Email">
              {supplier.email && <Reach to={`mailto:${supplier.email}`}>{supplier.email}</Reach>}
            </Fact>
            <Fact name="Phone">{supplier.phone && <Reach to={`tel:${supplier.phone}`}>{supplier.phone}</Reach>}</Fact>
            <Fact name="Address">{supplier.address}</Fact>
          </aside>
        </div>
      ) : error ? (
        <ErrorPanel title="Failed to load suppliers" error={error} onRetry={refetch} />
      ) : suppliers ? (
        <EmptyPanel title="There is no such supplier" action={<Button onClick={back}>Show all suppliers</Button>} />
      ) : (
        <LoadingPanel label="Loading supplier..." />
      )}
    </div>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <h3 className="text-xs font-medium text-ink-3">{name}</h3>
      <p className="break-words whitespace-pre-line select-text">{children || <span className="text-ink-3">–</span>}</p>
    </div>
  );
}

function Reach({ to, children }: { to: string; children: string }) {
  return (
    <a href={to} className="text-accent-ink underline-offset-2 hover:underline">
      {children}
    </a>
  );
}

function SupplierActions({ supplier }: { supplier: Supplier }) {
  const [editing, setEditing] = useState(false);
  const command = useCommand(supplierStatusCommand, supplierSubject(supplier), (outcome) => {
    if (outcome.kind === 'refused') toast.error(`${supplier.name} was not changed. ${outcome.error.message}`);
    if (outcome.kind === 'elsewhere') tellElsewhere(outcome.state);
  });
  const mayEdit = useMay('adjust-stock');
  const active = supplier.status === 'active';
  if (!mayEdit) return null;

  async function setStatus(status: Supplier['status']) {
    if (status === 'inactive') {
      const confirmed = await ask({
        title: `Deactivate ${supplier.name}?`,
        message: 'They are no longer offered for new purchase orders. What was ordered from them stays as it is.',
        confirmLabel: 'Deactivate',
      });
      if (!confirmed) return;
    }
    const title = `${supplier.name}: ${status}`;
    await command.send({ title, memo: null, params: { id: String(supplier.id) }, body: { status } });
  }

  return (
    <span className="flex gap-2">
      <Button busy={command.open !== null} onClick={() => void setStatus(active ? 'inactive' : 'active')}>
        {active ? 'Deactivate' : 'Activate'}
      </Button>
      <Button icon={<Pencil aria-hidden className="size-4" />} onClick={() => setEditing(true)}>
        Edit
      </Button>
      {active && <NewOrderButton tab="suppliers" />}
      <SupplierDialog supplier={supplier} open={editing} onClose={() => setEditing(false)} />
    </span>
  );
}

function OrdersOf({ supplier }: { supplier: Supplier }) {
  const [page, setPage] = useState(1);
  const returnTo = usePurchasing((state) => state.returnTo.suppliers);
  const query = queryOf({ ...FRESH_FILTER, supplierId: supplier.id }, '', page);
  const { data, error, refetch, isPlaceholderData } = usePurchaseOrdersPage(query);
  return (
    <section aria-label={`Orders from ${supplier.name}`} className="flex min-w-0 grow flex-col">
      <div className="min-h-0 grow" aria-busy={isPlaceholderData}>
        {!data ? (
          error ? (
            <ErrorPanel title="Failed to load purchase orders" error={error} onRetry={refetch} />
          ) : (
            <LoadingPanel label="Loading purchase orders..." />
          )
        ) : data.data.length === 0 ? (
          <EmptyPanel
            icon={<Truck aria-hidden />}
            title="No purchase orders yet"
            hint={`Nothing was ordered from ${supplier.name} here.`}
          />
        ) : (
          <PurchaseOrdersTable
            orders={data.data}
            listKey={String(page)}
            withSupplier={false}
            returnTo={returnTo}
            onOpen={(id) => goTo('suppliers', { kind: 'order', id })}
          />
        )}
      </div>
      {data && data.meta.pages > 1 && (
        <Pages
          {...data.meta}
          count={counted(data.meta.total, 'purchase order')}
          busy={isPlaceholderData}
          onPage={setPage}
        />
      )}
    </section>
  );
}
