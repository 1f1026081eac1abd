import { PackagePlus } from 'lucide-react';
import { useState } from 'react';
import { useCatalogue } from '#web/api/catalogue.ts';
import { sentenceOf } from '#web/api/call-error.ts';
import { showInView } from '#web/api/show-in-view.ts';
import { namedItem } from '#web/features/inventory/item-names.ts';
import { grouped, sumRestocks, unitsIn } from '#web/features/inventory/pending.ts';
import { usePending } from '#web/features/inventory/pending-store.ts';
import { useSuppliers } from '#web/features/inventory/purchasing/purchasing-queries.ts';
import { createRestockOrder, restockSubmission } from '#web/features/inventory/submit-restock.ts';
import { Button } from '#web/ui/button.tsx';
import { NotesField } from '#web/ui/notes-field.tsx';
import { ToggleGroup } from '#web/ui/toggle-group.tsx';
import { useOptionList } from './option-list.ts';
import { Announce, NothingFound, Option, OptionPane } from './popup-parts.tsx';
import type { PopupProps } from './popup-props.ts';
import { orderOptions } from './purchase-order-options.ts';
import { useUnifiedSearch } from './use-unified-search.ts';

const MOST_LISTED = 6;

const WHEN = [
  { value: 'received' as const, label: 'Received now' },
  { value: 'later' as const, label: 'Ordered, to receive later' },
];

/**
 * A purchase order of what is pending in restock mode: the supplier's name is typed in the box, or chosen from the list.
 * Source: spec §2, "Unified search panel"; §5, "Purchase order supplier name required".
 */
export function PurchaseOrderPopup({ text }: PopupProps) {
  const [notes, setNotes] = useState('');
  const [when, setWhen] = useState<'received' | 'later'>('received');
  const restocks = usePending((pending) => pending.restocks);
  const { data: suppliers = [] } = useSuppliers();
  const { busy, error, isUnknown } = restockSubmission.useSubmission();
  const type = useUnifiedSearch((search) => search.type);
  const close = useUnifiedSearch((search) => search.close);
  const name = text.trim();
  const active = suppliers.filter(({ status }) => status === 'active').map((supplier) => supplier.name);
  const { names, exact, sole } = orderOptions(active, name, restocks.size > 0);
  const createAt = names.length;
  const mayCreate = name !== '' && restocks.size > 0;
  // Half a name that fits somebody is not taken for a new supplier's by the button; the list offers that too.
  const isMeant = exact !== null || names.length === 0;

  async function create(): Promise<void> {
    if (busy || !(mayCreate || isUnknown)) return;
    const order = { supplierName: name, notes, unitCosts: new Map<string, never>(), receivedNow: when === 'received' };
    const created = isUnknown ? await restockSubmission.askAgain() : await createRestockOrder(order, suppliers);
    if (created) close();
  }

  useOptionList({
    count: names.length + (mayCreate ? 1 : 0),
    sole,
    pick: (index) => (index === createAt ? void create() : type(names[index] ?? '')),
  });

  if (restocks.size === 0 && !isUnknown) {
    return (
      <NothingFound title="Nothing is pending" hint="Enter what to restock in restock mode first.">
        <Button
          className="mt-3"
          onClick={() => {
            close(false);
            showInView({ view: 'adjustments', stockTab: 'stock', stockMode: 'restock' });
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
        {mayCreate && (
          <Option index={createAt} className="font-medium text-accent-ink">
            <PackagePlus aria-hidden className="size-4.5 shrink-0" />
            <span className="truncate text-base">
              Create purchase order from {exact === null ? `new supplier "${name}"` : exact}
            </span>
          </Option>
        )}
      </OptionPane>
      <div className="flex min-h-0 flex-col gap-3 overflow-y-auto border-t border-line px-4 py-3">
        {name === '' && <p className="text-sm text-ink-2">Please provide a supplier name for the purchase order</p>}
        <NotesField label="Notes (optional)" value={notes} onChange={setNotes} disabled={busy || isUnknown} />
        <PendingLines />
        {(isUnknown || error !== null) && (
          <p role="alert" className="rounded-md bg-danger-soft px-3 py-2 text-sm text-danger-ink">
            {isUnknown
              ? 'It is not known whether this purchase order was saved. Checking again never makes a second one.'
              : `Failed to create purchase order: ${sentenceOf(error)}`}
          </p>
        )}
        <div className="flex flex-wrap items-center justify-end gap-2">
          <ToggleGroup label="Goods" value={when} onChange={setWhen} options={WHEN} className="mr-auto" />
          <Button onClick={() => close()}>Cancel</Button>
          <Button
            variant="primary"
            busy={busy}
            disabled={!(mayCreate && isMeant) && !isUnknown}
            onClick={() => void create()}
          >
            {isUnknown ? 'Check again' : 'Create Purchase Order'}
          </Button>
        </div>
      </div>
      <Announce text={`${names.length} ${names.length === 1 ? 'supplier' : 'suppliers'}`} />
    </div>
  );
}

/** What is pending: how much, and the first of it. */
function PendingLines() {
  const restocks = usePending((pending) => pending.restocks);
  const { byId } = useCatalogue();
  const lines = [...restocks]
    .slice(0, MOST_LISTED)
    .map(([key, quantity]) => ({ ...namedItem(key, byId), key, quantity }));
  const more = restocks.size - lines.length;
  return (
    <section aria-label="Pending restock" className="rounded-md border border-line px-3 py-2 text-sm">
      <h3 className="text-xs font-medium text-ink-3">
        {restocks.size.toLocaleString('en-US')} {restocks.size === 1 ? 'product' : 'products'},{' '}
        {unitsIn(sumRestocks(restocks))}
      </h3>
      <ul className="mt-1">
        {lines.map(({ key, name, unit, quantity }) => (
          <li key={key} className="flex justify-between gap-3 leading-6">
            <span className="truncate">{name}</span>
            <span className="shrink-0 text-ink-2 tabular-nums">
              {grouped(quantity)}
              {unit && ` ${unit}`}
            </span>
          </li>
        ))}
      </ul>
      {more > 0 && <p className="text-ink-2">and {more.toLocaleString('en-US')} more</p>}
    </section>
  );
}
