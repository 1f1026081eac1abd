import { counted } from '#domain/counted.ts';
import type { PurchaseOrder } from '#contract/purchasing.ts';
import { displayMoney, ZERO_CENTS } from '#domain/money.ts';
import { useMay } from '#web/api/session/session.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { Field } from '#web/ui/fields/field.tsx';
import { Select } from '#web/ui/fields/select.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { useState } from 'react';
import { centsTyped, type DraftOrder, draftTotals, type DraftProblems, type Editing } from './draft-order.ts';
import { Section, Sums } from '../page/facts.tsx';
import { changeDraft, type DraftId } from './kept-drafts.ts';
import { useSuppliers } from '../purchasing-queries.ts';
import { SupplierDialog } from '../supplier/supplier-dialog.tsx';

/** Supplier, tax, shipping, notes, and the totals of what is typed. */
export function EditorAside({
  id,
  draft,
  editing,
  problems,
  order,
  sent,
}: {
  id: DraftId;
  draft: DraftOrder;
  editing: Editing;
  problems: DraftProblems;
  order: PurchaseOrder | null;
  sent: boolean;
}) {
  const totals = draftTotals(draft);
  const change = (part: Partial<DraftOrder>) => changeDraft(id, (before) => ({ ...before, ...part }));
  const closed = editing === 'notes';
  const withCosts = useMay('see-costs');
  return (
    <aside
      aria-label="Order"
      className="flex w-80 shrink-0 flex-col gap-4 overflow-y-auto border-l border-line p-4 max-[1100px]:w-72 max-[640px]:w-full max-[640px]:overflow-visible max-[640px]:border-t max-[640px]:border-l-0"
    >
      <SupplierField
        supplierId={draft.supplierId}
        printedName={order?.supplier_name ?? null}
        problem={problems.get('supplier')}
        disabled={closed || sent}
        onChange={(supplierId) => change({ supplierId })}
      />
      {withCosts && (
        <div className="grid grid-cols-2 gap-3">
          <TextField
            label="Tax %"
            inputMode="decimal"
            placeholder="0"
            disabled={closed}
            value={draft.taxPercent}
            error={problems.get('tax')}
            onChange={({ target }) => change({ taxPercent: target.value })}
          />
          <TextField
            label="Shipping"
            inputMode="decimal"
            placeholder="0.00"
            disabled={closed}
            value={draft.shipping}
            error={problems.get('shipping')}
            onChange={({ target }) => change({ shipping: target.value })}
          />
        </div>
      )}
      <Field label="Notes">
        {(control) => (
          <textarea
            {...control}
            rows={4}
            maxLength={2000}
            value={draft.notes}
            onChange={({ target }) => change({ notes: target.value })}
            className="block w-full resize-y rounded-md border border-edge bg-raised px-3 py-2 text-sm text-ink focus:border-focus focus:outline-1 focus:outline-offset-0 focus:outline-focus"
          />
        )}
      </Field>
      {withCosts && (
        <Section title="Totals">
          <div aria-live="polite">
            <Sums
              rows={[
                { name: counted(draft.lines.length, 'line'), amount: displayMoney(totals.subtotalCents) },
                { name: 'Tax', amount: displayMoney(totals.taxCents) },
                { name: 'Shipping', amount: displayMoney(centsTyped(draft.shipping) ?? ZERO_CENTS) },
                { name: 'Total', amount: displayMoney(totals.totalCents), strong: true },
              ]}
            />
          </div>
        </Section>
      )}
    </aside>
  );
}

function SupplierField({
  supplierId,
  printedName,
  problem,
  disabled,
  onChange,
}: {
  supplierId: number | null;
  printedName: string | null;
  problem: string | undefined;
  disabled: boolean;
  onChange: (supplierId: number) => void;
}) {
  const { data: suppliers = [] } = useSuppliers();
  const [adding, setAdding] = useState(false);
  // A supplier that is no longer active stays on its orders but cannot be chosen.
  const offered = suppliers.filter(({ id, status }) => status === 'active' || id === supplierId);
  const known = supplierId === null || offered.some(({ id }) => id === supplierId);
  const options = [
    ...offered.map(({ id, name }) => ({ value: String(id), label: name })),
    ...(known ? [] : [{ value: String(supplierId), label: printedName ?? `Supplier ${supplierId}` }]),
  ];
  return (
    <div>
      <Field label="Supplier" required error={problem}>
        {(control) => (
          <Select
            id={control.id}
            aria-describedby={control['aria-describedby']}
            aria-invalid={control['aria-invalid']}
            className="w-full"
            placeholder="Choose"
            disabled={disabled}
            options={options}
            value={supplierId === null ? null : String(supplierId)}
            onChange={(value) => onChange(Number(value))}
          />
        )}
      </Field>
      {!disabled && (
        <Button variant="ghost" size="sm" className="mt-1 -ml-2.5" onClick={() => setAdding(true)}>
          New supplier
        </Button>
      )}
      <SupplierDialog
        supplier={null}
        open={adding}
        onClose={() => setAdding(false)}
        onSaved={({ id }) => onChange(id)}
      />
    </div>
  );
}
