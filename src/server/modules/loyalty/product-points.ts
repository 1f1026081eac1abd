import type { changeProductPointsRoute, ProductPoints } from '#contract/product-points.ts';
import type { BodyOf } from '#contract/route.ts';
import { toMoney } from '#contract/wire.ts';
import { awardByLine, type LoyaltySettings } from '#domain/loyalty-points.ts';
import { type Cents, ZERO_CENTS } from '#domain/money.ts';
import { recordChange } from '#server/db/audit-trail.ts';
import type { Database, Tx } from '#server/db/pool.ts';
import { lockTerms } from '#server/db/terms.ts';
import type { Staff } from '#server/http/guard/session.ts';
import { loadSellable, type Sellable } from '#server/modules/catalogue/service.ts';
import { Refusal } from '#server/refusal.ts';
import { lockProduct, selectItemsOf, selectSettings, updateBonus } from './queries.ts';

/** The points that one piece or tier earns at a price. The minimum does not apply: it is one of a whole sale. */
function earnedBy(item: Sellable, priceCents: Cents, settings: LoyaltySettings): number {
  const line = {
    originalCents: priceCents,
    totalCents: priceCents,
    redeemedCents: ZERO_CENTS,
    categoryIds: item.categoryIds,
    bonusPoints: item.bonusPoints,
    times: 1,
  };
  return awardByLine([line], { ...settings, minimumCents: ZERO_CENTS })[0] ?? 0;
}

function pricesOf(item: Sellable): { label: string; cents: Cents }[] {
  if (item.pricing) {
    const tiers = item.pricing.ruleGroups.flatMap(({ tiers: all }) => all);
    return tiers.map(({ label, priceCents }) => ({ label, cents: priceCents }));
  }
  const label = item.variationId === null ? '' : item.name;
  return item.priceCents === null ? [] : [{ label, cents: item.priceCents }];
}

/** The points that a product earns at its present prices. @throws Refusal `not_found` */
export async function getProductPoints(db: Database, productId: number): Promise<ProductPoints> {
  const [settings, found] = await Promise.all([selectSettings(db), selectItemsOf(db, productId)]);
  const items = [
    ...(
      await loadSellable(
        db,
        found.map(({ variation_id }) => ({ productId, variationId: variation_id })),
      )
    ).values(),
  ];
  const [item] = items;
  if (!item) throw new Refusal('not_found', `There is no product ${productId}.`);
  const prices = items
    .flatMap((one) => pricesOf(one).map((price) => ({ ...price, points: earnedBy(one, price.cents, settings) })))
    // Variants of a product that is priced by tiers have the same ones.
    .filter(({ label }, index, all) => all.findIndex((other) => other.label === label) === index);
  return {
    version: found[0]?.version ?? 0,
    product_id: productId,
    points: prices[0]?.points ?? 0,
    bonus_points: item.bonusPoints,
    excluded: item.categoryIds.some((id) => settings.excludedCategoryIds.includes(id)),
    prices: prices.map(({ label, cents, points }) => ({ label, price: toMoney(cents), points })),
    points_label: settings.label,
  };
}

/**
 * Sets a product's bonus. Rule: loyalty/bonus.
 * @throws Refusal `not_found`; `changed_meanwhile` with the points of the product as it is now
 */
export async function changeBonus(
  tx: Tx,
  staff: Staff,
  productId: number,
  { bonus_points: bonus, version }: BodyOf<typeof changeProductPointsRoute>,
): Promise<void> {
  await lockTerms(tx);
  const before = await lockProduct(tx, productId);
  if (!before) throw new Refusal('not_found', `There is no product ${productId}.`);
  if (version !== undefined && version !== before.version) {
    throw new Refusal(
      'changed_meanwhile',
      'Somebody changed this product meanwhile. Nothing was saved; look at it again.',
      { details: { current: await getProductPoints(tx, productId) } },
    );
  }
  await updateBonus(tx, productId, bonus);
  await recordChange(tx, staff, {
    action: 'product_bonus',
    entity: 'product',
    entityId: productId,
    details: { from: before.bonus_points, to: bonus },
  });
}
