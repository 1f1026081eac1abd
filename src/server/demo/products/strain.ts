import type { PriceClass } from '../catalogue/pricing.ts';
import type { ProductRow } from './row.ts';

/** The plant that flower, cartridges and extracts are made of, as products describe it. */
export type Strain = readonly [
  name: string,
  strainType: 'Indica' | 'Sativa' | 'Hybrid',
  lineage: string,
  nose: string,
  terpene: string,
  effect: string,
  thca: number,
  supplier: string,
];

export function ofStrain(strain: Strain, dollars: number, costDollars: number, priceClass: PriceClass): ProductRow {
  const [name, strainType, lineage, nose, terpene, effect, thca, supplier] = strain;
  return {
    name,
    dollars,
    costDollars,
    priceClass,
    fields: { strain_type: strainType, lineage, nose, terpene, effect, thca_percentage: thca.toFixed(1), supplier },
  };
}
