import type { Milli } from '#domain/quantity.ts';
import { amountWords, sumsByUnit } from '#domain/unit.ts';

/**
 * Quantities as the audit trail tells them, "-2 pieces" and "1.25 g": grams are not added to pieces.
 * @param units of the products, by their ids
 */
export function toldByUnit(
  lines: readonly { readonly productId: number; readonly milli: Milli }[],
  units: ReadonlyMap<number, string>,
): string[] {
  return sumsByUnit(lines.map(({ productId, milli }) => ({ unit: units.get(productId) ?? '', milli })))
    .filter(({ milli }) => milli !== 0)
    .map(amountWords);
}
