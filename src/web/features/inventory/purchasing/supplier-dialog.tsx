import { useState } from 'react';
import { createSupplierRoute, type Supplier, updateSupplierRoute } from '#contract/suppliers.ts';
import { call } from '#web/api/call.ts';
import { isCallError, sentenceOf } from '#web/api/call-error.ts';
import { newUuid } from '#web/api/new-uuid.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Field } from '#web/ui/field.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { toast } from '#web/ui/toast.tsx';
import { suppliersChanged } from './purchasing-queries.ts';

/** Makes a supplier, or edits one. */
export function SupplierDialog({
  supplier,
  open,
  onClose,
  onSaved,
}: {
  /** Null: a new one. */
  supplier: Supplier | null;
  open: boolean;
  onClose: () => void;
  onSaved?: (supplier: Supplier) => void;
}) {
  return (
    <Dialog
      open={open}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={supplier ? `Edit ${supplier.name}` : 'New supplier'}
    >
      <SupplierForm
        supplier={supplier}
        onCancel={onClose}
        onSaved={(saved) => {
          onClose();
          onSaved?.(saved);
        }}
      />
    </Dialog>
  );
}

const FIELDS = [
  { name: 'contact', label: 'Contact', type: 'text', most: 200 },
  { name: 'email', label: 'Email', type: 'email', most: 320 },
  { name: 'phone', label: 'Phone', type: 'tel', most: 50 },
] as const;

function SupplierForm({
  supplier,
  onCancel,
  onSaved,
}: {
  supplier: Supplier | null;
  onCancel: () => void;
  onSaved: (supplier: Supplier) => void;
}) {
  const [fields, setFields] = useState({
    name: supplier?.name ?? '',
    contact: supplier?.contact ?? '',
    email: supplier?.email ?? '',
    phone: supplier?.phone ?? '',
    address: supplier?.address ?? '',
  });
  const [wrong, setWrong] = useState<{ name?: string; other?: string }>({});
  const [busy, setBusy] = useState(false);
  const [key, setKey] = useState(newUuid);
  const change = (part: Partial<typeof fields>) => {
    setKey(newUuid());
    setFields((before) => ({ ...before, ...part }));
  };

  async function save() {
    if (busy) return;
    if (fields.name.trim() === '') return setWrong({ name: 'Please provide a name for the supplier.' });
    setWrong({});
    setBusy(true);
    try {
      const { data } = supplier
        ? await call(updateSupplierRoute, { params: { id: supplier.id }, body: fields, idempotencyKey: key })
        : await call(createSupplierRoute, { body: fields, idempotencyKey: key });
      suppliersChanged();
      toast.success(supplier ? `${data.name} saved` : `${data.name} added`);
      onSaved(data);
    } catch (error) {
      setBusy(false);
      const ofName = isCallError(error, 'supplier_name_taken') || isCallError(error, 'supplier_name_required');
      setWrong({ [ofName ? 'name' : 'other']: sentenceOf(error) });
    }
  }

  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        // A form in a dialog that was opened from a form: this one only.
        event.stopPropagation();
        void save();
      }}
      className="flex flex-col gap-3"
    >
      <TextField
        label="Name"
        required
        maxLength={200}
        value={fields.name}
        error={wrong.name}
        onChange={({ target }) => change({ name: target.value })}
      />
      <div className="grid grid-cols-2 gap-3">
        {FIELDS.map(({ name, label, type, most }) => (
          <TextField
            key={name}
            label={label}
            type={type}
            maxLength={most}
            className={name === 'contact' ? 'col-span-2' : undefined}
            value={fields[name]}
            onChange={({ target }) => change({ [name]: target.value })}
          />
        ))}
      </div>
      <Field label="Address">
        {(control) => (
          <textarea
            {...control}
            rows={3}
            maxLength={500}
            value={fields.address}
            onChange={({ target }) => change({ address: target.value })}
            className="block w-full resize-y rounded-md border border-edge bg-raised px-3 py-2 text-sm text-ink focus:border-focus focus:outline-1 focus:outline-offset-0 focus:outline-focus"
          />
        )}
      </Field>
      {wrong.other && (
        <p role="alert" className="rounded-md bg-danger-soft px-3 py-2 text-sm text-danger-ink">
          {wrong.other}
        </p>
      )}
      <div className="mt-1 flex justify-end gap-2">
        <Button onClick={onCancel}>Cancel</Button>
        <Button type="submit" variant="primary" busy={busy}>
          {supplier ? 'Save' : 'Add supplier'}
        </Button>
      </div>
    </form>
  );
}
