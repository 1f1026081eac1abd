import { useEffect } from 'react';
import { useCart } from './cart-store.ts';
import { useCatalogue } from '#web/api/catalogue.ts';

/**
 * Keeps whether a line is taxed as the catalogue has it now. A changed price is shown and accepted at checkout; a
 * changed tax is nobody's choice.
 */
export function useTaxableFromCatalogue(): void {
  const { byId } = useCatalogue();
  const lines = useCart((cart) => cart.lines);
  const locked = useCart((cart) => cart.sent !== null);
  const replaceLines = useCart((cart) => cart.replaceLines);
  useEffect(() => {
    if (locked) return;
    const isStale = lines.some((line) => (byId.get(line.productId)?.taxable ?? line.taxable) !== line.taxable);
    if (!isStale) return;
    replaceLines(lines.map((line) => ({ ...line, taxable: byId.get(line.productId)?.taxable ?? line.taxable })));
  }, [byId, lines, locked, replaceLines]);
}
