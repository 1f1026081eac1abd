import { useEffect } from 'react';
import { searchIndexOf, useCatalogue } from '#web/entities/catalogue/catalogue.ts';

/**
 * Builds the search index while nobody types. With 10,000 products, building it at the first key would delay that key.
 */
export function WarmIndex() {
  const { products, isComplete } = useCatalogue();
  useEffect(() => {
    if (!isComplete) return;
    const warm = () => void searchIndexOf(products);
    if (!('requestIdleCallback' in window)) {
      const timer = setTimeout(warm, 500);
      return () => clearTimeout(timer);
    }
    const idle = window.requestIdleCallback(warm, { timeout: 2000 });
    return () => window.cancelIdleCallback(idle);
  }, [products, isComplete]);
  return null;
}
