import { PRODUCTS } from '../catalogue/catalogue.ts';
import type { DemoProduct, DemoVariant, StockPlan } from '../model.ts';
import { createRandom, type Random } from '../random.ts';
import { CATEGORY, LOCATIONS } from '../shop.ts';

/** The full stock of a shop by category, in grams or pieces. */
const FULL_SHELF: Readonly<Record<number, number>> = {
  [CATEGORY.flower]: 420,
  [CATEGORY.vape]: 36,
  [CATEGORY.concentrate]: 70,
  [CATEGORY.edible]: 40,
  [CATEGORY.moonwater]: 120,
  [CATEGORY.preRoll]: 48,
  [CATEGORY.accessories]: 24,
};

/** The shops differ in size; the warehouse holds what all of them sell in some weeks. */
const SIZE: Readonly<Record<number, number>> = { 19: 0.8, 20: 1, 21: 0.55, 23: 5, 25: 0.4 };
/** The small shops do not carry everything. */
const CARRIED: Readonly<Record<number, number>> = { 19: 0.94, 20: 1, 21: 0.82, 23: 0.97, 25: 0.7 };

/** Options (flavours) that are sold out at every location that carries them. */
const SOLD_OUT_OPTIONS = new Set([
  'Blue Raspberry',
  'Grapefruit',
  'Garden',
  'Rose',
  'Mustard',
  '2XL',
  '100 pk',
  'Large',
]);

/** Every jar of every location. They differ by location, some low, some empty. */
export function planStock(random: Random = createRandom('stock-plan')): StockPlan[] {
  return LOCATIONS.flatMap(({ id }) =>
    PRODUCTS.filter(() => random.chance(CARRIED[id] ?? 1)).flatMap((product) =>
      product.variants.length > 0
        ? product.variants.map((variant) => planJar(random, id, product, variant))
        : [planJar(random, id, product, null)],
    ),
  );
}

function planJar(random: Random, locationId: number, product: DemoProduct, variant: DemoVariant | null): StockPlan {
  const byWeight = product.stockUnit === 'g';
  const full = Math.max(4, (FULL_SHELF[product.categoryId] ?? 20) * (SIZE[locationId] ?? 1) * (variant ? 0.5 : 1));
  const step = byWeight ? 500 : 1000;
  const toStep = (units: number): number => Math.round((units * 1000) / step) * step;
  return {
    locationId,
    product,
    variant,
    endMilli: toStep(endLevel(random, full, variant)),
    reorderMilli: toStep(full * 0.15),
    capMilli: toStep(full),
    lotMilli: byWeight ? (product.categoryId === CATEGORY.flower ? 28_000 : 7000) : full > 100 ? 12_000 : 4000,
  };
}

/** Mostly well stocked; some jars are low, some empty. */
function endLevel(random: Random, full: number, variant: DemoVariant | null): number {
  const fate = random.next();
  const share = random.next();
  if (variant && SOLD_OUT_OPTIONS.has(variant.option)) return 0;
  if (fate < 0.05) return 0;
  if (fate < 0.13) return Math.min(5, 1 + Math.round(share * 4));
  return full * (0.2 + share * 0.75);
}
