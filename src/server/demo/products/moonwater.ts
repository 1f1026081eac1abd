import type { PriceClass } from '../catalogue/pricing.ts';
import type { ProductRow } from './row.ts';

const SUPPLIER = 'Moonwater Beverage Co.';

type Drink = readonly [name: string, nose: string, effect: string, strainType: 'Indica' | 'Sativa' | 'Hybrid'];

const CANS: readonly Drink[] = [
  ['Moonwater New Moon - Black Cherry', 'Black cherry', 'Settled', 'Indica'],
  ['Moonwater Waxing - Lime Leaf', 'Lime leaf', 'Bright', 'Sativa'],
  ['Moonwater Half Moon - Peach Tea', 'Peach, black tea', 'Easygoing', 'Hybrid'],
  ['Moonwater Gibbous - Blood Orange', 'Blood orange', 'Cheerful', 'Sativa'],
  ['Moonwater Full Moon - Elderflower', 'Elderflower', 'Mellow', 'Hybrid'],
  ['Moonwater Waning - Blueberry Lavender', 'Blueberry, lavender', 'Dreamy', 'Indica'],
  ['Moonwater Crescent - Grapefruit', 'Grapefruit', 'Talkative', 'Sativa'],
  ['Moonwater Harvest - Apple Cider', 'Apple, clove', 'Slow and warm', 'Hybrid'],
  ['Moonwater Tide - Cucumber Mint', 'Cucumber, mint', 'Clear-headed', 'Hybrid'],
  ['Moonwater Ember - Ginger', 'Ginger, chili', 'Energetic', 'Sativa'],
  ['Moonwater Eclipse - Cola Spice', 'Cola nut, vanilla', 'Focused', 'Sativa'],
  ['Moonwater Halo - Pineapple', 'Pineapple', 'Cheerful', 'Hybrid'],
  ['Moonwater Plain - Sparkling', 'Spring water', 'Clear-headed', 'Hybrid'],
  ['Moonwater Orchard - Pear Basil', 'Pear, basil', 'Easygoing', 'Hybrid'],
];

const SHOTS: readonly Drink[] = [
  ['Moonshot - Yuzu', 'Yuzu', 'Energetic', 'Sativa'],
  ['Moonshot - Elderberry', 'Elderberry', 'Dreamy', 'Indica'],
  ['Moonshot - Hibiscus', 'Hibiscus', 'Talkative', 'Hybrid'],
  ['Moonshot - Turmeric Honey', 'Turmeric, honey', 'Bright', 'Hybrid'],
];

export const MOONWATER: readonly ProductRow[] = [
  ...CANS.map((row) => drink(row, 7, 2.3, 'can')),
  ...SHOTS.map((row) => drink(row, 9, 3.1, 'shot')),
  {
    name: 'Moonwater Mixed Case',
    dollars: 69,
    costDollars: 25,
    fields: { nose: 'Mixed', effect: 'Easygoing', strain_type: 'Hybrid', supplier: SUPPLIER },
    attribute: 'Case',
    options: ['Day', 'Night', 'Garden'],
  },
];

function drink(row: Drink, dollars: number, costDollars: number, priceClass: PriceClass): ProductRow {
  const [name, nose, effect, strainType] = row;
  return {
    name,
    dollars,
    costDollars,
    priceClass,
    fields: { nose, effect, strain_type: strainType, supplier: SUPPLIER },
  };
}
