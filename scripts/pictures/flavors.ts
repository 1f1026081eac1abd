import type { Glyph } from './glyphs.ts';
import type { Tone } from './paint.ts';

/** The motif and the colours of a strain or a flavour, wherever it is packed. */
export interface Flavor {
  readonly glyph: Glyph;
  /** Colour of the motif. */
  readonly tone: Tone;
  /** Colour of the pack. */
  readonly pack: Tone;
  readonly backdrop: number;
}

const FLAVORS: readonly (readonly [part: string, Glyph, tone: Tone, pack: Tone, backdrop: number])[] = [
  ['static-lemon', 'citrus', [0.86, 0.17, 100], [0.3, 0.03, 100], 98],
  ['lemon', 'citrus', [0.87, 0.16, 102], [0.93, 0.08, 100], 95],
  ['peach', 'peach', [0.77, 0.13, 52], [0.93, 0.05, 65], 50],
  ['ultraviolet', 'flower', [0.62, 0.22, 305], [0.28, 0.1, 295], 300],
  ['key-lime', 'citrus', [0.8, 0.19, 128], [0.95, 0.06, 115], 125],
  ['lime', 'leaf', [0.7, 0.19, 132], [0.9, 0.11, 118], 128],
  ['blue-ridge-mist', 'mountain', [0.52, 0.11, 250], [0.88, 0.045, 235], 230],
  ['cherry-vinyl', 'cherry', [0.52, 0.21, 22], [0.24, 0.03, 20], 18],
  ['cherry', 'cherry', [0.55, 0.22, 20], [0.36, 0.13, 12], 12],
  ['glacier-mint', 'mint', [0.72, 0.12, 170], [0.95, 0.03, 190], 185],
  ['cucumber', 'mint', [0.62, 0.15, 150], [0.92, 0.06, 155], 158],
  ['mint', 'mint', [0.66, 0.14, 165], [0.35, 0.07, 170], 165],
  ['carolina-sundown', 'sun', [0.78, 0.16, 62], [0.42, 0.15, 330], 35],
  ['honeycomb', 'honey', [0.78, 0.15, 78], [0.96, 0.04, 88], 85],
  ['honey', 'honey', [0.76, 0.16, 72], [0.95, 0.05, 88], 78],
  ['electric-fig', 'fig', [0.4, 0.15, 318], [0.9, 0.14, 125], 318],
  ['papaya', 'papaya', [0.76, 0.17, 52], [0.95, 0.05, 80], 60],
  ['night-ferry', 'night', [0.88, 0.08, 90], [0.3, 0.09, 265], 262],
  ['grapefruit', 'citrus', [0.72, 0.16, 22], [0.93, 0.05, 30], 22],
  ['blood-orange', 'citrus', [0.64, 0.21, 35], [0.94, 0.06, 60], 42],
  ['orange', 'citrus', [0.72, 0.18, 52], [0.3, 0.05, 45], 55],
  ['raspberry', 'berries', [0.58, 0.21, 5], [0.92, 0.05, 5], 355],
  ['banana', 'banana', [0.87, 0.16, 95], [0.62, 0.11, 65], 90],
  ['outer-banks', 'waves', [0.62, 0.1, 215], [0.93, 0.035, 200], 208],
  ['velvet-hammock', 'flower', [0.72, 0.13, 305], [0.42, 0.13, 305], 308],
  ['tangerine', 'citrus', [0.73, 0.19, 52], [0.9, 0.07, 70], 55],
  ['pine-barrens', 'pine', [0.48, 0.11, 150], [0.88, 0.05, 140], 148],
  ['black-walnut', 'nut', [0.5, 0.08, 60], [0.3, 0.035, 60], 62],
  ['foxglove', 'flower', [0.7, 0.17, 348], [0.93, 0.04, 345], 345],
  ['sugar-orchard', 'apple', [0.72, 0.18, 130], [0.95, 0.04, 20], 130],
  ['apple-cider', 'apple', [0.56, 0.19, 28], [0.76, 0.13, 70], 48],
  ['apple', 'apple', [0.74, 0.19, 132], [0.92, 0.08, 125], 130],
  ['marzipan', 'night', [0.72, 0.07, 75], [0.95, 0.025, 85], 78],
  ['muscadine', 'grapes', [0.42, 0.14, 318], [0.86, 0.06, 320], 320],
  ['sour-dogwood', 'apple', [0.75, 0.2, 130], [0.36, 0.08, 145], 132],
  ['butter-churn', 'butter', [0.9, 0.11, 95], [0.75, 0.08, 230], 92],
  ['lantern-fruit', 'star', [0.88, 0.16, 105], [0.5, 0.1, 150], 105],
  ['copperhead', 'flame', [0.64, 0.16, 45], [0.32, 0.05, 35], 42],
  ['biscuit', 'butter', [0.8, 0.09, 75], [0.93, 0.03, 75], 72],
  ['sage-signal', 'leaf', [0.66, 0.05, 145], [0.93, 0.02, 130], 140],
  ['juniper', 'berries', [0.42, 0.12, 262], [0.9, 0.04, 200], 245],
  ['cold-creek', 'waves', [0.5, 0.08, 190], [0.3, 0.04, 190], 192],
  ['smoky-quartz', 'star', [0.82, 0.03, 310], [0.42, 0.025, 300], 300],
  ['meadowlark', 'flower', [0.84, 0.15, 95], [0.86, 0.07, 120], 112],
  ['mango-chili', 'papaya', [0.76, 0.18, 60], [0.56, 0.21, 30], 45],
  ['strawberry', 'strawberry', [0.62, 0.22, 22], [0.92, 0.07, 130], 15],
  ['blackberry', 'berries', [0.36, 0.12, 300], [0.86, 0.04, 150], 300],
  ['pear-basil', 'pear', [0.8, 0.14, 115], [0.9, 0.08, 120], 118],
  ['pear', 'pear', [0.78, 0.14, 108], [0.95, 0.05, 90], 100],
  ['rose', 'flower', [0.7, 0.15, 5], [0.94, 0.04, 5], 5],
  ['slow-hour', 'night', [0.92, 0.06, 90], [0.42, 0.13, 300], 295],
  ['bright-side', 'sun', [0.85, 0.17, 85], [0.72, 0.16, 35], 75],
  ['espresso', 'coffee', [0.38, 0.06, 50], [0.86, 0.04, 65], 52],
  ['caramel', 'butter', [0.7, 0.12, 62], [0.9, 0.04, 230], 65],
  ['cinnamon', 'flame', [0.6, 0.19, 32], [0.93, 0.04, 40], 28],
  ['elderberry', 'berries', [0.34, 0.12, 300], [0.36, 0.1, 300], 298],
  ['elderflower', 'flower', [0.97, 0.02, 100], [0.8, 0.07, 125], 112],
  ['yuzu', 'citrus', [0.86, 0.16, 98], [0.92, 0.09, 95], 98],
  ['black-cherry', 'cherry', [0.5, 0.2, 18], [0.28, 0.07, 350], 350],
  ['blueberry', 'berries', [0.5, 0.16, 272], [0.78, 0.08, 290], 285],
  ['ginger', 'ginger', [0.8, 0.1, 80], [0.6, 0.18, 40], 52],
  ['cola', 'drop', [0.7, 0.14, 50], [0.28, 0.035, 40], 35],
  ['pineapple', 'pineapple', [0.84, 0.16, 88], [0.93, 0.09, 100], 92],
  ['sparkling', 'bubbles', [0.8, 0.06, 225], [0.96, 0.008, 220], 220],
  ['hibiscus', 'flower', [0.62, 0.22, 0], [0.93, 0.06, 10], 0],
  ['turmeric', 'sun', [0.78, 0.17, 75], [0.95, 0.07, 88], 80],
  ['assorted', 'star', [0.9, 0.12, 90], [0.5, 0.14, 20], 30],
];

/** Finds by the longest part that stands in the slug. */
export function flavorOf(slug: string): Flavor {
  const particular = [...FLAVORS].sort((a, b) => b[0].length - a[0].length).find(([part]) => slug.includes(part));
  if (!particular) throw new Error(`No flavour for ${slug}`);
  const [, glyph, tone, pack, backdrop] = particular;
  return { glyph, tone, pack, backdrop };
}

/** The words of the strain or flavour, for a label: what stands after the last dash of the name. */
export function flavorWords(name: string): string {
  return (name.split(' - ').at(-1) ?? name).toUpperCase();
}
