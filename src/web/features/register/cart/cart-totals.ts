import { type Cart, toSaleLines } from '#domain/cart.ts';
import { type CartPoints, pointsOff } from '#domain/cart-points.ts';
import { type SaleTotals, totalSale } from '#domain/sale.ts';
import type { TaxRate } from '#domain/tax.ts';
import type { Me } from '#web/api/session/session.ts';

/** The tax rates of the session in the domain's unit: 0.0875 is 87500 millionths. */
export function taxRatesOf(taxes: Me['taxes']): TaxRate[] {
  return taxes.map(({ rate, category_ids: categoryIds, price_classes: priceClasses, before_points, ...tax }) => ({
    ...tax,
    ratePpm: Math.round(rate * 1_000_000),
    beforePoints: before_points ?? false,
    scope: categoryIds || priceClasses ? { categoryIds: categoryIds ?? [], priceClasses: priceClasses ?? [] } : null,
  }));
}

export function totalsOf(lines: Cart, taxes: readonly TaxRate[], points: CartPoints | null): SaleTotals {
  return totalSale(toSaleLines(lines), taxes, pointsOff(points));
}
