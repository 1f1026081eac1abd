import { useEffect, useRef, useState } from 'react';
import type { Route } from '#contract/route.ts';
import type { Supplier } from '#contract/suppliers.ts';
import { type FormCommand, useCommand } from '#web/api/commands/commands.ts';
import type { CommandOutcome } from '#web/api/commands/definition.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { Checking } from '#web/entities/command/checking.tsx';
import { Dialog } from '#web/ui/layers/dialog.tsx';
import { Field } from '#web/ui/fields/field.tsx';
import { handFocusOn } from '#web/ui/layers/hand-focus.ts';
import { tellElsewhere } from '#web/entities/command/tell-outcome.ts';
import { versionMeanwhile } from '#web/entities/command/version-meanwhile.ts';
import { TextField } from '#web/ui/fields/text-field.tsx';
import {
  changeSupplierCommand,
  createSupplierCommand,
  type SupplierFields,
  supplierSubject,
} from './supplier-commands.ts';

/** Adds or edits a supplier. */
export function SupplierDialog({
  supplier,
  open,
  onClose,
  onSaved,
}: {
  /** Null for a new supplier. */
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
      {supplier ? (
        <ChangedSupplier supplier={supplier} onClose={onClose} />
      ) : (
        <NewSupplier onClose={onClose} onSaved={onSaved} />
      )}
    </Dialog>
  );
}

type Wrong = { name?: string; other?: string };

/** Handles the outcome of either form. `onNewer` hears the version that somebody else saved meanwhile. */
function heardBy(
  setWrong: (wrong: Wrong) => void,
  onDone: (saved: Supplier | null) => void,
  onNewer?: (version: number) => void,
) {
  return (outcome: CommandOutcome<typeof createSupplierCommand.route | typeof changeSupplierCommand.route>) => {
    if (outcome.kind === 'done') return onDone(outcome.reply.data);
    if (outcome.kind === 'refused') {
      const newer = versionMeanwhile(outcome.error);
      if (newer !== null) onNewer?.(newer);
      const ofName = ['supplier_name_taken', 'supplier_name_required'].includes(outcome.error.code);
      return setWrong({ [ofName ? 'name' : 'other']: outcome.error.message });
    }
    if (outcome.kind === 'elsewhere') tellElsewhere(outcome.state);
    if (outcome.kind === 'otherwise' || outcome.state === 'done') onDone(null);
  };
}

function NewSupplier({
  onClose,
  onSaved,
}: {
  onClose: () => void;
  onSaved: ((supplier: Supplier) => void) | undefined;
}) {
  const [wrong, setWrong] = useState<Wrong>({});
  const command = useCommand(
    createSupplierCommand,
    'new',
    heardBy(setWrong, (saved) => {
      onClose();
      if (saved) onSaved?.(saved);
    }),
  );
  return (
    <SupplierForm
      start={EMPTY}
      command={command}
      wrong={wrong}
      submitLabel="Add supplier"
      onWrong={setWrong}
      onClose={onClose}
      onSend={(fields) => void command.send({ title: `New supplier ${fields.name}`, memo: fields, body: fields })}
    />
  );
}

function ChangedSupplier({ supplier, onClose }: { supplier: Supplier; onClose: () => void }) {
  const [wrong, setWrong] = useState<Wrong>({});
  const [version, setVersion] = useState(supplier.version);
  const command = useCommand(changeSupplierCommand, supplierSubject(supplier), heardBy(setWrong, onClose, setVersion));
  const { id, name, contact, email, phone, address } = supplier;
  return (
    <SupplierForm
      start={{ name, contact, email, phone, address }}
      command={command}
      wrong={wrong}
      submitLabel="Save"
      onWrong={setWrong}
      onClose={onClose}
      onSend={(fields) =>
        void command.send({
          title: `Changes to ${name}`,
          memo: fields,
          params: { id: String(id) },
          body: { ...fields, version },
        })
      }
    />
  );
}

const EMPTY: SupplierFields = { name: '', contact: '', email: '', phone: '', address: '' };

const FIELDS = [
  { name: 'contact', label: 'Contact', type: 'text', most: 200 },
  { name: 'email', label: 'Email', type: 'email', most: 320 },
  { name: 'phone', label: 'Phone', type: 'tel', most: 50 },
] as const;

function SupplierForm({
  start,
  command,
  wrong,
  submitLabel,
  onWrong,
  onClose,
  onSend,
}: {
  start: SupplierFields;
  command: Pick<FormCommand<Route, SupplierFields>, 'open' | 'memo' | 'unknown' | 'trouble'>;
  wrong: Wrong;
  submitLabel: string;
  onWrong: (wrong: Wrong) => void;
  onClose: () => void;
  onSend: (fields: SupplierFields) => void;
}) {
  const [typed, setTyped] = useState(command.memo ?? start);
  const fields = command.memo ?? typed;
  const sent = command.open !== null;
  const form = useRef<HTMLFormElement>(null);
  // The fields were disabled while the command had no answer.
  useEffect(() => {
    if (wrong.name ?? wrong.other) handFocusOn(() => form.current?.querySelector('input'));
  }, [wrong]);
  const change = (part: Partial<SupplierFields>) => setTyped((before) => ({ ...before, ...part }));

  function save() {
    if (sent) return;
    if (fields.name.trim() === '') return onWrong({ name: 'Please provide a name for the supplier.' });
    onWrong({});
    onSend(fields);
  }

  return (
    <form
      ref={form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        // This dialog may be inside another form, which must not be submitted.
        event.stopPropagation();
        save();
      }}
      className="flex flex-col gap-3"
    >
      <fieldset disabled={sent} className="contents">
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
      </fieldset>
      {wrong.other && (
        <p role="alert" className="rounded-md bg-danger-soft px-3 py-2 text-sm text-danger-ink">
          {wrong.other}
        </p>
      )}
      <Checking what="supplier" command={command.open} />
      <div className="mt-1 flex justify-end gap-2">
        <Button onClick={onClose}>{sent ? 'Close' : 'Cancel'}</Button>
        <Button type="submit" variant="primary" busy={sent}>
          {submitLabel}
        </Button>
      </div>
    </form>
  );
}
