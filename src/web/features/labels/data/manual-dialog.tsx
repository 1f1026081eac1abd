import { type SubmitEvent, useRef, useState } from 'react';
import { LINE_MAX_LENGTH } from '#domain/labels/lines.ts';
import { toMilli } from '#domain/quantity.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { QuantityField } from '#web/ui/fields/quantity-field.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { Dialog } from '#web/ui/layers/dialog.tsx';
import { MOST_PRINTED } from '#domain/labels/pages.ts';
import { addTyped } from '../labels-state.ts';

const EMPTY = { lines: ['', '', ''], code: '', copies: 1 };

/** Adds a label with free text. It stays open for the next one. */
export function ManualDialog({ open, onOpenChange }: { open: boolean; onOpenChange: (open: boolean) => void }) {
  const [draft, setDraft] = useState(EMPTY);
  const [error, setError] = useState<string | null>(null);
  const [name = ''] = draft.lines;
  const first = useRef<HTMLInputElement>(null);

  function add(event: SubmitEvent) {
    event.preventDefault();
    if (name.trim() === '') {
      setError('Please enter line 1 of the label');
      return first.current?.focus();
    }
    addTyped([draft]);
    setDraft(EMPTY);
    onOpenChange(false);
  }

  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Add Manual"
      initialFocus={first}
      description="A label with your own text."
      footer={
        <>
          <Button onClick={() => onOpenChange(false)}>Cancel</Button>
          <Button variant="primary" type="submit" form="manual-label">
            Add Label
          </Button>
        </>
      }
    >
      <form id="manual-label" noValidate onSubmit={add} className="flex flex-col gap-3">
        {draft.lines.map((line, place) => (
          <TextField
            // oxlint-disable-next-line react/no-array-index-key -- the lines of a label are its places
            key={place}
            ref={place === 0 ? first : undefined}
            label={`Line ${place + 1}`}
            required={place === 0}
            maxLength={LINE_MAX_LENGTH}
            error={place === 0 ? error : null}
            value={line}
            onChange={({ target }) => {
              setError(null);
              setDraft({ ...draft, lines: draft.lines.map((one, at) => (at === place ? target.value : one)) });
            }}
          />
        ))}
        <TextField
          label="Barcode"
          hint="A SKU or the digits of a barcode. The barcode setting for products does not apply. Leave it empty for none."
          maxLength={LINE_MAX_LENGTH}
          value={draft.code}
          onChange={({ target }) => setDraft({ ...draft, code: target.value })}
        />
        <div>
          <span className="mb-1.5 block text-sm font-medium text-ink-2">Labels</span>
          <span className="block w-36">
            <QuantityField
              label="Labels"
              quantity={toMilli(draft.copies * 1000)}
              most={toMilli(MOST_PRINTED * 1000)}
              decimals={0}
              enterSubmits
              onChange={(quantity) => setDraft({ ...draft, copies: quantity / 1000 })}
            />
          </span>
        </div>
      </form>
    </Dialog>
  );
}
