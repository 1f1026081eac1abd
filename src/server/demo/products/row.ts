import type { FieldValues } from '../model.ts';
import type { PriceClass } from '../catalogue/pricing.ts';

/** A product as it is written down by hand; ids, SKU, barcode and picture follow from its place in the list. */
export interface ProductRow {
  readonly name: string;
  /** Price without tiers, or of the smallest tier. */
  readonly dollars: number;
  readonly saleDollars?: number;
  readonly costDollars: number;
  readonly priceClass?: PriceClass;
  readonly fields?: FieldValues;
  readonly attribute?: string;
  /** Variants, with their price where it differs. */
  readonly options?: readonly (string | readonly [option: string, dollars: number])[];
}
