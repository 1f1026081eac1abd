import { useCallback, useMemo, useSyncExternalStore } from 'react';
import type { Cart } from '#domain/cart.ts';
import type { CartPoints } from '#domain/cart-points.ts';
import type { SaleTotals } from '#domain/sale.ts';
import type { TaxRate } from '#domain/tax.ts';
import { useMe } from '#web/api/session/session.ts';
import { stockIfKnown, useCart } from './state/cart-store.ts';
import { taxRatesOf, totalsOf } from './cart-totals.ts';
import { type Shortage, shortagesOf } from './line/stock-check.ts';
import { listenStock } from '#web/entities/stock/stock.ts';

/** The taxes of the own location. */
export function useTaxes(): TaxRate[] {
  const { taxes } = useMe();
  return useMemo(() => taxRatesOf(taxes), [taxes]);
}

/** The totals of the present cart, after the points it uses, with the location's taxes. */
export function useCartTotals(): SaleTotals {
  return useTotals(
    useCart((cart) => cart.lines),
    useCart((cart) => cart.points),
  );
}

/** The totals of lines, after points, with the location's taxes. */
export function useTotals(lines: Cart, points: CartPoints | null): SaleTotals {
  const taxes = useTaxes();
  return useMemo(() => totalsOf(lines, taxes, points), [lines, taxes, points]);
}

/** The lines that ask for more than is in stock, by line key; updated with every change of stock. */
export function useShortages(lines: Cart): Map<string, Shortage> {
  const listen = useCallback(
    (notify: () => void) => {
      const products = new Set(lines.map((line) => line.productId));
      return listenStock([...products], notify);
    },
    [lines],
  );
  useSyncExternalStore(listen, () => lines.map((line) => stockIfKnown(line) ?? '?').join());
  return shortagesOf(lines, stockIfKnown);
}
