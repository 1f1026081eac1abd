import type { ProductRow } from './row.ts';

type Roll = readonly [
  name: string,
  dollars: number,
  costDollars: number,
  strainType: 'Indica' | 'Sativa' | 'Hybrid',
  nose: string,
  effect: string,
  thca: number,
  supplier: string,
];

/** Packed and sealed by the supplier, sold by the piece at a plain price; nothing is drawn from a jar. */
const PACKED: readonly Roll[] = [
  ['Porch Singles 1 g - Peach Porch', 9, 3.2, 'Hybrid', 'Ripe peach', 'Easygoing', 23.1, 'Porch Rolling Co.'],
  ['Porch Singles 1 g - Sour Dogwood', 9, 3.2, 'Sativa', 'Sour apple', 'Energetic', 25.7, 'Porch Rolling Co.'],
  ['Porch Singles 1 g - Cold Creek', 9, 3.2, 'Indica', 'Cedar', 'Heavy-lidded', 23.9, 'Porch Rolling Co.'],
  ['Porch Singles 1 g - Cherry Vinyl', 9, 3.2, 'Hybrid', 'Cherry', 'Mellow', 23.6, 'Porch Rolling Co.'],
  ['Dogwalker Minis 5 pk - Meadowlark', 22, 8, 'Sativa', 'Meadow grass', 'Talkative', 20.8, 'Short Leash'],
  ['Dogwalker Minis 5 pk - Foxglove', 22, 8, 'Hybrid', 'Wildflower', 'Mellow', 23.4, 'Short Leash'],
  ['Dogwalker Minis 5 pk - Black Walnut', 22, 8, 'Indica', 'Walnut, cocoa', 'Heavy-lidded', 23.0, 'Short Leash'],
  ['Rosin Roll 1.2 g - Marzipan Moon', 20, 8.4, 'Hybrid', 'Almond', 'Euphoric', 36.8, 'High Gap Farm'],
  ['Rosin Roll 1.2 g - Electric Fig', 20, 8.4, 'Hybrid', 'Fig, cassis', 'Bright', 35.9, 'High Gap Farm'],
  ['Diamond Dipped 1 g - Glacier Mint', 18, 7.1, 'Hybrid', 'Peppermint', 'Clear-headed', 41.2, 'Red Clay Labs'],
  ['Diamond Dipped 1 g - Ultraviolet', 18, 7.1, 'Indica', 'Violet candy', 'Dreamy', 40.4, 'Red Clay Labs'],
  [
    'Hash Hole 2 g - Carolina Sundown',
    32,
    13.5,
    'Indica',
    'Grape, orange',
    'Slow and warm',
    38.6,
    'Lantern Hash Works',
  ],
  [
    'Glass Tip 1.5 g - Blue Ridge Mist',
    24,
    9.8,
    'Hybrid',
    'Blueberry, pine',
    'Clear-headed',
    24.6,
    'Blue Ridge Botanicals',
  ],
  ['Glass Tip 1.5 g - Velvet Hammock', 24, 9.8, 'Indica', 'Lavender', 'Dreamy', 29.1, 'Blue Ridge Botanicals'],
  ['Blunt 2 g - Copperhead', 28, 11, 'Hybrid', 'Blood orange', 'Euphoric', 27.9, 'Short Leash'],
  ['Party Tin 10 pk - Assorted', 38, 15, 'Hybrid', 'Assorted', 'Cheerful', 22.8, 'Porch Rolling Co.'],
];

export const PRE_ROLL: readonly ProductRow[] = PACKED.map(
  ([name, dollars, costDollars, strainType, nose, effect, thca, supplier]) => ({
    name,
    dollars,
    costDollars,
    fields: { strain_type: strainType, nose, effect, thca_percentage: thca.toFixed(1), supplier },
  }),
);
