import { labelsPdfRoute, toWireCalibration, toWireTemplate } from '#contract/labels.ts';
import type { Calibration } from '#domain/labels/calibration.ts';
import type { LabelLook } from '#domain/labels/layout.ts';
import type { LabelTemplate } from '#domain/labels/template.ts';
import { callFile } from '#web/api/call/call-file.ts';
import { saveFile } from '#web/ui/save-file.ts';
import type { LabelItem } from '../label-items.ts';
import { printedItems } from './printed-items.ts';

/** Downloads the labels of the preview as a PDF that the server draws. @throws CallError */
export async function savePdf(
  template: LabelTemplate,
  items: readonly LabelItem[],
  look: LabelLook,
  { start, ruler, calibration }: { start: number; ruler: boolean; calibration: Calibration },
): Promise<void> {
  const file = await callFile(labelsPdfRoute, {
    template: toWireTemplate(template),
    labels: printedItems(items),
    start,
    show_borders: look.showBorders,
    show_logo: look.showLogo,
    ruler,
    calibration: toWireCalibration(calibration),
  });
  saveFile('labels.pdf', file);
}
