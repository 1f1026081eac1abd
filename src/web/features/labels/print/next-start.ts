import { type LabelTemplate, perPage } from '#domain/labels/template.ts';
import { toast } from '#web/ui/status/toast.tsx';
import { setStart } from '../till-sheets.ts';

/**
 * Offers a start position for the next print. It does not set it, because after the print dialog only the person knows
 * if the labels came out. Rule: labels/part-used-sheets.
 */
export function offerNextStart(template: LabelTemplate, start: number, labels: number): void {
  const cells = perPage(template);
  if (cells === 1) return;
  const next = (start + labels) % cells;
  if (next === start) return;
  toast.info(next === 0 ? 'That used up the sheet.' : `That used the sheet up to label ${next}.`, {
    label: `Start at label ${next + 1} next time`,
    onPress: () => setStart(template.id, next),
  });
}
