import type { TaxSetting } from '#contract/taxes.ts';
import { ppmOf, type TaxRate } from '#domain/tax.ts';
import { inTree } from '../edit/category-choice.tsx';
import type { Category } from '../edit/category-queries.ts';
import type { ExampleGoods } from './tax-example.tsx';

const OTHER_GOODS: ExampleGoods = { name: 'goods' };

/** The tax rate for a sale with this setting. Unlike in real sales, its categories do not include those below them. */
export function rateOf(setting: Omit<TaxSetting, 'location_id' | 'position' | 'from' | 'from_day' | 'state'>): TaxRate {
  const { id, code, name, rate, compound, included, before_points: beforePoints } = setting;
  const { category_ids: categoryIds, price_classes: priceClasses } = setting;
  const scope =
    categoryIds || priceClasses ? { categoryIds: categoryIds ?? [], priceClasses: priceClasses ?? [] } : null;
  return { id, code, name, ratePpm: ppmOf(rate ?? '0'), compound, included, beforePoints, scope };
}

/** Example goods: one of each kind that a tax names, starting with the first tax, and one of no such kind. */
export function exampleGoods(
  scopes: readonly { readonly ids: readonly number[] | null; readonly classNames: readonly string[] | null }[],
  categories: readonly Category[],
): [ExampleGoods, ...ExampleGoods[]] {
  const tree = inTree(categories);
  const kinds = scopes.map(({ ids, classNames }): ExampleGoods => {
    const named = tree.find(({ category: { id } }) => ids?.includes(id));
    const [priceClass] = classNames ?? [];
    if (named) return { name: named.category.name, categoryIds: [named.category.id, ...named.above] };
    return priceClass === undefined ? OTHER_GOODS : { name: priceClass, priceClass };
  });
  const [own, ...more] = [...kinds, OTHER_GOODS];
  return [
    own ?? OTHER_GOODS,
    ...more.filter(({ name }, at) => name !== own?.name && more.findIndex((one) => one.name === name) === at),
  ];
}
