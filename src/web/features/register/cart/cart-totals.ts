import { type Cart, toSaleLines } from '#domain/cart.ts';
import { type CartPoints, pointsOff } from '#domain/cart-points.ts';
import { type SaleTotals, totalSale } from '#domain/sale.ts';
import type { TaxRate } from '#domain/tax.ts';

/** The tax rates of the session as the domain counts them: 0.0875 is 87500 millionths. */
export function taxRatesOf(taxes: readonly { id: number; code: string; name: string; rate: number }[]): TaxRate[] {
  return taxes.map(({ id, code, name, rate }) => ({ id, code, name, ratePpm: Math.round(rate * 1_000_000) }));
}

export function totalsOf(lines: Cart, taxes: readonly TaxRate[], points: CartPoints | null): SaleTotals {
  return totalSale(toSaleLines(lines), taxes, pointsOff(points));
}
