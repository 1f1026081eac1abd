import type { ListedProduct } from '#contract/managed-products.ts';
import { centsOf, displayMoney, toCents } from '#domain/money.ts';

type Priced = Pick<ListedProduct, 'regular_price' | 'lowest_price' | 'highest_price' | 'by_tier'>;

/**
 * "Now $4.50 to $12.00; 2 without a price; 3 priced by tiers.": the prices that a common one would replace. '' for no
 * products.
 */
export function presentPriceWords(products: readonly Priced[]): string {
  const byPrice = products.filter(({ by_tier: byTier }) => !byTier);
  const ofEach = byPrice.map(({ regular_price: price, lowest_price: low, highest_price: high }) =>
    [low ?? price, high ?? price].flatMap((money) => (money === null ? [] : [centsOf(money)])),
  );
  const cents = ofEach.flat();
  const [lowest, highest] = [Math.min(...cents), Math.max(...cents)].map((amount) =>
    Number.isFinite(amount) ? displayMoney(toCents(amount)) : '',
  );
  const without = ofEach.filter((prices) => prices.length === 0).length;
  const byTier = products.length - byPrice.length;
  const parts = [
    cents.length > 0 && (lowest === highest ? lowest : `${lowest} to ${highest}`),
    without > 0 && `${without.toLocaleString('en-US')} without a price`,
    byTier > 0 && `${byTier.toLocaleString('en-US')} priced by tiers`,
  ].filter(Boolean);
  return parts.length === 0 ? '' : `Now ${parts.join('; ')}.`;
}
