import { type LoyaltySettings, type PointRounding, pointsEarned, pointsLabel } from '#domain/loyalty-points.ts';
import { type Cents, displayMoney, toCents } from '#domain/money.ts';
import type { FieldName } from './loyalty-draft.ts';

export const FIELD_LABEL: Record<FieldName, string> = {
  earn_points: 'Points earned',
  earn_amount: 'For every',
  rounding: 'Parts of a point',
  minimum_amount: 'Least to spend',
  excluded_category_ids: 'Categories that earn nothing',
  earn_on_discounted: 'Discounted goods',
  redeem_points: 'Points used',
  redeem_amount: 'Are worth',
  points_label: 'Names of points',
  expire_after_days: 'Points expire',
};

export const ROUNDING_LABEL: Record<PointRounding, string> = {
  down: 'Dropped',
  nearest: 'Rounded to the nearest point',
  up: 'Rounded up',
};

const ROUNDING_WORDS: Record<PointRounding, string> = {
  down: 'Parts of a point are dropped.',
  nearest: 'Parts of a point are rounded to the nearest.',
  up: 'Parts of a point are rounded up.',
};

function pointsIn(count: number, { label }: Pick<LoyaltySettings, 'label'>): string {
  return `${count.toLocaleString('en-US')} ${pointsLabel(label, count).toLowerCase()}`;
}

/** An uneven amount, to show the rounding of points. It is larger if this much would earn nothing. */
function exampleGoods({ minimumCents }: LoyaltySettings): Cents {
  const usual = 2340;
  return toCents(Math.max(usual, minimumCents));
}

/** "$23.40 of goods earn 23 points; 100 points are $5.00 off." */
export function example(settings: LoyaltySettings): string {
  const goods = exampleGoods(settings);
  const earned = pointsEarned(goods, settings);
  return `${displayMoney(goods)} of goods ${earned === 0 ? 'earn nothing' : `earn ${pointsIn(earned, settings)}`}; ${pointsIn(settings.redeemPoints, settings)} ${settings.redeemPoints === 1 ? 'is' : 'are'} ${displayMoney(settings.redeemCents)} off.`;
}

function days(count: number): string {
  return count === 1 ? '1 day' : `${count.toLocaleString('en-US')} days`;
}

/**
 * The loyalty settings in sentences, as staff would explain them to a customer.
 * @param nameOf the name of a category
 */
export function inSentences(settings: LoyaltySettings, nameOf: (categoryId: number) => string): string[] {
  const { label, earnPoints, earnCents, minimumCents, excludedCategoryIds, expireAfterDays } = settings;
  const many = pointsLabel(label, 2);
  const excluded = excludedCategoryIds.map(nameOf).join(', ');
  return [
    earnPoints === 0
      ? 'Sales earn nothing for their price. Products with points of their own still give those.'
      : `A customer earns ${pointsIn(earnPoints, settings)} for every ${displayMoney(earnCents)} paid for goods, before tax. ${ROUNDING_WORDS[settings.rounding]}`,
    ...(minimumCents > 0 ? [`A sale with less than ${displayMoney(minimumCents)} of such goods earns nothing.`] : []),
    ...(excluded === '' ? [] : [`Goods of these categories earn nothing: ${excluded}.`]),
    settings.earnsOnDiscounted
      ? 'Goods that are sold below their list price earn on what is paid for them.'
      : 'Goods that are sold below their list price earn nothing.',
    `${pointsIn(settings.redeemPoints, settings)} ${settings.redeemPoints === 1 ? 'takes' : 'take'} ${displayMoney(settings.redeemCents)} off a sale, in whole steps and never more than the goods are worth.`,
    expireAfterDays === null
      ? `${many} never expire.`
      : `${many} expire ${days(expireAfterDays)} after they were earned, the oldest first.`,
  ];
}

/** A value of a field in words, to describe somebody else's change. */
export function valueInWords(
  name: FieldName,
  settings: LoyaltySettings,
  nameOf: (categoryId: number) => string,
): string {
  switch (name) {
    case 'earn_points':
      return settings.earnPoints.toLocaleString('en-US');
    case 'earn_amount':
      return displayMoney(settings.earnCents);
    case 'rounding':
      return ROUNDING_LABEL[settings.rounding];
    case 'minimum_amount':
      return displayMoney(settings.minimumCents);
    case 'excluded_category_ids':
      return settings.excludedCategoryIds.map(nameOf).join(', ') || 'None';
    case 'earn_on_discounted':
      return settings.earnsOnDiscounted ? 'Earn points' : 'Earn nothing';
    case 'redeem_points':
      return settings.redeemPoints.toLocaleString('en-US');
    case 'redeem_amount':
      return displayMoney(settings.redeemCents);
    case 'points_label':
      return settings.label.replace(':', ', ');
    case 'expire_after_days':
      return settings.expireAfterDays === null ? 'Never' : `After ${days(settings.expireAfterDays)}`;
  }
}
