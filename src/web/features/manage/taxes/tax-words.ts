import type { TaxSetting } from '#contract/taxes.ts';

/** The ways in which a tax differs from one added to the price of all goods: 'Included · 2 categories'. */
export function taxRules({
  included,
  compound,
  before_points: beforePoints,
  category_ids: categoryIds,
  price_classes: priceClasses,
}: Pick<TaxSetting, 'included' | 'compound' | 'before_points' | 'category_ids' | 'price_classes'>): string {
  const counted = (count: number, one: string, many: string) =>
    count === 0 ? [] : [count === 1 ? `1 ${one}` : `${count} ${many}`];
  const goods = [
    ...counted(categoryIds?.length ?? 0, 'category', 'categories'),
    ...counted(priceClasses?.length ?? 0, 'price class', 'price classes'),
  ].join(', ');
  return [
    ...(included ? ['Included'] : []),
    ...(compound ? ['On taxes before it'] : []),
    ...(beforePoints ? ['Before points'] : []),
    goods || 'All goods',
  ].join(' · ');
}
