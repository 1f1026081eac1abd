import { stockUnitOf, type RegisterProduct } from '#web/entities/catalogue/wire-products.ts';
import { itemOfKey, type PendingRestocks } from '../pending/pending.ts';
import { amountWords, sumsByUnit } from '#domain/unit.ts';

/** The restocked quantities in words: "100 g, 16 pieces". */
export function restockWords(restocks: PendingRestocks, byId: ReadonlyMap<number, RegisterProduct>): string {
  const quantities = [...restocks].map(([key, milli]) => {
    const product = byId.get(itemOfKey(key).productId);
    return { unit: product ? stockUnitOf(product) : '', milli };
  });
  return sumsByUnit(quantities).map(amountWords).join(', ') || '0';
}
