import { useCallback } from 'react';
import { useCatalogue } from './catalogue.ts';
import { stockUnitOf } from './wire-products.ts';

/** The unit in which a product is counted: "g", or '' for pieces and for what is no longer in the catalogue. */
export function useUnitOf(): (productId: number) => string {
  const { byId } = useCatalogue();
  return useCallback(
    (productId) => {
      const product = byId.get(productId);
      return product ? stockUnitOf(product) : '';
    },
    [byId],
  );
}
