import type { PriceClass } from '../catalogue/pricing.ts';
import type { ProductRow } from './row.ts';

type Treat = readonly [
  name: string,
  nose: string,
  effect: string,
  strainType: 'Indica' | 'Sativa' | 'Hybrid',
  supplier: string,
  flavours?: readonly string[],
];

const PACKS: readonly Treat[] = [
  [
    'Slow Hour Gummies 10 pk',
    'Fruit',
    'Slow and warm',
    'Indica',
    'Moonshadow Kitchens',
    ['Black Cherry', 'Peach', 'Watermelon', 'Blue Raspberry'],
  ],
  [
    'Bright Side Gummies 10 pk',
    'Citrus',
    'Bright',
    'Sativa',
    'Moonshadow Kitchens',
    ['Blood Orange', 'Lemon Ginger', 'Grapefruit'],
  ],
  ['Muscadine Gummies 10 pk', 'Muscadine grape', 'Mellow', 'Hybrid', 'Moonshadow Kitchens'],
  ['Strawberry Basil Gummies 10 pk', 'Strawberry, basil', 'Cheerful', 'Hybrid', 'Moonshadow Kitchens'],
  ['Mango Chili Gummies 10 pk', 'Mango, chili', 'Energetic', 'Sativa', 'Moonshadow Kitchens'],
  ['Blackberry Sage Pastilles', 'Blackberry, sage', 'Settled', 'Indica', 'Catawba Confections'],
  ['Pear & Honey Pastilles', 'Pear, honey', 'Easygoing', 'Hybrid', 'Catawba Confections'],
  ['Rose Lokum Bites', 'Rose, pistachio', 'Mellow', 'Hybrid', 'Catawba Confections'],
  ['Sour Green Apple Rings', 'Green apple', 'Bright', 'Sativa', 'Moonshadow Kitchens'],
  ['Sour Peach Rings', 'Peach', 'Easygoing', 'Hybrid', 'Moonshadow Kitchens'],
  ['Sea Salt Caramels 8 pk', 'Caramel, sea salt', 'Slow and warm', 'Indica', 'Catawba Confections'],
  ['Espresso Caramels 8 pk', 'Coffee, caramel', 'Focused', 'Sativa', 'Catawba Confections'],
  ['Peppermint Tin 20 pk', 'Peppermint', 'Clear-headed', 'Hybrid', 'Queen City Sweets'],
  ['Ginger Lemon Drops 20 pk', 'Ginger, lemon', 'Talkative', 'Sativa', 'Queen City Sweets'],
  ['Cinnamon Tin 20 pk', 'Cinnamon', 'Energetic', 'Hybrid', 'Queen City Sweets'],
  ['Night Syrup 4 oz - Elderberry', 'Elderberry', 'Dreamy', 'Indica', 'Queen City Sweets'],
  ['Day Syrup 4 oz - Yuzu', 'Yuzu', 'Bright', 'Sativa', 'Queen City Sweets'],
  ['Sourwood Honey 6 oz', 'Sourwood honey', 'Mellow', 'Hybrid', 'Catawba Confections'],
];

const BARS: readonly Treat[] = [
  ['Dark Chocolate Bar 72%', 'Cocoa, cherry', 'Settled', 'Indica', 'Lantern Chocolate'],
  ['Milk Chocolate Bar - Hazelnut', 'Hazelnut', 'Easygoing', 'Hybrid', 'Lantern Chocolate'],
  ['White Chocolate Bar - Raspberry', 'Raspberry, cream', 'Cheerful', 'Hybrid', 'Lantern Chocolate'],
  ['Dark Chocolate Bar - Orange', 'Orange zest', 'Bright', 'Sativa', 'Lantern Chocolate'],
  ['Milk Chocolate Bar - Pretzel', 'Pretzel, salt', 'Talkative', 'Hybrid', 'Lantern Chocolate'],
  ['Mint Chocolate Bar', 'Peppermint', 'Clear-headed', 'Hybrid', 'Lantern Chocolate'],
  ['Brown Butter Cookie', 'Brown butter', 'Settled', 'Indica', 'Porchlight Bakery'],
  ['Double Fudge Brownie', 'Fudge', 'Slow and warm', 'Indica', 'Porchlight Bakery'],
  ['Snickerdoodle Cookie', 'Cinnamon sugar', 'Mellow', 'Hybrid', 'Porchlight Bakery'],
  ['Crispy Rice Square', 'Marshmallow', 'Cheerful', 'Hybrid', 'Porchlight Bakery'],
];

export const EDIBLE: readonly ProductRow[] = [
  ...PACKS.map((row) => treat(row, 20, 7.2, 'pack')),
  ...BARS.map((row) => treat(row, 12, 4.1, 'bar')),
];

function treat(row: Treat, dollars: number, costDollars: number, priceClass: PriceClass): ProductRow {
  const [name, nose, effect, strainType, supplier, flavours] = row;
  return {
    name,
    dollars,
    costDollars,
    priceClass,
    fields: { nose, effect, strain_type: strainType, supplier },
    ...(flavours ? { attribute: 'Flavor', options: flavours } : {}),
  };
}
