import { useId, useRef, useState } from 'react';
import { MOST_LINES } from '#contract/stock-adjustments.ts';
import { type Cents, displayMoney, parseMoney, sum } from '#domain/money.ts';
import { priceOf, ZERO_MILLI } from '#domain/quantity.ts';
import { sentenceOf } from '#web/api/call-error.ts';
import { useCatalogue } from '#web/api/catalogue.ts';
import { Button } from '#web/ui/button.tsx';
import { cx } from '#web/ui/cx.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { ToggleGroup } from '#web/ui/toggle-group.tsx';
import { Truncate } from '#web/ui/truncate.tsx';
import { namedItem } from './item-names.ts';
import { NotesField } from './notes-field.tsx';
import { grouped, numbered, sumRestocks } from './pending.ts';
import { usePending } from './pending-store.ts';
import { Problem } from './problem.tsx';
import { useSuppliers } from './purchasing/purchasing-queries.ts';
import { createRestockOrder, restockSubmission } from './submit-restock.ts';
import { SupplierField } from './supplier-field.tsx';

/** Source: spec §5, "Purchase order supplier name required". */
const SUPPLIER_REQUIRED = 'Please provide a supplier name for the purchase order';

/** Costs of more lines than this are entered in the purchase order itself. */
const MOST_SHOWN = 300;

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
    const read = parseMoney(text.replaceAll(',', '').replace('$', '').trim());
    if (read.ok && read.value >= 0) costs.set(key, read.value);
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
  const lines = usePending(({ restocks }) => restocks.size);
  const units = usePending(({ restocks }) => (open ? sumRestocks(restocks) : ZERO_MILLI));
  const suppliers = useSuppliers().data ?? [];
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
      description={`${numbered(lines, 'product')}, ${grouped(units)} units`}
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
        <CostTable
          texts={texts}
          wrong={wrong}
          costs={costs}
          disabled={locked}
          onText={(key, text) => setTexts(new Map(texts).set(key, text))}
        />
      </form>
    </Dialog>
  );
}

const COST_COLUMNS = 'grid grid-cols-[minmax(10rem,1fr)_6rem_7rem_7rem] items-center gap-x-3 px-3';

function CostTable({
  texts,
  wrong,
  costs,
  disabled,
  onText,
}: {
  texts: ReadonlyMap<string, string>;
  wrong: ReadonlySet<string>;
  costs: ReadonlyMap<string, Cents>;
  disabled: boolean;
  onText: (key: string, text: string) => void;
}) {
  const restocks = usePending((pending) => pending.restocks);
  const { byId } = useCatalogue();
  const lines = [...restocks]
    .slice(0, MOST_SHOWN)
    .map(([key, quantity]) => ({ item: namedItem(key, byId), key, quantity }));
  const subtotal = sum([...restocks].map(([key, quantity]) => priceOf(costs.get(key) ?? (0 as Cents), quantity)));
  return (
    <section aria-label="Lines" className="overflow-hidden rounded-md border border-line">
      <div role="table" aria-label="Lines" className="max-h-72 overflow-y-auto text-sm">
        <div
          role="row"
          className={cx(COST_COLUMNS, 'sticky top-0 z-10 h-9 border-b border-line bg-panel text-xs text-ink-3')}
        >
          <span role="columnheader">Product</span>
          <span role="columnheader" className="text-right">
            Quantity
          </span>
          <span role="columnheader" className="text-right">
            Unit cost
          </span>
          <span role="columnheader" className="text-right">
            Total
          </span>
        </div>
        {lines.map(({ item, key, quantity }) => (
          <div
            role="row"
            key={key}
            className={cx(COST_COLUMNS, 'h-10 border-b border-line tabular-nums last:border-0')}
          >
            <span role="cell" className="min-w-0">
              <Truncate text={item.name} />
            </span>
            <span role="cell" className="text-right text-ink-2">
              {grouped(quantity)}
              {item.unit && ` ${item.unit}`}
            </span>
            <span role="cell">
              <input
                aria-label={`Unit cost: ${item.name}`}
                aria-invalid={wrong.has(key) || undefined}
                inputMode="decimal"
                autoComplete="off"
                placeholder="0.00"
                disabled={disabled}
                value={texts.get(key) ?? ''}
                onChange={({ target }) => onText(key, target.value)}
                className="h-7 w-full rounded-md border border-edge bg-raised px-2 text-right text-ink focus:border-focus focus:outline-1 focus:outline-offset-0 focus:outline-focus aria-invalid:border-danger-ink"
              />
            </span>
            <span role="cell" className="text-right text-ink-2">
              {costs.has(key) ? displayMoney(priceOf(costs.get(key) ?? (0 as Cents), quantity)) : '–'}
            </span>
          </div>
        ))}
      </div>
      <div className="flex items-baseline justify-between border-t border-line bg-panel px-3 py-2 text-sm">
        <span className="text-ink-2">
          {wrong.size > 0 ? (
            <span className="text-danger-ink">A cost is an amount with at most two decimals.</span>
          ) : restocks.size > lines.length ? (
            `and ${(restocks.size - lines.length).toLocaleString('en-US')} more; their costs are entered in the purchase order`
          ) : (
            'Unit costs are optional'
          )}
        </span>
        <span className="tabular-nums">
          <span className="text-ink-2">Subtotal </span>
          <span className="font-medium">{displayMoney(subtotal)}</span>
        </span>
      </div>
    </section>
  );
}
