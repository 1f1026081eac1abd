import { stockUnitOf, type RegisterProduct } from '#web/entities/catalogue/wire-products.ts';
import { itemOfKey, type PendingRestocks } from '../pending/pending.ts';
import { displayGrouped, type Milli, ONE_MILLI, toMilli } from '#domain/quantity.ts';

/** A quantity of a unit; '' is for pieces. */
export interface OfUnit {
  readonly unit: string;
  readonly milli: Milli;
}

/** The sum of each unit: grams and pieces are not added. */
export function sumsByUnit(quantities: Iterable<OfUnit>): OfUnit[] {
  const sums = new Map<string, number>();
  for (const { unit, milli } of quantities) sums.set(unit, (sums.get(unit) ?? 0) + milli);
  return [...sums].map(([unit, milli]) => ({ unit, milli: toMilli(milli) }));
}

/** "100 g", "1 piece", "16 pieces". */
export function amountWords({ unit, milli }: OfUnit): string {
  return `${displayGrouped(milli)} ${unit || (Math.abs(milli) === ONE_MILLI ? 'piece' : 'pieces')}`;
}

/** The restocked quantities in words: "100 g, 16 pieces". */
export function restockWords(restocks: PendingRestocks, byId: ReadonlyMap<number, RegisterProduct>): string {
  const quantities = [...restocks].map(([key, milli]) => {
    const product = byId.get(itemOfKey(key).productId);
    return { unit: product ? stockUnitOf(product) : '', milli };
  });
  return sumsByUnit(quantities).map(amountWords).join(', ') || '0';
}
