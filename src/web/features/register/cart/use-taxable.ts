import { useEffect } from 'react';
import { toast } from '#web/ui/status/toast.tsx';
import { useCart } from './state/cart-store.ts';
import { useCatalogue } from '#web/entities/catalogue/catalogue.ts';

/**
 * Keeps whether a line is taxed as the catalogue has it now. A changed price is shown and accepted at checkout; a
 * changed tax is nobody's choice. A payment that is open is closed: the amount that was said is no longer the total.
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
    const { stage, closeCheckout } = useCart.getState();
    if (stage === 'checkout') {
      closeCheckout();
      toast.info('The tax of an item has changed, and with it the total. Look at it before you take the payment.');
    }
    replaceLines(lines.map((line) => ({ ...line, taxable: byId.get(line.productId)?.taxable ?? line.taxable })));
  }, [byId, lines, locked, replaceLines]);
}
