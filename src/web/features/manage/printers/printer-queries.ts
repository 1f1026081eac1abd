import {
  changeLabelPrinterRoute,
  createLabelPrinterRoute,
  deleteLabelPrinterRoute,
  type LabelPrinter,
  testLabelPrinterRoute,
} from '#contract/label-printers.ts';
import { queryClient } from '#web/api/queries/query-client.ts';
import { pressedCommand } from '#web/entities/command/pressed-command.ts';
import { printersKey } from '#web/entities/labels/printers.ts';
import { formCommand } from '../form/record-form.ts';

/** Shows a printer from an answer. */
function show({ data: printer }: { data: LabelPrinter }): void {
  queryClient.setQueryData<LabelPrinter[]>(printersKey(printer.location_id), (present) =>
    present?.some(({ id }) => id === printer.id)
      ? present.map((one) => (one.id === printer.id && one.version <= printer.version ? printer : one))
      : present && [...present, printer],
  );
}

export const NEW_PRINTER = 'label printer new';
export const printerSubject = (id: number, part = 'settings') => `label printer ${id} ${part}`;

export const createPrinterCommand = formCommand('label-printer-create', createLabelPrinterRoute, {
  stale: 'labels',
  done: ({ data }) => `${data.name} is added`,
  show,
});

export const changePrinterCommand = formCommand('label-printer-change', changeLabelPrinterRoute, {
  stale: 'labels',
  done: ({ data }) => `${data.name} is saved`,
  show,
});

export const deletePrinterCommand = pressedCommand('label-printer-delete', deleteLabelPrinterRoute, {
  stale: 'labels',
  done: () => 'The printer is deleted',
});

export const testPrinterCommand = pressedCommand('label-printer-test', testLabelPrinterRoute, {
  stale: 'label-queue',
  done: ({ data }) => `A test label is sent to ${data.printer}`,
});
