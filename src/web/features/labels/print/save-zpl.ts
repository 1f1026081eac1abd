import { type LabelLook, layoutLabel } from '#domain/labels/layout.ts';
import type { LabelTemplate } from '#domain/labels/template.ts';
import { type PrinterDpi, unmoved, zplOf } from '#domain/labels/zpl.ts';
import { saveFile } from '#web/ui/save-file.ts';
import type { LabelItem } from '../label-items.ts';

function drawnFor(template: LabelTemplate, items: readonly LabelItem[], look: LabelLook, dpi: PrinterDpi) {
  return items.map(({ name, content, copies }) => ({
    name,
    copies,
    drawn: layoutLabel(template, content, look, dpi),
  }));
}

const lostOf = (labels: ReturnType<typeof drawnFor>): string[] =>
  labels.flatMap(({ name, drawn }) => (drawn.warnings.includes('barcode_left_out') ? [name] : []));

const NAMED = 3;

/** A sentence about labels whose barcode a printer of few dots cannot print: its bars are coarser than in the preview. */
export function lostBarcodes(lost: readonly string[], dpi: PrinterDpi): string | null {
  if (lost.length === 0) return null;
  const others = lost.length > NAMED ? ` and ${lost.length - NAMED} more` : '';
  return `A printer of ${dpi} dots an inch cannot print these barcodes, so they are left out: ${lost.slice(0, NAMED).join(', ')}${others}.`;
}

/** Names of labels whose barcode a printer of these dots cannot print. */
export function lostAt(
  template: LabelTemplate,
  items: readonly LabelItem[],
  look: LabelLook,
  dpi: PrinterDpi,
): string[] {
  return lostOf(drawnFor(template, items, look, dpi));
}

/** Downloads the labels as a ZPL file for a label printer. Returns the names of labels whose barcode cannot be printed. */
export function saveZpl(
  template: LabelTemplate,
  items: readonly LabelItem[],
  look: LabelLook,
  dpi: PrinterDpi,
): string[] {
  const labels = drawnFor(template, items, look, dpi);
  const zpl = labels.map(({ drawn, copies }) => zplOf(drawn, copies, unmoved(dpi))).join('\n');
  saveFile('labels.zpl', `${zpl}\n`, 'application/octet-stream');
  return lostOf(labels);
}
