import { type Ref, useMemo } from 'react';
import type { LabelPrinter } from '#contract/label-printers.ts';
import { PRINTER_DPIS } from '#domain/labels/zpl.ts';
import { useCommand } from '#web/api/commands/commands.ts';
import { Checking } from '#web/entities/command/checking.tsx';
import { tellElsewhere } from '#web/entities/command/tell-outcome.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { Checkbox } from '#web/ui/fields/checkbox.tsx';
import { Field } from '#web/ui/fields/field.tsx';
import { Select } from '#web/ui/fields/select.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { ask } from '#web/ui/layers/prompts.tsx';
import { toast } from '#web/ui/status/toast.tsx';
import { FormNotices } from '../form/form-notices.tsx';
import { useRecordForm } from '../form/record-form.ts';
import { SaveFoot, SaveForm } from '../form/save-form.tsx';
import { formOfPrinter, LABELS, readPrinter, type TypedField } from './printer-fields.ts';
import {
  changePrinterCommand,
  createPrinterCommand,
  deletePrinterCommand,
  NEW_PRINTER,
  printerSubject,
  testPrinterCommand,
} from './printer-queries.ts';

const INCHES = <span className="pr-2 text-xs text-ink-3">in</span>;

/** The settings of a label printer or a new one. Rule: labels/printers. */
export function PrinterForm({
  printer,
  nameRef,
  onMade,
  onDeleted,
}: {
  printer: LabelPrinter | null;
  nameRef: Ref<HTMLInputElement>;
  onMade: (printer: LabelPrinter) => void;
  onDeleted: () => void;
}) {
  const current = useMemo(() => formOfPrinter(printer), [printer]);
  const making = useRecordForm(createPrinterCommand, NEW_PRINTER, current, {
    version: 0,
    onDone: ({ data }) => onMade(data),
  });
  const changing = useRecordForm(changePrinterCommand, printerSubject(printer?.id ?? 0), current, {
    version: printer?.version ?? 0,
  });
  const form = printer === null ? making : changing;
  const { fields, isSent, change } = form;
  const { wire, problems } = readPrinter(fields);
  const mayPress = Object.keys(problems).length === 0 && form.changed.length > 0 && form.conflicts.length === 0;

  const typed = (name: TypedField, maxLength: number) => ({
    label: LABELS[name],
    value: fields[name],
    maxLength,
    disabled: isSent,
    error: form.isEdited ? problems[name] : undefined,
    onChange: ({ target }: { target: HTMLInputElement }) => change({ [name]: target.value }),
  });

  async function save(): Promise<void> {
    if (!mayPress) return;
    if (printer === null) return void (await making.save(`New label printer: ${wire.name}`, { body: wire }));
    await changing.save(`Label printer ${wire.name}`, {
      params: { id: String(printer.id) },
      body: { ...wire, expected_version: printer.version },
    });
  }

  return (
    <SaveForm label={printer === null ? 'New printer' : 'Printer'} className="flex flex-col gap-5" onSave={save}>
      <div className="field-columns-6 items-start gap-x-4 gap-y-3">
        <TextField {...typed('name', 80)} ref={nameRef} className="col-span-6" />
        <TextField
          {...typed('host', 253)}
          className="col-span-4"
          hint="A private address of your network, or a name in it."
        />
        <TextField {...typed('port', 5)} inputMode="numeric" className="col-span-2" />
        <TextField {...typed('width', 8)} inputMode="decimal" className="col-span-2" trailing={INCHES} />
        <TextField {...typed('height', 8)} inputMode="decimal" className="col-span-2" trailing={INCHES} />
        <Field label={LABELS.dpi} className="col-span-2">
          {(control) => (
            <Select
              {...control}
              className="w-full"
              disabled={isSent}
              value={fields.dpi}
              onChange={(dpi) => change({ dpi })}
              options={PRINTER_DPIS.map((dpi) => ({ value: String(dpi), label: `${dpi} dpi` }))}
            />
          )}
        </Field>
      </div>
      <fieldset className="min-w-0">
        <legend className="mb-1 text-base font-medium">Calibration</legend>
        <p className="mb-3 text-sm text-ink-3">
          Print a test label. Its border should lie on the edge of the label. Minus moves left or up.
        </p>
        <div className="field-columns-6 items-start gap-x-4 gap-y-3">
          <TextField {...typed('offset_x', 7)} className="col-span-2" trailing={INCHES} />
          <TextField {...typed('offset_y', 7)} className="col-span-2" trailing={INCHES} />
          <TextField {...typed('darkness', 2)} inputMode="numeric" placeholder="As it is" className="col-span-2" />
        </div>
      </fieldset>
      <Checkbox
        label="Quick Print of roll labels prints here"
        checked={fields.is_default}
        disabled={isSent}
        onChange={(on) => change({ is_default: on })}
      />
      <FormNotices
        form={form}
        current={current}
        what="printer"
        labels={LABELS}
        say={(name, of) => {
          const value = of[name];
          return typeof value === 'boolean' ? (value ? 'yes' : 'no') : value || 'empty';
        }}
      />
      <SaveFoot
        form={form}
        maySave={mayPress}
        beside={printer && <PrinterActions printer={printer} isEdited={form.isEdited} onDeleted={onDeleted} />}
      >
        {printer === null ? 'Add printer' : 'Save'}
      </SaveFoot>
    </SaveForm>
  );
}

function PrinterActions({
  printer: { id, name, version },
  isEdited,
  onDeleted,
}: {
  printer: LabelPrinter;
  isEdited: boolean;
  onDeleted: () => void;
}) {
  const deleting = useCommand(deletePrinterCommand, printerSubject(id, 'deletion'), (outcome) => {
    if (outcome.kind === 'elsewhere') tellElsewhere(outcome.state);
    if (outcome.kind === 'refused') toast.error(outcome.error.message);
    if (outcome.kind === 'done') onDeleted();
  });
  const testing = useCommand(testPrinterCommand, printerSubject(id, 'test'), (outcome) => {
    if (outcome.kind === 'elsewhere') tellElsewhere(outcome.state);
    if (outcome.kind === 'refused') toast.error(outcome.error.message);
  });
  async function remove(): Promise<void> {
    const isSure = await ask({
      title: `Delete ${name}?`,
      message: 'Labels that wait for it are not printed any more.',
      confirmLabel: 'Delete printer',
      tone: 'danger',
    });
    if (!isSure) return;
    await deleting.send({
      title: `Delete label printer ${name}`,
      memo: null,
      params: { id: String(id) },
      query: { expected_version: String(version) },
    });
  }
  return (
    <>
      <Button
        busy={testing.open !== null}
        disabled={isEdited}
        onClick={() => void testing.send({ title: `Test label on ${name}`, memo: null, params: { id: String(id) } })}
      >
        {isEdited ? 'Save to test' : 'Print test label'}
      </Button>
      <Button variant="danger" busy={deleting.open !== null} onClick={() => void remove()}>
        Delete
      </Button>
      <Checking what="printer" command={deleting.open ?? testing.open} />
    </>
  );
}
