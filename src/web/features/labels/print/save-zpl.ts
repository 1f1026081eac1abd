import { type LabelLook, layoutLabel } from '#domain/labels/layout.ts';
import type { LabelTemplate } from '#domain/labels/template.ts';
import { type PrinterDpi, unmoved, zplOf } from '#domain/labels/zpl.ts';
import { saveFile } from '#web/ui/save-file.ts';
import type { LabelItem } from '../label-items.ts';

/**
 * Downloads the labels as a ZPL file for a label printer. Returns the names of labels whose barcode cannot be printed:
 * at few dots per inch, bars are coarser than in the preview.
 */
export function saveZpl(
  template: LabelTemplate,
  items: readonly LabelItem[],
  look: LabelLook,
  dpi: PrinterDpi,
): string[] {
  const labels = items.map(({ name, content, copies }) => ({
    name,
    copies,
    drawn: layoutLabel(template, content, look, dpi),
  }));
  const zpl = labels.map(({ drawn, copies }) => zplOf(drawn, copies, unmoved(dpi))).join('\n');
  saveFile('labels.zpl', `${zpl}\n`, 'application/octet-stream');
  return labels.flatMap(({ name, drawn }) => (drawn.warnings.includes('barcode_left_out') ? [name] : []));
}
