import { stockUnitOf, type RegisterProduct } from '#web/entities/catalogue/wire-products.ts';
import { itemOfKey, type PendingRestocks } from '../pending/pending.ts';
import { displayGrouped, ONE_MILLI } from '#domain/quantity.ts';
import { type OfUnit, sumsByUnit } from '#domain/unit.ts';

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
