import { counted } from '#domain/counted.ts';
import { type RefObject, useRef, useState } from 'react';
import { MOST_LINES } from '#contract/stock-adjustments.ts';
import { useMay } from '#web/api/session/session.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { Checking } from '#web/entities/command/checking.tsx';
import { Dialog } from '#web/ui/layers/dialog.tsx';
import { ToggleGroup } from '#web/ui/controls/toggle-group.tsx';
import { CostTable } from './cost-table.tsx';
import { NotesField } from '#web/ui/fields/notes-field.tsx';
import { useCatalogue } from '#web/entities/catalogue/catalogue.ts';
import { restockWords } from '../items/by-unit.ts';
import { usePending } from '../pending/pending-store.ts';
import { Problem } from '../problem.tsx';
import { useLastCosts, useSuppliers } from '../purchasing/purchasing-queries.ts';
import { type Delivery, useOrderDraft } from './restock-command.ts';
import { isChosen, SupplierField } from './supplier-field.tsx';
import { readCosts, withLastCosts } from './typed-costs.ts';
import { useRestock } from './use-restock.ts';

const DELIVERIES = [
  { value: 'received' as const, label: 'Received now' },
  { value: 'later' as const, label: 'Ordered, to receive later' },
];

const setCost = (key: string, text: string) =>
  useOrderDraft.setState(({ costs }) => ({ costs: new Map(costs).set(key, text) }));

/** The label of the submit button, which says what it will do. */
function deliveryLabel(delivery: Delivery | null, amount: string): string {
  if (delivery === null) return 'Create Purchase Order';
  return delivery === 'received' ? `Receive ${amount} into stock` : `Order ${amount}`;
}

/** Makes a purchase order of the pending restock. */
export function PurchaseOrderModal({
  open,
  onClose,
  onCreated,
}: {
  open: boolean;
  onClose: () => void;
  onCreated: () => void;
}) {
  const first = useRef<HTMLInputElement>(null);
  const restocks = usePending((pending) => pending.restocks);
  const { byId } = useCatalogue();
  return (
    <Dialog
      open={open}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title="Create Purchase Order"
      description={`${counted(restocks.size, 'product')}, ${open ? restockWords(restocks, byId) : ''}`}
      size="lg"
      initialFocus={first}
    >
      <OrderForm first={first} onClose={onClose} onCreated={onCreated} />
    </Dialog>
  );
}

function OrderForm({
  first,
  onClose,
  onCreated,
}: {
  first: RefObject<HTMLInputElement | null>;
  onClose: () => void;
  onCreated: () => void;
}) {
  const draft = useOrderDraft();
  const { byId } = useCatalogue();
  const maySeeCosts = useMay('see-costs');
  const pending = usePending(({ restocks }) => restocks);
  const suppliers = useSuppliers().data ?? [];
  // Never preselected, because receiving changes stock.
  const [wanted, setWanted] = useState<Delivery | null>(null);
  const order = useRestock(onCreated);
  const { memo } = order;
  const { notes } = memo ?? draft;
  const delivery = memo?.delivery ?? wanted;
  const supplier = memo ? { name: memo.supplierName, isNew: memo.isNewSupplier } : draft.supplier;
  const restocks = memo?.restocks ?? pending;
  const lastCosts = useLastCosts();
  const texts = memo?.costs ?? withLastCosts(restocks, draft.costs, lastCosts.data);
  const sent = order.open !== null;
  const { costs, wrong } = readCosts(texts);
  const known = suppliers.map(({ name }) => name);
  const tooMany = !sent && restocks.size > MOST_LINES;
  const ready =
    isChosen(supplier, known) &&
    delivery !== null &&
    restocks.size > 0 &&
    !tooMany &&
    wrong.size === 0 &&
    !lastCosts.isLoading;

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (!ready) return;
        const { name: supplierName, isNew: isNewSupplier } = supplier;
        order.create({ supplierName, isNewSupplier, notes, delivery, costs: texts }, costs);
      }}
      className="flex flex-col gap-4"
    >
      <div className="grid grid-cols-2 gap-4 max-[700px]:grid-cols-1">
        <div className="flex flex-col gap-3">
          <SupplierField
            inputRef={first}
            supplier={supplier}
            onChange={(chosen) => useOrderDraft.setState({ supplier: chosen })}
            names={suppliers.filter(({ status }) => status === 'active').map(({ name }) => name)}
            known={known}
            disabled={sent}
          />
          <div>
            <ToggleGroup
              label="Goods"
              value={delivery}
              onChange={setWanted}
              options={DELIVERIES.map((option) => ({ ...option, disabled: sent }))}
              className="w-full"
            />
            {delivery === null && (
              <p className="mt-1.5 text-sm text-ink-3">Choose whether the goods are here or come later.</p>
            )}
          </div>
        </div>
        <NotesField
          label="Notes (optional)"
          value={notes}
          onChange={(typed) => useOrderDraft.setState({ notes: typed })}
          disabled={sent}
          rows={4}
        />
      </div>
      <Checking what="purchase order" command={order.open} />
      <Problem
        sentence={
          tooMany
            ? `A purchase order takes at most ${MOST_LINES.toLocaleString('en-US')} lines.`
            : sent
              ? null
              : order.wrong
        }
      />
      {maySeeCosts && (
        <CostTable restocks={restocks} texts={texts} wrong={wrong} costs={costs} disabled={sent} onText={setCost} />
      )}
      <div className="flex justify-end gap-2 border-t border-line pt-4">
        <Button onClick={onClose}>{sent ? 'Close' : 'Cancel'}</Button>
        <Button type="submit" variant="primary" busy={sent} disabled={!sent && !ready}>
          {deliveryLabel(delivery, restockWords(restocks, byId))}
        </Button>
      </div>
    </form>
  );
}
