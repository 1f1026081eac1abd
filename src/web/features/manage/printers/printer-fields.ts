import { type LabelPrinter, MOST_OFFSET_IN, type PrinterSent } from '#contract/label-printers.ts';
import { PRINTER_DPIS } from '#domain/labels/zpl.ts';
import { readDecimal } from '#domain/typed.ts';

export const LABELS = {
  name: 'Name',
  host: 'Address',
  port: 'Port',
  dpi: 'Resolution',
  width: 'Label width',
  height: 'Label height',
  offset_x: 'Move right',
  offset_y: 'Move down',
  darkness: 'Darkness',
  is_default: 'Printer of Quick Print',
} as const;

export type PrinterForm = Readonly<
  Record<Exclude<keyof typeof LABELS, 'is_default'>, string> & { is_default: boolean }
>;
export type TypedField = Exclude<keyof PrinterForm, 'is_default' | 'dpi'>;

/** The form of a printer; of a new one with what most have. */
export function formOfPrinter(printer: LabelPrinter | null): PrinterForm {
  return {
    name: printer?.name ?? '',
    host: printer?.host ?? '',
    port: String(printer?.port ?? 9100),
    dpi: String(printer?.dpi ?? 203),
    width: String(printer?.width ?? 2.25),
    height: String(printer?.height ?? 1.25),
    offset_x: String(printer?.offset_x ?? 0),
    offset_y: String(printer?.offset_y ?? 0),
    darkness: printer?.darkness?.toString() ?? '',
    is_default: printer?.is_default ?? false,
  };
}

export type PrinterProblems = Partial<Record<TypedField, string>>;

/** The printer as a request sends it, and the problem of each field. */
export function readPrinter(form: PrinterForm): { wire: PrinterSent; problems: PrinterProblems } {
  const problems: PrinterProblems = {};
  const figure = (name: TypedField, least: number, most: number, sentence: string, isWhole = false): number => {
    const read = readDecimal(form[name], { decimals: isWhole ? 0 : 3, least, most });
    if (read.ok) return read.value;
    problems[name] = sentence;
    return 0;
  };
  if (form.name.trim() === '') problems.name = 'Give a name.';
  if (form.host.trim() === '') problems.host = 'Give the address of the printer, like 192.168.1.50.';
  const offset = `From -${MOST_OFFSET_IN} to ${MOST_OFFSET_IN} in.`;
  const wire: PrinterSent = {
    name: form.name.trim(),
    host: form.host.trim(),
    port: figure('port', 1, 65_535, 'A whole number from 1 to 65535; most printers have 9100.', true),
    dpi: PRINTER_DPIS.find((dpi) => String(dpi) === form.dpi) ?? 203,
    width: figure('width', 0.1, 50, 'In inches, like 2.25.'),
    height: figure('height', 0.1, 50, 'In inches, like 1.25.'),
    offset_x: figure('offset_x', -MOST_OFFSET_IN, MOST_OFFSET_IN, offset),
    offset_y: figure('offset_y', -MOST_OFFSET_IN, MOST_OFFSET_IN, offset),
    darkness:
      form.darkness.trim() === ''
        ? null
        : figure('darkness', 0, 30, 'A whole number from 0 to 30, or empty for the setting of the printer.', true),
    is_default: form.is_default,
  };
  return { wire, problems };
}
