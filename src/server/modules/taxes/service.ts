import type { TaxRate, TaxScope } from '#domain/tax.ts';

/** A row of the view `present_tax_rates`. */
export interface PresentRate {
  id: number;
  code: string;
  name: string;
  rate_ppm: number;
  compound: boolean;
  included: boolean;
  before_points: boolean;
  /** The categories with all below them. */
  category_ids: number[] | null;
  price_classes: string[] | null;
}

function scopeOf({ category_ids: categoryIds, price_classes: priceClasses }: PresentRate): TaxScope | null {
  if (categoryIds === null && priceClasses === null) return null;
  return { categoryIds: categoryIds ?? [], priceClasses: priceClasses ?? [] };
}

export function toTaxRate(row: PresentRate): TaxRate {
  const { id, code, name, rate_ppm: ratePpm, compound, included, before_points: beforePoints } = row;
  return { id, code, name, ratePpm, compound, included, beforePoints, scope: scopeOf(row) };
}
