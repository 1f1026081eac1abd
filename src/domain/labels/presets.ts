import type { BarcodeChoice } from './barcode.ts';
import type { ExtraField, LabelField } from './lines.ts';

/** A saved choice of the fields on labels. It does not change the texts typed at the print. Rule: labels/presets. */
export interface LabelPreset {
  readonly id: 'shelf' | 'compliance';
  readonly name: string;
  readonly fields: readonly LabelField[];
  readonly extras: readonly ExtraField[];
  readonly showTierPrice: boolean;
  readonly showTierLabel: boolean;
  readonly showNetWeight: boolean;
  readonly showWarning: boolean;
  readonly barcode: BarcodeChoice;
}

export const PRESETS: readonly LabelPreset[] = [
  {
    id: 'shelf',
    name: 'Shelf',
    fields: ['strain_type', 'thca_percentage'],
    extras: [],
    showTierPrice: true,
    showTierLabel: true,
    showNetWeight: false,
    showWarning: false,
    barcode: 'none',
  },
  {
    id: 'compliance',
    name: 'Compliance',
    fields: ['strain_type', 'thca_percentage'],
    extras: [],
    showTierPrice: true,
    showTierLabel: false,
    showNetWeight: true,
    showWarning: true,
    barcode: 'item',
  },
];
