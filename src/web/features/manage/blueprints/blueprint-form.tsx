import { type Ref, useMemo, useState } from 'react';
import type { ManagedBlueprint } from '#contract/blueprints.ts';
import { sentenceOf } from '#web/api/call/call-error.ts';
import { useCommand } from '#web/api/commands/commands.ts';
import { Checking } from '#web/entities/command/checking.tsx';
import { tellElsewhere } from '#web/entities/command/tell-outcome.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { SaveFoot, SaveForm } from '../form/save-form.tsx';
import { FormNotices } from '../form/form-notices.tsx';
import { useRecordForm } from '../form/record-form.ts';
import {
  blueprintSubject,
  changeBlueprintCommand,
  createBlueprintCommand,
  deleteBlueprintCommand,
  NEW_BLUEPRINT,
} from './blueprint-commands.ts';
import { draftOf, type FieldDraft, readFields } from './field-fields.ts';
import { FieldsGrid } from './fields-grid.tsx';

type BlueprintFields = Readonly<{ name: string; fields: readonly FieldDraft[] }>;

const LABELS = { name: 'Name', fields: 'Fields' };

/** The name and fields of a blueprint or a new one. */
export function BlueprintForm({
  blueprint,
  nameRef,
  onClose,
}: {
  blueprint: ManagedBlueprint | null;
  nameRef: Ref<HTMLInputElement>;
  onClose: () => void;
}) {
  const current = useMemo(
    (): BlueprintFields => ({ name: blueprint?.name ?? '', fields: (blueprint?.fields ?? []).map(draftOf) }),
    [blueprint],
  );
  const isNew = blueprint === null;
  const making = useRecordForm(createBlueprintCommand, NEW_BLUEPRINT, current, { version: 0, onDone: onClose });
  const changing = useRecordForm(changeBlueprintCommand, blueprintSubject(blueprint?.id ?? 0), current, {
    version: blueprint?.version ?? 0,
  });
  const form = isNew ? making : changing;
  const { fields, isSent, change } = form;
  const name = fields.name.trim();
  const read = readFields(fields.fields);
  const isRight = name !== '' && Object.keys(read.problems).length === 0;
  const mayPress = isRight && form.changed.length > 0 && form.conflicts.length === 0;
  const gone = current.fields.filter(({ id }) => !fields.fields.some((one) => one.id === id));

  async function save(): Promise<void> {
    if (!mayPress) return;
    if (isNew) return void (await making.save(`New blueprint: ${name}`, { body: { name, fields: read.fields } }));
    const wire = { name, fields: read.fields };
    const body = Object.fromEntries(form.changed.map((field) => [field, wire[field]]));
    await changing.save(`Blueprint ${name}`, {
      params: { id: String(blueprint.id) },
      body: { ...body, version: blueprint.version },
    });
  }

  return (
    <SaveForm label={isNew ? 'New blueprint' : 'Blueprint'} className="flex flex-col gap-5" onSave={save}>
      <TextField
        ref={nameRef}
        label={LABELS.name}
        value={fields.name}
        maxLength={100}
        disabled={isSent}
        error={form.isEdited && name === '' ? 'Give a name.' : undefined}
        onChange={({ target }) => change({ name: target.value })}
      />
      <FieldsGrid
        fields={fields.fields}
        problems={form.isEdited ? read.problems : {}}
        disabled={isSent}
        onChange={(next) => change({ fields: next })}
      />
      {gone.length > 0 && (
        <p role="status" className="rounded-md bg-yellow-soft px-3 py-2 text-sm text-ink-2">
          {gone.map(({ label }) => label).join(', ')} will be no field any more. Products keep the values, and show them
          again under a field of the same name.
        </p>
      )}
      <FormNotices
        form={form}
        current={current}
        what="blueprint"
        labels={LABELS}
        say={(field, of) =>
          field === 'fields' ? of.fields.map(({ label }) => label).join(', ') || 'none' : of.name || 'empty'
        }
      />
      <SaveFoot
        form={form}
        maySave={mayPress}
        beside={blueprint && <Deletion blueprint={blueprint} onDone={onClose} />}
      >
        {isNew ? 'Add blueprint' : 'Save'}
      </SaveFoot>
    </SaveForm>
  );
}

function Deletion({ blueprint: { id, name, version }, onDone }: { blueprint: ManagedBlueprint; onDone: () => void }) {
  const [refused, setRefused] = useState<string | null>(null);
  const command = useCommand(deleteBlueprintCommand, blueprintSubject(id, 'deletion'), (outcome) => {
    if (outcome.kind === 'elsewhere') tellElsewhere(outcome.state);
    if (outcome.kind === 'refused') setRefused(sentenceOf(outcome.error));
    if (outcome.kind === 'done') onDone();
  });
  return (
    <div className="flex min-w-0 flex-col gap-1.5">
      <Button
        className="self-start"
        busy={command.open !== null}
        onClick={() => {
          setRefused(null);
          const query = { version: String(version) };
          void command.send({ title: `Delete ${name}`, memo: null, params: { id: String(id) }, query });
        }}
      >
        Delete
      </Button>
      {refused !== null && (
        <p role="alert" className="text-sm text-danger-ink">
          {refused}
        </p>
      )}
      <Checking what="deletion" command={command.open} />
    </div>
  );
}
