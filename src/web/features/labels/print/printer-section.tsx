import { Printer } from 'lucide-react';
import type { LabelPrinter } from '#contract/label-printers.ts';
import { toWireTemplate } from '#contract/labels.ts';
import type { LabelLook } from '#domain/labels/layout.ts';
import type { LabelTemplate } from '#domain/labels/template.ts';
import { commands, ownerNow } from '#web/api/commands/commands.ts';
import { isOpen, isOwnedBy } from '#web/api/commands/record.ts';
import { newUuid } from '#web/api/call/new-uuid.ts';
import { perOwner } from '#web/api/session/per-owner.ts';
import { PrintJobs } from '#web/entities/labels/print-jobs.tsx';
import { printLabelsCommand, usePrintQueue } from '#web/entities/labels/printers.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { Select } from '#web/ui/fields/select.tsx';
import { ask } from '#web/ui/layers/prompts.tsx';
import { toast } from '#web/ui/status/toast.tsx';
import { Section } from '../controls/section.tsx';
import type { LabelItem } from '../label-items.ts';
import { lostAt, lostBarcodes } from './save-zpl.ts';
import { printedItems } from './printed-items.ts';
import { choosePrinter, useChosenPrinter } from '../till-sheets.ts';

/** A hair: measures of templates and printers are rounded differently. */
const TOLERANCE_IN = 0.01;

/** The printers that have labels large enough for the template. */
export function printersFor(printers: readonly LabelPrinter[], { page }: LabelTemplate): readonly LabelPrinter[] {
  if (page.size !== 'roll') return [];
  return printers.filter(
    ({ width, height }) => page.widthIn <= width + TOLERANCE_IN && page.heightIn <= height + TOLERANCE_IN,
  );
}

/** The last labels that were sent, as text, and the key of their command. */
const useLast = perOwner<{ asked: string; key: string }>(() => ({ asked: '', key: '' }));

/** The same labels went to the same printer just before: the second half of a double tap, or another print of them. */
function wasSent(asked: string): boolean {
  const last = useLast.getState();
  if (last.asked !== asked) return false;
  const record = commands.store.getState().records.get(last.key);
  // A refused command is forgotten once it was read.
  return record !== undefined && record.state !== 'refused';
}

/** The same labels are on their way to the same printer. A second press would print them twice once the network is back. */
function isUnanswered(asked: string): boolean {
  const owner = ownerNow();
  return [...commands.store.getState().records.values()].some(
    (record) =>
      record.kind === printLabelsCommand.kind &&
      isOpen(record) &&
      isOwnedBy(record, owner) &&
      JSON.stringify([record.request?.params, record.request?.body]) === asked,
  );
}

/** Puts the labels into the queue of a printer. Rule: labels/print-queue. */
export async function printOn(
  printer: LabelPrinter,
  template: LabelTemplate,
  items: readonly LabelItem[],
  look: LabelLook,
): Promise<void> {
  const lost = lostBarcodes(lostAt(template, items, look, printer.dpi), printer.dpi);
  if (lost !== null) toast.info(lost);
  const params = { id: String(printer.id) };
  const body = {
    template: toWireTemplate(template),
    labels: printedItems(items),
    show_borders: look.showBorders,
    show_logo: look.showLogo,
    prints: items.map(({ print }) => print),
  };
  const asked = JSON.stringify([params, body]);
  if (isUnanswered(asked)) {
    toast.info('These labels were sent, and there is no answer yet. They are not sent again.');
    return;
  }
  const again = { title: 'Print these labels again?', message: `They were sent to ${printer.name} before.` };
  if (wasSent(asked) && !(await ask({ ...again, confirmLabel: 'Print again' }))) return;
  const key = newUuid();
  useLast.setState({ asked, key });
  const isSent = await commands.send(printLabelsCommand, {
    // A subject of its own for each print: the next one need not wait for the answer to this one.
    subject: `label printer job ${key}`,
    key,
    title: `Labels on ${printer.name}`,
    memo: null,
    params,
    body,
  });
  if (!isSent) toast.error('The labels were not sent: this browser cannot keep them. Try again.');
}

/** Prints on a label printer of the location, and shows what it has not done yet. */
export function PrinterSection({
  printers,
  template,
  items,
  look,
}: {
  printers: readonly LabelPrinter[];
  template: LabelTemplate;
  /** The labels to print; none while nothing can be printed. */
  items: readonly LabelItem[];
  look: LabelLook;
}) {
  const chosen = useChosenPrinter();
  const fitting = printersFor(printers, template);
  const printer = fitting.find(({ id }) => id === chosen) ?? fitting.find(({ is_default: on }) => on) ?? fitting[0];
  const queue = usePrintQueue();
  const open = (queue.data ?? []).filter(({ finished_at: at, state }) => at === null || state === 'failed');
  return (
    <Section
      title="Label Printer"
      note={
        printer === undefined
          ? template.page.size === 'roll'
            ? 'No printer of this location has labels that large.'
            : 'Choose a template of a roll to print here.'
          : undefined
      }
    >
      {printer && (
        <div className="flex flex-col gap-2">
          {fitting.length > 1 && (
            <Select
              label="Label printer"
              size="touch"
              className="w-full"
              value={String(printer.id)}
              onChange={(id) => choosePrinter(Number(id))}
              options={fitting.map(({ id, name }) => ({ value: String(id), label: name }))}
            />
          )}
          <Button
            size="touch"
            disabled={items.length === 0}
            icon={<Printer aria-hidden className="size-4" />}
            onClick={() => void printOn(printer, template, items, look)}
          >
            Print on {printer.name}
          </Button>
        </div>
      )}
      {open.length > 0 && (
        <div className="mt-3">
          <PrintJobs label="Print queue" jobs={open.slice(0, SHOWN)} />
          {open.length > SHOWN && <p className="mt-1.5 text-sm text-ink-3">and {open.length - SHOWN} more</p>}
        </div>
      )}
    </Section>
  );
}

const SHOWN = 5;
