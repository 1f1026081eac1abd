import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import { readFieldValue } from '#domain/field-value.ts';
import { sentenceOf } from '#web/api/call/call-error.ts';
import { useCommand } from '#web/api/commands/commands.ts';
import { FieldInput } from '#web/entities/catalogue/field-input.tsx';
import type { RegisterProduct } from '#web/entities/catalogue/wire-products.ts';
import { Checking } from '#web/entities/command/checking.tsx';
import { whyRefused } from '#web/entities/command/use-form-command.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { focusAtOnce } from '#web/ui/layers/hand-focus.ts';
import {
  changedMeanwhile,
  changeFieldsCommand,
  type FieldEdits,
  fieldsSubject,
  sendFields,
  setEdits,
  useFieldEdits,
  useProductFields,
} from './field-commands.ts';

const UNEDITED: FieldEdits = {};
const NOTHING: Readonly<Record<string, string>> = {};

const meanwhile = (value: string): string =>
  `This was ${value === '' ? 'emptied' : `changed to "${value}"`} meanwhile. Save again to replace it.`;

/** Edits the field values of the selected product next to its labels. Rule: labels/field-values. */
export function FieldEditor({ product, onClose }: { product: RegisterProduct; onClose: () => void }) {
  const { data, error, refetch } = useProductFields(product.id);
  const edits = useFieldEdits(({ byProduct }) => byProduct[product.id]) ?? UNEDITED;
  const [wrong, setWrong] = useState<Readonly<Record<string, string>>>(NOTHING);
  const [failed, setFailed] = useState<string | null>(null);
  const form = useRef<HTMLFormElement>(null);
  const command = useCommand(changeFieldsCommand, fieldsSubject(product.id), (outcome) => {
    const why = whyRefused(outcome);
    setFailed(why === null ? null : `Failed to update product blueprint fields: ${why}`);
  });
  const isReady = data !== undefined;
  useEffect(() => {
    if (isReady) focusAtOnce(form.current?.querySelector('input'));
  }, [isReady, product.id]);

  if (!data) {
    return (
      <div className="mt-3 text-sm">
        {error ? (
          <p role="alert" className="flex items-center justify-between gap-2 text-danger-ink">
            Failed to fetch fields: {sentenceOf(error)}
            <Button size="sm" onClick={() => void refetch()}>
              Retry
            </Button>
          </p>
        ) : (
          <p className="text-ink-3">Loading fields...</p>
        )}
      </div>
    );
  }
  if (data.fields.length === 0) {
    return <p className="mt-3 text-sm text-ink-2">This product has no blueprint with fields.</p>;
  }

  const isSent = command.open !== null;
  const typedIn = (name: string) => (command.memo ? command.memo.edits[name] : edits[name]?.typed);
  const changed = data.fields.filter(({ name, value }) => (edits[name]?.typed ?? value) !== value);

  function put(name: string, value: string, saved: string) {
    const { [name]: _before, ...others } = edits;
    const over = edits[name]?.over ?? saved;
    setEdits(product.id, value === saved ? others : { ...others, [name]: { typed: value, over } });
    const { [name]: _wrong, ...right } = wrong;
    setWrong(right);
    setFailed(null);
  }

  function save(event: SubmitEvent) {
    event.preventDefault();
    if (!data || isSent || changed.length === 0) return;
    const read = changed.map((field) => ({ field, value: readFieldValue(field, edits[field.name]?.typed) }));
    const problems = Object.fromEntries(
      read.flatMap(({ field, value }) => (value.ok ? [] : [[field.name, value.refused.sentence]])),
    );
    setWrong(problems);
    if (Object.keys(problems).length > 0) return;
    const unseen = changedMeanwhile(changed, edits);
    if (unseen.length > 0) {
      const seen = unseen.map(
        ({ name, value }) => [name, { typed: edits[name]?.typed ?? value, over: value }] as const,
      );
      setEdits(product.id, { ...edits, ...Object.fromEntries(seen) });
      return setWrong(Object.fromEntries(unseen.map(({ name, value }) => [name, meanwhile(value)])));
    }
    sendFields(
      {
        productId: product.id,
        name: product.name,
        before: Object.fromEntries(changed.map(({ name, value }) => [name, value])),
        edits: Object.fromEntries(read.flatMap(({ field, value }) => (value.ok ? [[field.name, value.value]] : []))),
        isUndo: false,
      },
      data.version,
    );
  }

  return (
    <form
      ref={form}
      aria-label={`Fields of ${product.name}`}
      noValidate
      className="mt-3 flex flex-col gap-3"
      onSubmit={save}
    >
      {data.fields.map((field) => (
        <FieldInput
          key={field.name}
          rule={field}
          value={typedIn(field.name) ?? field.value}
          error={wrong[field.name]}
          disabled={isSent}
          onChange={(value) => put(field.name, value, field.value)}
        />
      ))}
      {failed && (
        <p role="alert" className="text-sm text-danger-ink">
          {failed}
        </p>
      )}
      <Checking what="change" command={command.open} />
      <div className="flex items-center justify-end gap-2">
        <Button
          variant="ghost"
          disabled={isSent}
          onClick={() => {
            setEdits(product.id, {});
            onClose();
          }}
        >
          {changed.length > 0 ? 'Discard' : 'Close'}
        </Button>
        <Button type="submit" variant="primary" busy={isSent} disabled={changed.length === 0}>
          Save fields
        </Button>
      </div>
    </form>
  );
}
