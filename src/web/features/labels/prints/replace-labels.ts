import { change, takeItems, useLabels } from '../labels-state.ts';
import type { Stock } from '../templates/template-queries.ts';
import type { StaleLabel } from './stale-labels.ts';

/**
 * Replaces the rows with fresh labels, as many of each as were printed. They show the same kinds of prices as the old
 * ones and use the template that most of those used.
 */
export function replaceLabels(stale: readonly StaleLabel[], stocks: readonly Stock[]): void {
  const sold = stale.filter(({ todayCents }) => todayCents !== null);
  if (sold.length === 0) return;
  takeItems(
    sold.map(({ print, tier }) => ({
      productId: print.product_id ?? 0,
      variationId: print.variation_id,
      tier,
      copies: print.copies,
    })),
  );
  const { extras, showTierPrice, showTierLabel } = useLabels.getState();
  const showsTier = sold.some(({ print }) => print.tier_price !== null);
  const showsPrice = sold.some(({ print }) => print.price !== null);
  const counts = new Map<string, number>();
  for (const { print } of sold) counts.set(print.template, (counts.get(print.template) ?? 0) + 1);
  const [most] = [...counts].toSorted(([, one], [, other]) => other - one);
  const stock = stocks.find(({ template: { name } }) => name === most?.[0]);
  change({
    extras: showsPrice && !extras.includes('price') ? [...extras, 'price'] : extras,
    showTierPrice: showTierPrice || showsTier,
    showTierLabel: showTierLabel || showsTier,
    ...(stock && { templateId: stock.template.id }),
  });
}
