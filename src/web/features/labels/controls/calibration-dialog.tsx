import { Printer } from 'lucide-react';
import { type SubmitEvent, useRef, useState } from 'react';
import { type CalibrationRefused, calibrationFrom, NO_CALIBRATION, testMarks } from '#domain/labels/calibration.ts';
import type { LabelTemplate } from '#domain/labels/template.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { focusFirstWrong } from '#web/ui/fields/first-wrong.ts';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { Dialog } from '#web/ui/layers/dialog.tsx';
import { focusAtOnce } from '#web/ui/layers/hand-focus.ts';
import { toast } from '#web/ui/status/toast.tsx';
import { markWords, readMark } from '../print/measured-mark.ts';
import { printTestSheet } from '../print/test-sheet.tsx';
import { setCalibration, useCalibration, useSheetPrinter } from '../till-sheets.ts';
import { SheetPrinters } from './sheet-printers.tsx';

const FORM = 'label-calibration';

/** Before the button that was pressed disappears, because a dialog takes the focus from it otherwise. */
const focusMarks = (): void => focusAtOnce(document.querySelector<HTMLElement>(`#${FORM} input`));

const REFUSED_WORDS: Record<CalibrationRefused['code'], string> = {
  marks_disagree:
    'The two crosses do not fit together. Measure both again, first from the left edge, then from the top.',
  beyond_correction:
    'This is more than can be corrected. Check that the print dialog says "Actual size" and measure again.',
};

/** Corrects the place of prints: it prints two crosses, asks where they came out and computes offset and scale. */
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
  const isSet = present.offsetXPt !== 0 || present.offsetYPt !== 0 || present.scale !== 1;
  const isRoll = template.page.size === 'roll';
  const [isBlocked, setIsBlocked] = useState(false);

  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={`Calibrate ${template.name}`}
      description="For labels that come out beside the stickers. Kept on this till."
      footer={
        <>
          {isSet && (
            <Button
              variant="ghost"
              onClick={() => {
                setCalibration(template.id, NO_CALIBRATION);
                onOpenChange(false);
              }}
            >
              Remove calibration
            </Button>
          )}
          <Button onClick={() => onOpenChange(false)}>Cancel</Button>
          <Button variant="primary" type="submit" form={FORM}>
            Save
          </Button>
        </>
      }
    >
      <SheetPrinters onChanged={focusMarks} />
      <p className="mb-3 text-sm text-ink-2">
        Print the test sheet {isRoll ? 'on a label' : 'on plain paper'} at actual size
        {printer !== '' && `, on ${printer}`}. It has two crosses. Measure with a ruler where each came out: from the
        left edge of the {isRoll ? 'label' : 'paper'} to its middle, and from the top edge.
      </p>
      <Button
        className="mb-4"
        icon={<Printer aria-hidden className="size-4" />}
        onClick={() => setIsBlocked(!printTestSheet(template))}
      >
        Print test sheet
      </Button>
      {isBlocked && (
        <p role="alert" className="mb-4 text-sm text-danger-ink">
          The browser kept the window from opening.
        </p>
      )}
      <MarksForm isSet={isSet} template={template} printer={printer} onSaved={() => onOpenChange(false)} />
    </Dialog>
  );
}

/** The two places of a test sheet, as measured. */
function MarksForm({
  template,
  printer,
  isSet,
  onSaved,
}: {
  template: LabelTemplate;
  printer: string;
  /** True if the printer is calibrated. */
  isSet: boolean;
  onSaved: () => void;
}) {
  const drawn = testMarks(template);
  const form = useRef<HTMLFormElement>(null);
  const begun = { of: `${printer} ${isSet}`, typed: drawn.map(markWords), tried: false, error: '' };
  const [state, setState] = useState(begun);
  // Measures are those of one printer, until they are saved.
  const { typed, tried, error } = state.of === begun.of ? state : begun;
  const measured = typed.map(readMark);

  function save(event: SubmitEvent) {
    event.preventDefault();
    const [first, second] = measured;
    const say = (sentence: string) => setState({ ...begun, typed, tried: true, error: sentence });
    say('');
    if (!first || !second) return focusFirstWrong(form.current);
    const found = calibrationFrom(drawn, [first, second]);
    if (!found.ok) return say(REFUSED_WORDS[found.refused.code]);
    setCalibration(template.id, found.value);
    toast.info(`${template.name} is calibrated on this till${printer === '' ? '' : ` for ${printer}`}`);
    onSaved();
  }

  return (
    <form ref={form} id={FORM} noValidate onSubmit={save} className="flex flex-col gap-3">
      {drawn.map((mark, place) => (
        <TextField
          key={markWords(mark)}
          label={`Cross ${place + 1}, from left and top in inches`}
          hint={`${markWords(mark)} where the printer is right`}
          maxLength={24}
          value={typed[place] ?? ''}
          error={tried && measured[place] === null ? 'Type both measures with a comma, as 7.53, 9.98' : null}
          onChange={({ target }) => {
            const next = typed.map((text, at) => (at === place ? target.value : text));
            setState({ ...begun, typed: next, tried });
          }}
        />
      ))}
      {error && (
        <p role="alert" className="text-sm text-danger-ink">
          {error}
        </p>
      )}
    </form>
  );
}
