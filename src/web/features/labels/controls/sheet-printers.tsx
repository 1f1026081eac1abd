import { Plus } from 'lucide-react';
import { type SubmitEvent, useState } from 'react';
import { Button } from '#web/ui/controls/button.tsx';
import { Select } from '#web/ui/fields/select.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import {
  addSheetPrinter,
  chooseSheetPrinter,
  MOST_SHEET_PRINTERS,
  PRINTER_NAME_MAX_LENGTH,
  removeSheetPrinter,
  useSheetPrinter,
  useSheetPrinters,
} from '../till-sheets.ts';

const FIRST = 'First printer';

/** Chooses the printer whose calibration and part-used sheets count. Null on a till with one printer. */
export function SheetPrinterSelect() {
  const names = useSheetPrinters();
  const chosen = useSheetPrinter();
  if (names.length === 0) return null;
  return (
    <Select
      label="Printer of the print dialog"
      className="w-full"
      value={chosen}
      onChange={chooseSheetPrinter}
      options={[{ value: '', label: FIRST }, ...names.map((name) => ({ value: name, label: name }))]}
    />
  );
}

/** The printers of this till. @param onChanged called when one was added or removed, and its button is gone */
export function SheetPrinters({ onChanged }: { onChanged: () => void }) {
  const names = useSheetPrinters();
  const chosen = useSheetPrinter();
  const [typed, setTyped] = useState<string | null>(null);
  const [error, setError] = useState<string | null>(null);

  function add(event: SubmitEvent) {
    event.preventDefault();
    const name = (typed ?? '').trim().replace(/\s+/g, ' ');
    const isTaken = [FIRST, ...names].some((one) => one.toLowerCase() === name.toLowerCase());
    if (name === '' || isTaken) return setError(isTaken ? 'There is a printer of this name.' : 'Type a name.');
    addSheetPrinter(name);
    setTyped(null);
    onChanged();
  }

  return (
    <div className="mb-4 flex flex-col gap-2">
      <SheetPrinterSelect />
      {typed === null ? (
        <div className="flex flex-wrap gap-2">
          {names.length < MOST_SHEET_PRINTERS && (
            <Button size="sm" icon={<Plus aria-hidden className="size-3.5" />} onClick={() => setTyped('')}>
              Add another printer
            </Button>
          )}
          {chosen !== '' && (
            <Button
              size="sm"
              variant="ghost"
              onClick={() => {
                removeSheetPrinter(chosen);
                onChanged();
              }}
            >
              Remove {chosen}
            </Button>
          )}
        </div>
      ) : (
        <form noValidate onSubmit={add} className="flex items-start gap-2">
          <TextField
            // It takes the place of the button that was pressed.
            // oxlint-disable-next-line jsx-a11y/no-autofocus
            autoFocus
            className="grow"
            label="Name of the printer"
            maxLength={PRINTER_NAME_MAX_LENGTH}
            value={typed}
            error={error}
            onChange={({ target }) => {
              setError(null);
              setTyped(target.value);
            }}
          />
          <Button type="submit" className="mt-6.5">
            Add
          </Button>
        </form>
      )}
    </div>
  );
}
