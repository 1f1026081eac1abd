import type { DemoConversionRatio, DemoPricingRule, DemoTier } from '../model.ts';
import { BLUEPRINT } from '../shop.ts';

/** A pre-roll is rolled at the counter from 0.7 g of its jar. Rule: stock/converted-deduction. */
const ROLLED_FROM_THE_JAR: DemoConversionRatio = {
  input_amount: 0.7,
  input_unit: 'g',
  output_amount: 1,
  output_unit: 'pre-roll',
  description: '0.7 g of flower per pre-roll',
};

type Steps = readonly (readonly [quantity: number, dollars: number])[];

/** The rules of its blueprint with the same price class price a product. */
export type PriceClass =
  | 'house'
  | 'reserve'
  | 'smalls'
  | 'cartridge'
  | 'disposable'
  | 'cured'
  | 'rosin'
  | 'pack'
  | 'bar'
  | 'can'
  | 'shot';

export const PRICING_RULES: readonly DemoPricingRule[] = [
  byWeight(101, BLUEPRINT.flower, 'house', 'House flower', 'flower', [
    [1, 15],
    [3.5, 40],
    [7, 60],
    [14, 110],
    [28, 200],
  ]),
  byWeight(102, BLUEPRINT.flower, 'reserve', 'Reserve flower', 'flower', [
    [1, 18],
    [3.5, 50],
    [7, 90],
    [14, 160],
    [28, 285],
  ]),
  byWeight(103, BLUEPRINT.flower, 'smalls', 'Smalls', 'flower', [
    [1, 10],
    [3.5, 25],
    [7, 45],
    [14, 80],
    [28, 140],
  ]),
  rolled(111, 'house', 'House pre-rolls', [
    [1, 10],
    [3, 27],
    [5, 40],
  ]),
  rolled(112, 'reserve', 'Reserve pre-rolls', [
    [1, 13],
    [3, 36],
    [5, 55],
  ]),
  rolled(113, 'smalls', 'Smalls pre-rolls', [
    [1, 7],
    [3, 19],
    [5, 28],
  ]),
  byPiece(121, BLUEPRINT.vape, 'cartridge', 'Cartridges', 'vape', 'piece', [
    [1, 35],
    [2, 65],
    [3, 90],
    [4, 112],
  ]),
  byPiece(122, BLUEPRINT.vape, 'disposable', 'Disposables', 'vape', 'piece', [
    [1, 45],
    [2, 84],
    [3, 120],
    [4, 150],
  ]),
  byWeight(131, BLUEPRINT.concentrate, 'cured', 'Cured extracts', 'concentrate', [
    [1, 30],
    [2, 55],
    [3.5, 85],
    [7, 150],
  ]),
  byWeight(132, BLUEPRINT.concentrate, 'rosin', 'Live rosin', 'concentrate', [
    [1, 50],
    [2, 95],
    [3.5, 155],
    [7, 290],
  ]),
  byPiece(141, BLUEPRINT.edible, 'pack', 'Edible packs', 'edible', 'pack', [
    [1, 20],
    [2, 36],
    [3, 50],
    [5, 78],
  ]),
  byPiece(142, BLUEPRINT.edible, 'bar', 'Bars and baked', 'edible', 'pack', [
    [1, 12],
    [2, 22],
    [4, 40],
  ]),
  byPiece(151, BLUEPRINT.moonwater, 'can', 'Moonwater cans', 'moonwater', 'can', [
    [1, 7],
    [4, 25],
    [12, 69],
    [24, 130],
  ]),
  byPiece(152, BLUEPRINT.moonwater, 'shot', 'Moonwater shots', 'moonwater', 'bottle', [
    [1, 9],
    [3, 25],
    [6, 46],
  ]),
];

function byWeight(
  id: number,
  blueprintId: number,
  priceClass: PriceClass,
  name: string,
  productType: string,
  steps: Steps,
): DemoPricingRule {
  return rule({ id, blueprintId, priceClass, name, productType }, steps, 'g', (quantity) => `${quantity} g`, null);
}

function byPiece(
  id: number,
  blueprintId: number,
  priceClass: PriceClass,
  name: string,
  productType: string,
  unit: string,
  steps: Steps,
): DemoPricingRule {
  return rule(
    { id, blueprintId, priceClass, name, productType },
    steps,
    unit,
    (quantity) => counted(quantity, unit),
    null,
  );
}

function rolled(id: number, priceClass: PriceClass, name: string, steps: Steps): DemoPricingRule {
  const label = (quantity: number): string => counted(quantity, 'pre-roll');
  const named = { id, blueprintId: BLUEPRINT.flower, priceClass, name, productType: 'preroll' };
  return rule(named, steps, 'pre-roll', label, ROLLED_FROM_THE_JAR);
}

function rule(
  named: Omit<DemoPricingRule, 'tiers'>,
  steps: Steps,
  unit: string,
  labelOf: (quantity: number) => string,
  conversionRatio: DemoConversionRatio | null,
): DemoPricingRule {
  const tiers: DemoTier[] = steps.map(([quantity, dollars], index) => ({
    id: named.id * 10 + index,
    label: labelOf(quantity),
    minMilli: Math.round(quantity * 1000),
    priceCents: dollars * 100,
    unit,
    conversionRatio,
  }));
  return { ...named, tiers };
}

function counted(quantity: number, unit: string): string {
  return `${quantity} ${unit}${quantity === 1 ? '' : 's'}`;
}
