import { Printer } from 'lucide-react';
import { type SubmitEvent, useRef, useState } from 'react';
import { calibrationFrom, NO_CALIBRATION, TEST_SQUARE } from '#domain/labels/calibration.ts';
import { type LabelTemplate, POINTS_PER_INCH } from '#domain/labels/template.ts';
import { readDecimal } from '#domain/typed.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { Dialog } from '#web/ui/layers/dialog.tsx';
import { toast } from '#web/ui/status/toast.tsx';
import { printTestSheet } from '../print/test-sheet.tsx';
import { setCalibration, useCalibration, useSheetPrinter } from '../till-sheets.ts';
import { SheetPrinters } from './sheet-printers.tsx';

const FIELDS = [
  ['leftIn', 'Left edge of the paper to the square, in inches', TEST_SQUARE.xPt],
  ['topIn', 'Top edge of the paper to the square, in inches', TEST_SQUARE.yPt],
  ['widthIn', 'Across the square, in inches', TEST_SQUARE.widthPt],
] as const;
type Field = (typeof FIELDS)[number][0];

const right = (points: number): string => String(points / POINTS_PER_INCH);

/** Corrects the position of prints: it prints a square, asks for its measured place and computes the offset. */
export function CalibrationDialog({
  template,
  open,
  onOpenChange,
}: {
  template: LabelTemplate;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}) {
  const present = useCalibration(template.id);
  const printer = useSheetPrinter();
  const form = useRef<HTMLFormElement>(null);
  const isSet = present.offsetXPt !== 0 || present.offsetYPt !== 0 || present.scale !== 1;
  const [typed, setTyped] = useState<Record<Field, string>>({
    leftIn: right(TEST_SQUARE.xPt),
    topIn: right(TEST_SQUARE.yPt),
    widthIn: right(TEST_SQUARE.widthPt),
  });
  const [error, setError] = useState<string | null>(null);

  function save(event: SubmitEvent) {
    event.preventDefault();
    const [left, top, width] = [typed.leftIn, typed.topIn, typed.widthIn].map((text) =>
      readDecimal(text, { decimals: 4, most: 99 }),
    );
    if (!left?.ok || !top?.ok || !width?.ok) return setError('Type inches with a decimal point, as 1.53');
    const found = calibrationFrom({ leftIn: left.value, topIn: top.value, widthIn: width.value });
    if (!found.ok) {
      return setError(
        'This is more than can be corrected. Check that the print dialog says "Actual size" and measure again.',
      );
    }
    setCalibration(template.id, found.value);
    toast.info(`${template.name} is calibrated on this till${printer === '' ? '' : ` for ${printer}`}`);
    onOpenChange(false);
  }

  function reset() {
    setCalibration(template.id, NO_CALIBRATION);
    onOpenChange(false);
  }

  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={`Calibrate ${template.name}`}
      description="For labels that come out beside the stickers. Kept on this till."
      footer={
        <>
          {isSet && (
            <Button variant="ghost" onClick={reset}>
              Remove calibration
            </Button>
          )}
          <Button onClick={() => onOpenChange(false)}>Cancel</Button>
          <Button variant="primary" type="submit" form="label-calibration">
            Save
          </Button>
        </>
      }
    >
      <SheetPrinters onChanged={() => form.current?.querySelector('input')?.focus()} />
      <p className="mb-3 text-sm text-ink-2">
        Print the test sheet on plain paper at actual size{printer !== '' && `, on ${printer}`}, then measure its square
        with a ruler.
      </p>
      <Button
        className="mb-4"
        icon={<Printer aria-hidden className="size-4" />}
        onClick={() => {
          if (!printTestSheet()) setError('The browser kept the window from opening.');
        }}
      >
        Print test sheet
      </Button>
      <form ref={form} id="label-calibration" noValidate onSubmit={save} className="flex flex-col gap-3">
        {FIELDS.map(([field, label, drawnPt]) => (
          <TextField
            key={field}
            label={label}
            hint={`${right(drawnPt)} where the printer is right`}
            inputMode="decimal"
            maxLength={7}
            value={typed[field]}
            onChange={({ target }) => {
              setError(null);
              setTyped({ ...typed, [field]: target.value });
            }}
          />
        ))}
        {error && (
          <p role="alert" className="text-sm text-danger-ink">
            {error}
          </p>
        )}
      </form>
    </Dialog>
  );
}
