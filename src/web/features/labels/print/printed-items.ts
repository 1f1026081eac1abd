import type { labelsPdfRoute } from '#contract/labels.ts';
import type { BodySent } from '#contract/route.ts';
import type { LabelItem } from '../label-items.ts';

/** Labels as requests send them. */
export function printedItems(items: readonly LabelItem[]): BodySent<typeof labelsPdfRoute>['labels'] {
  return items.map(({ content: { name, lines, barcode }, copies }) => ({
    name,
    lines: lines.map(({ text, strong }) => ({ text, ...(strong && { strong }) })),
    barcode,
    copies,
  }));
}
