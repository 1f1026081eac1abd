import { Printer, Zap } from 'lucide-react';
import type { LayoutWarning } from '#domain/labels/layout.ts';
import { WARNING_WORDS } from '#domain/labels/layout.ts';
import { toMilli } from '#domain/quantity.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { QuantityField } from '#web/ui/fields/quantity-field.tsx';
import { toast } from '#web/ui/status/toast.tsx';
import { change, useLabels } from '../labels-state.ts';
import { printInWindow } from '../print/print-window.tsx';
import type { Sheet } from '../sheet.ts';
import { Section } from './section.tsx';

export function ActionsSection({
  sheet,
  cells,
  problems,
  warnings,
  onQuickPrint,
}: {
  /** What is printed; null while nothing is chosen. */
  sheet: Sheet | null;
  cells: number;
  /** What cannot be printed as wanted, in sentences. */
  problems: readonly string[];
  warnings: ReadonlyMap<LayoutWarning, readonly string[]>;
  onQuickPrint: () => void;
}) {
  const start = useLabels((state) => state.start);
  function print() {
    if (sheet && !printInWindow(sheet)) toast.error('The browser kept the window from opening. Use Quick Print.');
  }
  return (
    <Section
      title="Actions"
      note={sheet ? 'Choose "Actual size" (100 %) in the print dialog.' : 'Select a product to print its labels.'}
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
      </div>
      {cells > 1 && (
        <div className="mt-3 flex items-center justify-between gap-3">
          <span className="text-sm text-ink-2">Start at label</span>
          <span className="block w-32">
            <QuantityField
              label="Start at label"
              quantity={toMilli((start + 1) * 1000)}
              most={toMilli(cells * 1000)}
              decimals={0}
              onChange={(quantity) => {
                if (quantity > 0) change({ start: Math.min(quantity / 1000, cells) - 1 });
              }}
            />
          </span>
        </div>
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
