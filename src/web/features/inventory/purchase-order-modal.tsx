import { useCallback, useId, useRef, useState } from 'react';
import { MOST_LINES } from '#contract/stock-adjustments.ts';
import type { Cents } from '#domain/money.ts';
import { ZERO_MILLI } from '#domain/quantity.ts';
import { readMoney } from '#domain/typed.ts';
import { sentenceOf } from '#web/api/call-error.ts';
import { useMay } from '#web/api/session.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { ToggleGroup } from '#web/ui/toggle-group.tsx';
import { CostTable } from './cost-table.tsx';
import { NotesField } from '#web/ui/notes-field.tsx';
import { numbered, sumRestocks, unitsIn } from './pending.ts';
import { usePending } from './pending-store.ts';
import { Problem } from './problem.tsx';
import { useSuppliers } from './purchasing/purchasing-queries.ts';
import { createRestockOrder, restockSubmission } from './submit-restock.ts';
import { SupplierField } from './supplier-field.tsx';

/** Source: spec §5, "Purchase order supplier name required". */
const SUPPLIER_REQUIRED = 'Please provide a supplier name for the purchase order';

const WHEN = [
  { value: 'received' as const, label: 'Received now' },
  { value: 'later' as const, label: 'Ordered, to receive later' },
];

/** Costs as they are typed, and those of them that are amounts. */
function readCosts(texts: ReadonlyMap<string, string>): { costs: Map<string, Cents>; wrong: Set<string> } {
  const costs = new Map<string, Cents>();
  const wrong = new Set<string>();
  for (const [key, text] of texts) {
    if (text.trim() === '') continue;
    const read = readMoney(text);
    if (read.ok) costs.set(key, read.value);
    else wrong.add(key);
  }
  return { costs, wrong };
}

/** Makes a purchase order of what is pending in restock mode. Source: spec §2, "purchase order creation". */
export function PurchaseOrderModal({
  open,
  onClose,
  onCreated,
}: {
  open: boolean;
  onClose: () => void;
  onCreated: () => void;
}) {
  const form = useId();
  const first = useRef<HTMLInputElement>(null);
  const [supplierName, setSupplierName] = useState('');
  const [notes, setNotes] = useState('');
  const [when, setWhen] = useState<'received' | 'later'>('received');
  const [texts, setTexts] = useState<ReadonlyMap<string, string>>(new Map());
  const { busy, error, isUnknown } = restockSubmission.useSubmission();
  const maySeeCosts = useMay('see-costs');
  const lines = usePending(({ restocks }) => restocks.size);
  const units = usePending(({ restocks }) => (open ? sumRestocks(restocks) : ZERO_MILLI));
  const suppliers = useSuppliers().data ?? [];
  const setText = useCallback((key: string, text: string) => setTexts((before) => new Map(before).set(key, text)), []);
  const { costs, wrong } = readCosts(texts);
  const named = supplierName.trim() !== '';
  const tooMany = lines > MOST_LINES;
  const locked = busy || isUnknown;
  const active = suppliers.filter(({ status }) => status === 'active').map(({ name }) => name);

  function close(): void {
    if (busy) return;
    restockSubmission.forgetError();
    onClose();
  }

  async function submit(): Promise<void> {
    if (busy || tooMany || wrong.size > 0 || (!named && !isUnknown)) return;
    const order = { supplierName, notes, unitCosts: costs, receivedNow: when === 'received' };
    const created = isUnknown ? await restockSubmission.askAgain() : await createRestockOrder(order, suppliers);
    if (!created) return;
    setSupplierName('');
    setNotes('');
    setTexts(new Map());
    onCreated();
  }

  return (
    <Dialog
      open={open}
      onOpenChange={(isOpen) => !isOpen && close()}
      title="Create Purchase Order"
      description={`${numbered(lines, 'product')}, ${unitsIn(units)}`}
      size="lg"
      initialFocus={first}
      footer={
        <>
          <Button disabled={busy} onClick={close}>
            Cancel
          </Button>
          <Button
            type="submit"
            form={form}
            variant="primary"
            busy={busy}
            disabled={!isUnknown && (!named || lines === 0 || tooMany || wrong.size > 0)}
          >
            {isUnknown ? 'Check again' : 'Create Purchase Order'}
          </Button>
        </>
      }
    >
      <form
        id={form}
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
        className="flex flex-col gap-4"
      >
        <div className="grid grid-cols-2 gap-4 max-[700px]:grid-cols-1">
          <div className="flex flex-col gap-3">
            <SupplierField
              inputRef={first}
              value={supplierName}
              onChange={setSupplierName}
              names={active}
              disabled={locked}
              hint={named ? undefined : SUPPLIER_REQUIRED}
            />
            <ToggleGroup label="Goods" value={when} onChange={setWhen} options={WHEN} className="w-full" />
          </div>
          <NotesField label="Notes (optional)" value={notes} onChange={setNotes} disabled={locked} rows={4} />
        </div>
        <Problem
          sentence={
            tooMany
              ? `A purchase order takes ${MOST_LINES.toLocaleString('en-US')} lines.`
              : isUnknown
                ? 'It is not known whether this purchase order was saved. Checking again never makes a second one.'
                : error
                  ? sentenceOf(error)
                  : null
          }
        />
        {maySeeCosts && <CostTable texts={texts} wrong={wrong} costs={costs} disabled={locked} onText={setText} />}
      </form>
    </Dialog>
  );
}
