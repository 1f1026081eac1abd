import { FileDown, Printer, Zap } from 'lucide-react';
import type { LayoutWarning } from '#domain/labels/layout.ts';
import { hasRuler, type LabelTemplate, perPage } from '#domain/labels/template.ts';
import { WARNING_WORDS } from '#domain/labels/layout.ts';
import { useState } from 'react';
import { toMilli } from '#domain/quantity.ts';
import { PRINTER_DPIS } from '#domain/labels/zpl.ts';
import { Select } from '#web/ui/fields/select.tsx';
import { Button } from '#web/ui/controls/button.tsx';
import { QuantityField } from '#web/ui/fields/quantity-field.tsx';
import { toast } from '#web/ui/status/toast.tsx';
import { change, useLabels } from '../labels-state.ts';
import { cssSizeOf, PrintedPages } from '../print/printed-pages.tsx';
import { lostBarcodes } from '../print/save-zpl.ts';
import { printInWindow } from '../print/print-window.tsx';
import type { Sheet } from '../sheet.ts';
import { setPrinterDpi, setStart, usePrinterDpi, useSheetPrinter } from '../till-sheets.ts';
import { SheetPrinterSelect } from './sheet-printers.tsx';
import { CalibrationButton } from './calibration-button.tsx';
import { Pairs, Section } from './section.tsx';
import { SwitchRow } from './switch-row.tsx';
import { sentenceOf } from '#web/api/call/call-error.ts';

export function ActionsSection({
  sheet,
  template,
  start,
  problems,
  warnings,
  onPrinted,
  onQuickPrint,
  quickPrinter,
  onSavePdf,
  onSaveZpl,
}: {
  /** The sheet to print; null while nothing is chosen. */
  sheet: Sheet | null;
  template: LabelTemplate;
  start: number;
  /** Sentences about labels that cannot be printed as chosen. */
  problems: readonly string[];
  warnings: ReadonlyMap<LayoutWarning, readonly string[]>;
  /** Called when the print dialog was closed or the file was saved. */
  onPrinted: (method: 'window' | 'pdf' | 'zpl') => void;
  onQuickPrint: () => void;
  /** Name of the label printer that Quick Print prints on; null for the print dialog of the browser. */
  quickPrinter: string | null;
  onSavePdf: () => Promise<void>;
  /**
   * Saves ZPL and returns the names of labels without their barcode. Null for sheets, which label printers do not take.
   */
  onSaveZpl: (() => readonly string[]) | null;
}) {
  const ruler = useLabels((state) => state.ruler);
  const dpi = usePrinterDpi();
  const cells = perPage(template);
  const sheetPrinter = useSheetPrinter();
  const whichPrinter = sheetPrinter !== '' ? ` Choose ${sheetPrinter} there.` : '';
  const quickNote = quickPrinter === null ? '' : ` Quick Print prints on ${quickPrinter}.`;
  const [saving, setSaving] = useState(false);
  const [failed, setFailed] = useState<string | null>(null);
  function print() {
    if (sheet === null) return;
    if (!printInWindow(cssSizeOf(sheet), <PrintedPages sheet={sheet} />, () => onPrinted('window'))) {
      toast.error('The browser kept the window from opening. Use Quick Print.');
    }
  }
  async function save() {
    setSaving(true);
    setFailed(null);
    try {
      await onSavePdf();
      onPrinted('pdf');
    } catch (error) {
      setFailed(`The PDF was not made. ${sentenceOf(error)}`);
    } finally {
      setSaving(false);
    }
  }
  return (
    <Section
      title="Actions"
      note={
        sheet === null
          ? 'Select a product to print its labels.'
          : `Print at actual size: choose 100 % in the print dialog.${whichPrinter}${quickNote}`
      }
    >
      <div className="flex flex-col gap-2">
        <Button
          variant="primary"
          size="touch"
          disabled={sheet === null}
          icon={<Printer aria-hidden className="size-4" />}
          onClick={print}
        >
          Print Labels
        </Button>
        <Button
          size="touch"
          disabled={sheet === null}
          icon={<Zap aria-hidden className="size-4" />}
          onClick={onQuickPrint}
        >
          Quick Print
        </Button>
        <Button
          size="touch"
          disabled={sheet === null}
          busy={saving}
          icon={<FileDown aria-hidden className="size-4" />}
          onClick={() => void save()}
        >
          Save as PDF
        </Button>
        {onSaveZpl && (
          <div className="flex gap-2">
            <Button
              size="touch"
              className="grow"
              disabled={sheet === null}
              icon={<FileDown aria-hidden className="size-4" />}
              onClick={() => {
                setFailed(lostBarcodes(onSaveZpl(), dpi));
                onPrinted('zpl');
              }}
            >
              Save as ZPL
            </Button>
            <Select
              label="Dots an inch of the label printer"
              size="touch"
              value={String(dpi)}
              onChange={(value) => {
                const chosen = PRINTER_DPIS.find((one) => String(one) === value);
                if (chosen) setPrinterDpi(chosen);
              }}
              options={PRINTER_DPIS.map((one) => ({ value: String(one), label: `${one} dpi` }))}
            />
          </div>
        )}
      </div>
      <div className="mt-3 empty:hidden">
        <SheetPrinterSelect />
      </div>
      {cells > 1 && (
        <div className="mt-3 flex items-center justify-between gap-3">
          <span className="text-sm text-ink-2">Start at label</span>
          <span className="block w-32 pointer-coarse:w-36">
            <QuantityField
              label="Start at label"
              quantity={toMilli((start + 1) * 1000)}
              most={toMilli(cells * 1000)}
              decimals={0}
              onChange={(quantity) => {
                if (quantity > 0) setStart(template.id, Math.min(quantity / 1000, cells) - 1);
              }}
            />
          </span>
        </div>
      )}
      <div className="mt-3">
        <Pairs>
          {hasRuler(template) && <SwitchRow label="PDF Ruler" on={ruler} onChange={(on) => change({ ruler: on })} />}
          <CalibrationButton template={template} />
        </Pairs>
      </div>
      {failed && (
        <p role="alert" className="mt-3 text-sm text-danger-ink">
          {failed}
        </p>
      )}
      <Warnings problems={problems} warnings={warnings} />
    </Section>
  );
}

const NAMED = 3;

function Warnings({
  problems,
  warnings,
}: {
  problems: readonly string[];
  warnings: ReadonlyMap<LayoutWarning, readonly string[]>;
}) {
  if (problems.length === 0 && warnings.size === 0) return null;
  return (
    <ul role="status" className="mt-3 flex flex-col gap-1.5 rounded-md bg-yellow-soft p-2.5 text-sm text-yellow">
      {problems.slice(0, NAMED).map((problem) => (
        <li key={problem}>{problem}</li>
      ))}
      {problems.length > NAMED && <li>and {problems.length - NAMED} more</li>}
      {[...warnings].map(([warning, names]) => (
        <li key={warning}>
          {WARNING_WORDS[warning]} ({names.slice(0, NAMED).join(', ')}
          {names.length > NAMED && ` and ${names.length - NAMED} more`})
        </li>
      ))}
    </ul>
  );
}
