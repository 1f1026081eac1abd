import { useEffect } from 'react';
import type { CartLine } from '#domain/cart.ts';
import type { RegisterProduct } from '#web/entities/catalogue/wire-products.ts';
import { toast } from '#web/ui/status/toast.tsx';
import { totalsOf } from './cart-totals.ts';
import { taxedAs } from './line/sellable.ts';
import { useTaxes } from './use-cart-sums.ts';
import { useCart } from './state/cart-store.ts';
import { useCatalogue } from '#web/entities/catalogue/catalogue.ts';

/** The line with the present tax properties and floor price of its product; the same object if nothing has changed. */
function taxedNow(line: CartLine, product: RegisterProduct | undefined): CartLine {
  if (!product) return line;
  const taxed = taxedAs(product);
  const { floorCents = null } = product;
  const isSame =
    taxed.taxable === line.taxable &&
    taxed.priceClass === (line.priceClass ?? null) &&
    taxed.categoryIds.join() === (line.categoryIds ?? []).join() &&
    floorCents === (line.floorCents ?? null);
  return isSame ? line : { ...line, ...taxed, floorCents };
}

/**
 * Keeps the tax properties of lines up to date with the catalogue: taxable or not, categories and price class. A
 * changed price is shown and accepted at checkout, but a changed tax is not a choice. If it changes the total, an open
 * payment is closed, because the customer was told another amount.
 */
export function useTaxableFromCatalogue(): void {
  const { byId } = useCatalogue();
  const lines = useCart((cart) => cart.lines);
  const locked = useCart((cart) => cart.sent !== null);
  const taxes = useTaxes();
  const replaceLines = useCart((cart) => cart.replaceLines);
  useEffect(() => {
    if (locked) return;
    const now = lines.map((line) => taxedNow(line, byId.get(line.productId)));
    if (now.every((line, index) => line === lines[index])) return;
    const { stage, closeCheckout, points } = useCart.getState();
    const isDearer = totalsOf(now, taxes, points).totalCents !== totalsOf(lines, taxes, points).totalCents;
    if (stage === 'checkout' && isDearer) {
      closeCheckout();
      toast.info('The tax of an item has changed, and with it the total. Look at it before you take the payment.');
    }
    replaceLines(now);
  }, [byId, lines, locked, replaceLines, taxes]);
}
