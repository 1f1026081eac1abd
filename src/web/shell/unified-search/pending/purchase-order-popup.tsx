import { counted } from '#domain/counted.ts';
import { displayGrouped } from '#domain/quantity.ts';
import { PackagePlus } from 'lucide-react';
import { useState } from 'react';
import { useCatalogue } from '#web/entities/catalogue/catalogue.ts';
import { emit } from '#web/api/events.ts';
import { pendingItem } from '#web/features/inventory/items/item-names.ts';
import { restockWords } from '#web/features/inventory/items/by-unit.ts';
import type { PendingRestocks } from '#web/features/inventory/pending/pending.ts';
import { usePending } from '#web/features/inventory/pending/pending-store.ts';
import { Problem } from '#web/features/inventory/problem.tsx';
import { useLastCosts, useSuppliers } from '#web/features/inventory/purchasing/purchasing-queries.ts';
import { readCosts, withLastCosts } from '#web/features/inventory/restock/typed-costs.ts';
import { useRestock } from '#web/features/inventory/restock/use-restock.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { Checking } from '#web/entities/command/checking.tsx';
import { NotesField } from '#web/ui/fields/notes-field.tsx';
import { useOptionList } from '../option-list.ts';
import { Announce, NothingFound, Option, OptionPane } from '../popup-parts.tsx';
import type { PopupProps } from '../popup-props.ts';
import { orderOptions } from './purchase-order-options.ts';
import { useUnifiedSearch } from '../use-unified-search.ts';

const MOST_LISTED = 6;

const DELIVERIES = ['received', 'later'] as const;

/**
 * Makes a purchase order of the pending restock. The supplier's name is typed in the search box or chosen from the
 * list. Rules: inventory/naming-what-is-pending, purchasing/supplier-name.
 */
export function PurchaseOrderPopup({ text }: PopupProps) {
  const [notes, setNotes] = useState('');
  const pending = usePending(({ restocks }) => restocks);
  const { data: suppliers = [] } = useSuppliers();
  const lastCosts = useLastCosts();
  const type = useUnifiedSearch((search) => search.type);
  const close = useUnifiedSearch((search) => search.close);
  const order = useRestock(() => close());
  const sent = order.open !== null;
  const restocks = order.memo?.restocks ?? pending;
  const { byId } = useCatalogue();
  const amount = restockWords(restocks, byId);
  const name = text.trim();
  const active = suppliers.filter(({ status }) => status === 'active').map((supplier) => supplier.name);
  const { names, exact, sole } = orderOptions(active, name);
  const deliveries = name !== '' && restocks.size > 0 && !sent && !lastCosts.isLoading ? DELIVERIES : [];

  function pick(index: number): void {
    const delivery = deliveries[index - names.length];
    if (delivery === undefined) return type(names[index] ?? '');
    const isNewSupplier = !suppliers.some((supplier) => supplier.name.toLowerCase() === name.toLowerCase());
    const costs = withLastCosts(restocks, new Map(), lastCosts.data);
    order.create({ supplierName: name, isNewSupplier, notes, delivery, costs }, readCosts(costs).costs);
  }

  useOptionList({ count: names.length + deliveries.length, sole, pick });

  if (restocks.size === 0 && !sent) {
    return (
      <NothingFound title="Nothing is pending" hint="Enter what to restock in restock mode first.">
        <Button
          className="mt-3"
          onClick={() => {
            close(false);
            emit('showInView', { view: 'adjustments', stockTab: 'stock', stockMode: 'restock' });
          }}
        >
          Open restock mode
        </Button>
      </NothingFound>
    );
  }
  return (
    <div className="flex max-h-[calc(100dvh-5rem)] flex-col">
      <OptionPane label="Suppliers" listKey={name} className="max-h-56 shrink-0">
        {names.map((supplier, index) => (
          <Option key={supplier} index={index} selected={exact === supplier}>
            <span className="truncate text-base">{supplier}</span>
          </Option>
        ))}
        {deliveries.map((delivery, index) => (
          <Option key={delivery} index={names.length + index} className="font-medium text-accent-ink">
            <PackagePlus aria-hidden className="size-4.5 shrink-0" />
            <span className="truncate text-base">
              {delivery === 'received'
                ? `Receive ${amount} into stock from `
                : `Order ${amount}, to receive later, from `}
              {exact ?? `new supplier "${name}"`}
            </span>
          </Option>
        ))}
      </OptionPane>
      <div className="flex min-h-0 flex-col gap-3 overflow-y-auto border-t border-line px-4 py-3">
        {name === '' && !sent && (
          <p className="text-sm text-ink-2">Please provide a supplier name for the purchase order</p>
        )}
        <NotesField label="Notes (optional)" value={order.memo?.notes ?? notes} onChange={setNotes} disabled={sent} />
        <PendingLines restocks={restocks} />
        <Checking what="purchase order" command={order.open} />
        <Problem sentence={sent ? null : order.wrong} />
        <div className="flex justify-end gap-2">
          <Button onClick={() => close()}>{sent ? 'Close' : 'Cancel'}</Button>
        </div>
      </div>
      <Announce text={counted(names.length, 'supplier')} />
    </div>
  );
}

/** The pending restocks: the total, and the first items. */
function PendingLines({ restocks }: { restocks: PendingRestocks }) {
  const { byId } = useCatalogue();
  const lines = [...restocks]
    .slice(0, MOST_LISTED)
    .map(([key, quantity]) => ({ ...pendingItem(key, byId), key, quantity }));
  const more = restocks.size - lines.length;
  return (
    <section aria-label="Pending restock" className="rounded-md border border-line px-3 py-2 text-sm">
      <h3 className="text-xs font-medium text-ink-3">
        {counted(restocks.size, 'product')}, {restockWords(restocks, byId)}
      </h3>
      <ul className="mt-1">
        {lines.map(({ key, name, unit, quantity }) => (
          <li key={key} className="flex justify-between gap-3 leading-6">
            <span className="truncate">{name}</span>
            <span className="shrink-0 text-ink-2 tabular-nums">
              {displayGrouped(quantity)}
              {unit && ` ${unit}`}
            </span>
          </li>
        ))}
      </ul>
      {more > 0 && <p className="text-ink-2">and {more.toLocaleString('en-US')} more</p>}
    </section>
  );
}
